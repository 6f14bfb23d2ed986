import { readdirSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { built, run } from '@feusa/cluster/program';
import { readConfig } from '@feusa/profiles/config';
import { freshDatabase } from '@feusa/testing/database';
import { StartFault } from '@feusa/platform/start-fault';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newIdentity } from './age.js';
import { Staging } from '../restore/staging.js';
import { restore, type RestoreOptions } from '../restore/restore.js';
import { backUpTo, openBackedUpProduct, type BackedUpProduct } from './test-company.js';

let company: BackedUpProduct;
beforeAll(async () => {
  company = await openBackedUpProduct();
});
afterAll(() => company.close());

const print = () => undefined;
let made = 0;

async function back(recipients: readonly string[] = [company.recipient]): Promise<string> {
  const dir = path.join(company.home, `backup-${++made}`);
  await backUpTo(company.product, dir, recipients);
  return dir;
}

const newDataDir = () => mkdtemp(path.join(company.home, 'data-'));
const settingsIn = (dataDir: string) => ({
  ...company.product.settings,
  FEUSA_DATA_DIR: dataDir,
});

async function bringBack(
  dir: string,
  options: Partial<RestoreOptions>,
  into?: string,
): Promise<void> {
  const database = await freshDatabase();
  const dataDir = into ?? (await newDataDir());
  const config = readConfig(settingsIn(dataDir));
  const given = { dir, keys: `${dir}.keys`, identity: company.identity, print, ...options };
  await restore(config, database.url, given).finally(() => database.drop());
}

it('are read by nobody without the identity', async () => {
  const dir = await back();
  const files = await readdir(`${dir}.keys`);
  const encrypted = files.filter((name) => name.endsWith('.age'));
  expect(encrypted).toHaveLength(files.length - 1);
  const begin = 'age-encryption.org/v1\n';
  for (const name of encrypted) {
    const text = await readFile(path.join(`${dir}.keys`, name), 'latin1');
    expect(text.slice(0, begin.length)).toBe(begin);
  }
  const erasures = false;
  await expect(bringBack(dir, { identity: undefined, erasures })).rejects.toThrow(
    '--identity FILE names who',
  );
  const other = path.join(company.home, 'other-identity');
  await newIdentity(other);
  await expect(bringBack(dir, { identity: other, erasures })).rejects.toThrow(
    `The keys are not encrypted for ${other}.`,
  );
});

it('may be in clear where that was said', async () => {
  const dir = await back([]);
  await bringBack(dir, { identity: undefined, erasures: false });
});

it('are not brought back by who is not told of erasures, unless there were none', async () => {
  const own = path.join(company.product.settings['FEUSA_DATA_DIR']!, 'erasures.ndjson');
  const at = new Date(0).toISOString();
  await writeFile(own, `${JSON.stringify({ stream: 'employee-3', at })}\n`);
  const dir = await back();
  const older = path.join(company.home, 'older.ndjson');
  await writeFile(older, '');
  await expect(bringBack(dir, {})).rejects.toThrow('Nothing says who was erased since the backup');
  await expect(bringBack(dir, { erasures: older })).rejects.toThrow(
    'it lacks 1 erasure that the backup knows of',
  );
  const absent = path.join(company.home, 'absent.ndjson');
  await expect(bringBack(dir, { erasures: absent })).rejects.toThrow(
    `There is no ${absent}. Where nobody was ever erased there is no such file: say --no-erasures then.`,
  );
  await bringBack(dir, { erasures: own });
  await bringBack(dir, { erasures: false });
});

it('are taken with the ledger of a backup, as it was encrypted there', async () => {
  const dir = await back();
  const erasures = path.join(`${dir}.keys`, 'erasures.ndjson.age');
  await bringBack(dir, { erasures });
  const clear = await back([]);
  await expect(bringBack(clear, { erasures, identity: undefined })).rejects.toThrow(
    `${erasures} is encrypted: --identity FILE names who may read it.`,
  );
  const other = path.join(company.home, 'identity-of-nobody');
  await newIdentity(other);
  await expect(bringBack(clear, { erasures, identity: other })).rejects.toThrow(
    `${erasures} is not encrypted for ${other}.`,
  );
});

const MARKER = 'restore.unfinished';
const hasLeft = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.endsWith('.key') || name === MARKER);

