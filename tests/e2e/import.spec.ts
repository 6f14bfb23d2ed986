import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '@feusa/cluster/program';
import type { EmployeeView } from '@feusa/contracts/employees';
import type { TreeFolder } from '@feusa/contracts/views';
import { loadDemo } from '@feusa/tools/demo/demo';
import { send } from '@feusa/tools/import/commands';
import { openSession, type Session } from '@feusa/tools/import/session';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { preparedData } from './prepared.js';
import { killAll, signIn, spawnProduct, type Product, type temporaryData } from './product.js';

const HEADER = 'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager';
const person = (at: number) =>
  `Ada,Byron ${at},+1 701 555 0100,,ada${at}@feusa.example,Welder,Fargo,Service,Ann Lee`;

let data: Awaited<ReturnType<typeof temporaryData>>;
let product: Product;
let address: string;
let session: Session;
let home: string;
let dir: string;

beforeAll(async () => {
  data = await preparedData();
  product = spawnProduct(data.dir);
  address = await product.ready();
  session = await openSession(address, signIn);
});
afterAll(async () => {
  killAll(product.processes());
  await data.remove();
});
beforeEach(async () => {
  home = path.join(data.dir, '..', `input-${crypto.randomUUID()}`);
  dir = path.join(home, 'Share');
  await mkdir(dir, { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const put = async (name: string, content: string | Buffer = 'text') => {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
  await writeFile(path.join(dir, name), content);
};
const csv = async (...lines: string[]) => {
  const file = path.join(home, 'people.csv');
  await writeFile(file, [HEADER, ...lines].join('\r\n'));
  return file;
};

/** Starts the tool with nobody at the keyboard. */
const startImport = (args: string[], settings: NodeJS.ProcessEnv = {}) =>
  new Program(['dist/cli/import.js', ...args], {
    env: {
      PATH: process.env.PATH,
      FEUSA_PUBLIC_URL: address,
      FEUSA_TEAM_PASSWORD: signIn.teamPassword,
      FEUSA_ADMIN_EMAIL: signIn.email,
      FEUSA_ADMIN_PASSWORD: signIn.password,
      ...settings,
    },
  });
const runImport = (args: string[], settings?: NodeJS.ProcessEnv) =>
  startImport(args, settings).ended;

/** A folder of its own for each test, at the top. */
const newTarget = async () => {
  const name = `Target ${crypto.randomUUID().slice(0, 8)}`;
  return (await send(session.connection, 'add-folder', { name, parentId: null }, newKey())).id;
};
const newKey = () => crypto.randomUUID();
const read = async <T>(connection: Session['connection'], path: string) =>
  JSON.parse((await connection.ask({ method: 'GET', path })).text) as T;
/** What a run of the tool wrote just before it ended may take a moment to show. */
const settled = async <T>(path: string, { connection } = session) => {
  const newest = '/api/audit/events?order=newest&limit=1';
  const log = await read<{ events: { position: string }[] }>(connection, newest);
  const shown = `${path}?after=${log.events[0]?.position ?? 0}`;
  for (let tries = 0; tries < 10; tries++) {
    const answer = await read<T>(connection, shown).catch(() => undefined);
    if (answer) return answer;
  }
  return read<T>(connection, shown);
};
const tree = () => settled<{ folders: TreeFolder[]; position: string }>('/api/tree');
const bytes = async (url: string, { connection } = session) => {
  const headers = { cookie: connection.cookie ?? '' };
  return Buffer.from(
    await (await fetch(new URL(url, connection.address), { headers })).arrayBuffer(),
  );
};
const folderIn = async (id: string) =>
  (await tree()).folders.find((folder) => folder.id === id) as TreeFolder;
/** Everything below a folder, as paths. */
const paths = ({ folders, docs }: TreeFolder, above = ''): string[] => [
  ...docs.map(({ name }) => above + name).sort(),
  ...folders.flatMap((folder) => [
    `${above}${folder.name}/`,
    ...paths(folder, `${above}${folder.name}/`),
  ]),
];
const people = async () =>
  (await settled<{ employees: EmployeeView[] }>('/api/employees')).employees;

describe('a directory and people', () => {
  it('are shown first, then imported, and a second time nothing changes', async () => {
    const target = await newTarget();
    const large = randomBytes(9 * 1024 * 1024);
    await put('Manuals/Tractors/résumé 資料.txt');
    await put('Manuals/large.bin', large);
    await put('loose.txt');
    await put('empty.txt', '');
    await put('.git/config');
    await symlink('loose.txt', path.join(dir, 'link'));
    const file = await csv(person(1), person(2), 'Eve,,abc,,=cmd(),Welder,Fargo,Service,Ann Lee');
    const args = [dir, '--employees', file, '--into', target];

    const { position } = await tree();
    const dry = await runImport([...args, '--dry-run']);
    expect(dry.code).toBe(0);
    for (const words of [
      '2 folders to add, 0 there already',
      '3 files to add (9.4 MB), 0 there already',
      '2 people to add, 0 there already',
      'empty.txt: The file is empty',
      'link: a symbolic link',
      '.git/',
      'line 4: lastName: Required; phoneNumber: Phone number is not valid; email: Enter a valid',
    ])
      expect(dry.text).toContain(words);
    expect((await tree()).position).toBe(position);

    const first = await runImport(args);
    expect(first.text).toContain('Added: 2 folders, 3 files (9.4 MB), 2 people.');
    expect(first.text).toContain('Refused: 3. Failed: 0.');
    expect(first.code).toBe(0);
    const folder = await folderIn(target);
    expect(paths(folder)).toEqual([
      'loose.txt',
      'Manuals/',
      'Manuals/large.bin',
      'Manuals/Tractors/',
      'Manuals/Tractors/résumé 資料.txt',
    ]);
    const url = folder.folders[0]?.docs[0] as { url: string };
    expect((await bytes(url.url)).equals(large)).toBe(true);
    expect((await people()).map(({ lastName }) => lastName)).toEqual(['Byron 1', 'Byron 2']);
    const refused = await readFile(path.join(home, 'people.refused.csv'), 'utf8');
    expect(refused).toContain("\r\nEve,,abc,,'=cmd(),Welder,");

    const { position: after } = await tree();
    const second = await runImport(args);
    expect(second.code).toBe(0);
    expect(second.text).toContain('There is nothing to add.');
    expect((await tree()).position).toBe(after);
  });

  it('land at the top without --into, loose files in a folder of the directory', async () => {
    await put('Top level/a.txt');
    await put('loose.txt');
    expect((await runImport([dir])).code).toBe(0);
    const { folders } = await tree();
    const named = (name: string) => folders.find((folder) => folder.name === name) as TreeFolder;
    expect(paths(named('Top level'))).toEqual(['a.txt']);
    expect(paths(named('Share'))).toEqual(['loose.txt']);
  });

  it('go on where a killed run stopped, with nothing twice', async () => {
    const target = await newTarget();
    const lines = Array.from({ length: 60 }, (_, at) => person(1000 + at));
    for (let at = 0; at < 150; at++) await put(`F${at % 10}/G${at % 5}/${at}.txt`, `file ${at}`);
    const args = [dir, '--into', target, '--employees', await csv(...lines)];
    for (const ms of [450, 650, 850]) {
      const run = startImport(args);
      await run.says(/people to add/);
      await sleep(ms - 400);
      await run.end('SIGKILL');
    }
    const last = await runImport(args);
    expect(last.code).toBe(0);
    const found = paths(await folderIn(target));
    expect(found.filter((name) => name.endsWith('.txt'))).toHaveLength(150);
    expect(new Set(found).size).toBe(found.length);
    const emails = (await people())
      .map(({ email }) => email)
      .filter((email) => /ada1\d{3}/.test(email));
    expect([emails.length, new Set(emails).size]).toEqual([60, 60]);
  });

  it('come back when they were removed in between', async () => {
    const target = await newTarget();
    await put('Gone/a.txt');
    await put('Kept/b.txt');
    const args = [dir, '--into', target, '--employees', await csv(person(7))];
    await runImport(args);
    const { folders } = await folderIn(target);
    const [gone, kept] = folders as [TreeFolder, TreeFolder];
    const seven = (await people()).find(({ email }) => email === 'ada7@feusa.example');
    const { connection } = session;
    await send(connection, 'remove-folder', { id: gone.id }, newKey());
    await send(connection, 'remove-file', { id: kept.docs[0]?.id ?? '' }, newKey());
    await send(connection, 'remove-employee', { id: seven?.id ?? '' }, newKey());
    await settled('/api/tree');

    const again = await runImport(args);
    expect(again.text).toContain('Added: 1 folder, 2 files (8 bytes), 1 person.');
    expect(paths(await folderIn(target)).sort()).toEqual([
      'Gone/',
      'Gone/a.txt',
      'Kept/',
      'Kept/b.txt',
    ]);
    expect((await people()).filter(({ email }) => email === 'ada7@feusa.example')).toHaveLength(1);
  });
});

describe('what cannot be imported', () => {
  const expectOneMessage = async (
    args: string[],
    message: RegExp,
    settings?: NodeJS.ProcessEnv,
  ) => {
    const before = await tree();
    const { code, text } = await runImport(args, settings);
    expect(code).toBe(1);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/^\s+at /m);
    expect(await tree()).toEqual(before);
  };

  it('is told in one message, and nothing is done', async () => {
    await put('Folder/a.txt');
    const file = await csv(person(1));
    const latin1 = path.join(home, 'latin1.csv');
    await writeFile(latin1, Buffer.from(`${HEADER}\nZo\xeb`, 'latin1'));
    await expectOneMessage([], /^Which directory\?/);
    await expectOneMessage([path.join(home, 'none')], /none does not exist/);
    await expectOneMessage([file], /people\.csv is not a directory/);
    await expectOneMessage([dir, '--employees', dir], /is a directory/);
    await expectOneMessage([dir, '--employees', latin1], /line 2 is not UTF-8/);
    await expectOneMessage([dir, '--into', crypto.randomUUID()], /no folder with the id/);
    await expectOneMessage([dir, '--colour'], /Unknown option '--colour'/);
    await expectOneMessage([dir], /needs FEUSA_TOKEN, or these settings: FEUSA_TEAM_PASSWORD$/m, {
      FEUSA_TEAM_PASSWORD: '',
    });
    await expectOneMessage([dir], /Incorrect team password; try again$/m, {
      FEUSA_TEAM_PASSWORD: 'wrong',
    });
    await expectOneMessage([dir], /No answer from http:.* Is FEUSA running there\?/, {
      FEUSA_PUBLIC_URL: 'http://127.0.0.1:1',
    });
  });
});

it('the demo data fills an empty installation, once', async () => {
  const empty = await preparedData();
  const fresh = spawnProduct(empty.dir);
  try {
    const lines: string[] = [];
    const options = {
      ...signIn,
      address: await fresh.ready(),
      log: (line: string) => lines.push(line),
    };
    expect(await loadDemo(options)).toBe(true);
    expect(await loadDemo(options)).toBe(false);
    expect(lines[0]).toMatch(/^Demo data: 43 folders, 48 files, 12 links and 60 people in/);
    const visitor = await openSession(options.address, signIn);
    const { folders } = await settled<{ folders: TreeFolder[] }>('/api/tree', visitor);
    expect(folders).toHaveLength(6);
    expect(folders.flatMap((folder) => paths(folder))).toHaveLength(43 - 6 + 60);
    const { employees } = await settled<{ employees: EmployeeView[] }>('/api/employees', visitor);
    expect(employees.filter(({ file }) => file)).toHaveLength(25);
    const face = await bytes(employees.find(({ file }) => file)?.file ?? '', visitor);
    expect(face.toString('latin1', 1, 4)).toBe('PNG');
  } finally {
    killAll(fresh.processes());
    await empty.remove();
  }
});
