import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, run } from '@feusa/cluster/program';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const log = 'feusa+4c5b5c86+Af78XR/eKu6uljegiPHfVQTpRiFCtm+fvTMB4DuQD3Q9';
let home: string;
let taken: Server;
let port: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-tools-'));
  await mkdir(path.join(home, 'empty'));
  await writeFile(path.join(home, 'empty.ndjson'), '');
  await writeFile(path.join(home, 'cut.zip'), 'PK\x03\x04 and no more');
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  port = String((taken.address() as { port: number }).port);
});
afterAll(async () => {
  taken.close();
  await rm(home, { recursive: true });
});

/** What a tool says on a data directory where its user stands in `home`, and how it ends. */
const toolOn = async (dataDir: string, name: string, ...words: string[]) => {
  const env = { ...process.env, INIT_CWD: home, FEUSA_DATA_DIR: path.join(home, dataDir) };
  delete (env as NodeJS.ProcessEnv)['DATABASE_URL'];
  const { code, text } = await run(built(`cli/${name}`, ...words), { env });
  return `${code} ${text}`.trim().replaceAll(home, '…');
};
const tool = (name: string, ...words: string[]) => toolOn('nowhere', name, ...words);

it.each([
  ['verify-log', ['empty'], '1 There is no events.ndjson in …/empty.'],
  ['verify-log', ['empty.ndjson'], '1 First mismatch at position 1: there is no event'],
  ['verify-log', ['cut.zip'], '1 …/cut.zip cannot be read.'],
  ['verify-log', [], /^1 Missing required argument 'file'\n\nUsage: npm run verify-log -- /],
  ['rebuild', ['now'], /^1 Too many arguments[^\n]*\n\nUsage: npm run rebuild -- /],
  ['rebuild', [], '1 There is no database in …/nowhere/postgres: is FEUSA_DATA_DIR right?'],
  [
    'backup',
    ['--base', 'none', 'new', '--keys', 'k', '--plain-keys'],
    /^1 There is no whole backup in …\/none: [^\n]*$/,
  ],
  [
    'restore',
    ['none', '--into', 'new', '--keys', 'k'],
    /^1 There is no whole backup in …\/none: [^\n]*$/,
  ],
  [
    'restore',
    ['empty', '--into', 'empty', '--keys', 'k'],
    '1 …/empty lies in the backup, which stays as it is.',
  ],
  [
    'restore',
    ['empty', '--into', 'empty/data', '--keys', 'k'],
    '1 …/empty/data lies in the backup, which stays as it is.',
  ],
  ['backup', ['new'], '1 --keys DIR says where the keys are, on another disk than the backup.'],
  ['backup', ['new', '--keys', 'k'], '1 Nobody is named who may read the keys: --recipient age1…'],
  [
    'backup',
    ['new', '--keys', 'k', '--recipient', 'ann'],
    '1 ann is no recipient of age: it must be age1…',
  ],
  ['backup', ['--verify', 'new', '--recipient', 'age1x'], '1 These options do not go together.'],
  [
    'backup',
    ['new', '--keys', 'k', '--recipient', 'age1x', '--plain-keys'],
    '1 These options do not go together.',
  ],
  ['restore', ['new'], '1 --keys DIR says where the keys are, on another disk than the backup.'],
  ['erasure-check', [], "1 Missing required argument 'value'"],
  ['erasure-check', ['--bogus'], "1 Unknown option '--bogus'"],
  ['erasure-check', ['--', '--bogus'], '1 There is no database in …/nowhere/postgres'],
  ['erasure-check', ['Maria', ' '], '1 An empty value is found everywhere.'],
  ['accept-log', ['--by', 'Ann'], '1 Signing needs --by and --reason.'],
  ['turn-key', ['door'], /^1 There is no key door: it is /],
  ['turn-key', ['constructor'], /^1 There is no key constructor: it is /],
  ['turn-key', ['checkpoint', '--command', 'c'], /^1 --command is for master alone\.\n\nUsage: /],
  ['turn-key', ['master', '--anyway'], '1 --anyway is for checkpoint alone.'],
  ['turn-key', ['idempotency', '--finish'], '1 --finish is for master and checkpoint alone.'],
  ['turn-key', ['idempotency', '--file', 'k'], '1 --file is for master and checkpoint alone.'],
  ['turn-key', ['master', '--file', 'k'], '1 There is no database in …/nowhere/postgres'],
  [
    'fingerprint',
    ['--no-file'],
    /^1 Unknown option '--no-file'\n[^\n]*\n\nUsage: npm run fingerprint/,
  ],
  ['witness', ['--port', '70000', '--dir', 'd', '--log', log], '1 --port is from 0 to 65535.'],
  ['witness', ['start-over', '--log', log], "1 Required option '--statement <file>' not specified"],
  ['witness', ['--dir', '/dev/null/x', '--log', log, '--port', '0'], /^1 ENOTDIR: [^\n]*$/],
])('%s %j', async (name, words, said) => {
  expect(await tool(name, ...words)).toMatch(said);
  expect(await readdir(home)).toEqual(['cut.zip', 'empty', 'empty.ndjson']);
});

it('a witness on a port that is taken says so in one line', async () => {
  const dir = path.join(home, 'witness');
  const said = await tool('witness', '--dir', dir, '--log', log, '--port', port);
  expect(said).toBe(`1 listen EADDRINUSE: address already in use 127.0.0.1:${port}`);
});

it.each([
  ['accept-log', []],
  ['backup', ['new', '--keys', 'k', '--plain-keys']],
  ['dead-letters', ['list']],
  ['erasure-check', ['Maria']],
  ['fingerprint', []],
  ['migrate', []],
  ['rebuild', []],
  ['reindex', []],
  ['turn-key', ['master']],
  [
    'witness',
    [
      'start-over',
      '--log',
      log,
      '--statement',
      'empty.ndjson',
      '--by',
      'Ann',
      '--reason',
      'a test',
    ],
  ],
])('%s does not begin on a restore that is not whole', async (name, words) => {
  const dir = path.join(home, 'restored');
  const there = ['checkpoint.key', 'restore.unfinished'];
  await mkdir(dir, { recursive: true });
  for (const file of there) await writeFile(path.join(dir, file), '');
  expect(await toolOn('restored', name, ...words)).toMatch(
    /^1 The restore into …\/restored ended before it was whole: restore again[^\n]*$/,
  );
  expect(await readdir(dir)).toEqual(there);
  expect(await readdir(home)).not.toContain('new');
});

it.each([
  ...['accept-log', 'backup', 'dead-letters', 'erasure-check', 'fingerprint', 'import', 'migrate'],
  ...['rebuild', 'restore', 'turn-key', 'verify-log', 'witness'],
])('%s says with --help how it is called', async (name) => {
  expect(await tool(name, '--help')).toMatch(`0 Usage: npm run ${name} -- [options]`);
});