it('are not left behind by a restore that is refused', async () => {
  const dir = await back();
  const into = await newDataDir();
  await expect(bringBack(dir, {}, into)).rejects.toThrow('Nothing says who was erased');
  expect(await hasLeft(into)).toEqual([]);
  const { settings } = company.product;
  const given = { dir, keys: `${dir}.keys`, identity: company.identity, print } as const;
  const restoring = (more: NodeJS.ProcessEnv) =>
    restore(readConfig({ ...settingsIn(into), ...more }), settings['DATABASE_URL']!, {
      ...{ ...given, erasures: false },
    });
  await expect(restoring({})).rejects.toThrow('The database is not empty');
  expect(await hasLeft(into)).toEqual([]);
  await expect(restoring({ FEUSA_CHECKPOINT_ORIGIN: 'other' })).rejects.toThrow(
    'FEUSA_CHECKPOINT_ORIGIN must be that',
  );
  expect(await hasLeft(into)).toEqual([]);
});

it('are not started on before the restore has proved itself whole', async () => {
  const dir = await back();
  const into = await newDataDir();
  const seen: string[] = [];
  const look = () => void seen.push(...readdirSync(into));
  await bringBack(dir, { erasures: false, print: look }, into);
  expect(seen).toContain(MARKER);
  const keys = await hasLeft(into);
  expect(keys).not.toContain(MARKER);
  expect(keys).toContain('checkpoint.key');

  // As one that was killed leaves it.
  await writeFile(path.join(into, MARKER), '');
  const { DATABASE_URL } = company.product.settings;
  await expect(openStandalone(settingsIn(into), DATABASE_URL!)).rejects.toThrow(
    `The restore into ${into} ended before it was whole`,
  );
  const again = { dir, keys: `${dir}.keys`, identity: company.identity, print } as const;
  await expect(
    restore(readConfig(settingsIn(into)), DATABASE_URL!, { ...again, erasures: false }),
  ).rejects.toThrow(`The restore into ${into} ended before it was whole`);
  expect(await hasLeft(into)).toContain(MARKER);
  await bringBack(dir, { erasures: false }, into);
  expect(await hasLeft(into)).toEqual(keys);
});

it.each([
  ['in the middle of it', 'Files:'],
  ['before it has proved itself', 'Events and state:'],
])(
  'are not started on where the restore was killed %s, also if they were there before',
  async (_when, line) => {
    const dir = await back([]);
    const into = await newDataDir();
    const own = company.product.settings['FEUSA_DATA_DIR']!;
    for (const name of ['checkpoint.key', 'master.key'])
      await copyFile(path.join(own, name), path.join(into, name));
    const database = await freshDatabase();
    const settings = { ...settingsIn(into), DATABASE_URL: database.url };
    const killing = `const say = console.log;
    console.log = (line) => line.startsWith('${line}') ? process.kill(process.pid, 'SIGKILL') : say(line);`;
    const env = {
      ...{ ...process.env, ...settings },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killing)}`,
    };
    const words = built('cli/restore', dir, '--keys', `${dir}.keys`, '--no-erasures');
    try {
      expect(await run(words, { env })).toMatchObject({ signal: 'SIGKILL' });
      const said = `The restore into ${into} ended before it was whole`;
      await expect(openStandalone(settings, database.url)).rejects.toThrow(said);
      const empty = path.join(company.home, 'of-a-part');
      const backup = built('cli/backup', empty, '--keys', `${empty}.keys`, '--plain-keys');
      const backedUp = await run(backup, { env: { ...process.env, ...settings } });
      expect(backedUp).toMatchObject({ code: 1, out: '', err: expect.stringContaining(said) });
      expect(await readdir(company.home)).not.toContain('of-a-part');
      const again = await run(words, { env: { ...process.env, ...settings } });
      if (line === 'Files:') expect(again).toMatchObject({ code: 0 });
      else expect(again.err).toContain(`The database is not empty, and stays as it is. ${said}`);
      await bringBack(dir, { erasures: false }, into);
      expect(await hasLeft(into)).toEqual(await hasLeft(own));
    } finally {
      await database.drop();
    }
  },
);

it('that cannot be written are refused in a sentence, and nothing is left behind', async () => {
  const file = path.join(company.home, 'a-file');
  await writeFile(file, '');
  const keys = path.join(company.home, 'k');
  const refused = async (dir: string, code: string) => {
    const said = new StartFault(`${dir} cannot be made (${code}).`);
    await expect(Staging.begin([keys, dir])).rejects.toThrow(said);
    expect(await readdir(company.home)).not.toContain('k.partial');
  };
  await refused(path.join(file, 'backup'), 'EEXIST');
  await refused(path.join(file, 'deep', 'backup'), 'ENOTDIR');
  for (const dirs of [
    [keys, keys],
    [keys, path.join(keys, 'backup')],
    [path.join(keys, 'of', 'it'), keys],
  ])
    await expect(Staging.begin(dirs)).rejects.toThrow('must be apart.');
  expect(await readdir(company.home)).not.toContain('k');
  const nowhere = path.join(company.home, 'no', 'such');
  await expect(newIdentity(nowhere)).rejects.toThrow(
    new StartFault(`${nowhere} cannot be written (ENOENT).`),
  );
});
