import { chmod, readdir, readFile, rm, stat, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { StartFault } from '@feusa/platform/start-fault';
import { openMasterKeys } from './master-key.js';
import { fingerprintOf } from './master-keys.js';

let log: TestLog;
let dir: string;
beforeEach(async () => {
  [log, dir] = await Promise.all([openTestLog(), mkdtemp(path.join(tmpdir(), 'feusa-'))]);
});
afterEach(async () => {
  await log.close();
  await rm(dir, { recursive: true });
});
const write = (text: string, mode = 0o600) =>
  writeFile(path.join(dir, 'master.key'), text, { mode });
const open = async (setting?: Buffer, more: object = {}) =>
  (await openMasterKeys({ FEUSA_DATA_DIR: dir, FEUSA_MASTER_KEY: setting, ...more }, log.pool)).own;

it('is made at the first start, for its owner alone, and is the same ever after', async () => {
  const others = Array.from({ length: 8 }, () => open());
  const one = await open();
  expect(one).toHaveLength(32);
  for (const other of await Promise.all(others)) expect(other).toEqual(one);
  expect(await readdir(dir)).toEqual(['master.key']);
  expect(await open()).toEqual(one);
  expect((await stat(path.join(dir, 'master.key'))).mode & 0o777).toBe(0o600);
  const { rows } = await log.owner.query<{ text: string }>(
    'select m::text as text from keys.master m',
  );
  expect(rows[0]?.text).not.toContain(one.toString('hex'));
});

it('that was lost is not made again: nothing could be read with it', async () => {
  await open();
  await rm(path.join(dir, 'master.key'));
  await expect(open()).rejects.toThrow(StartFault);
  await expect(open()).rejects.toThrow(/is not in .*master.key/);
});

it('must be the one that the database was written with', async () => {
  const given = Buffer.alloc(32, 1);
  expect(await open(given)).toEqual(given);
  await expect(open(Buffer.alloc(32, 2))).rejects.toThrow('The master key is not the one');
  await write(`${given.toString('base64')}\n`);
  expect(await open()).toEqual(given);
  expect((await readFile(path.join(dir, 'master.key'), 'utf8')).trim()).toHaveLength(44);
});

it.each([
  ['is too short', 'c2hvcnQ='],
  ['is cut off', Buffer.alloc(32, 1).toString('base64').slice(0, 40)],
  ['has something else in it', `${Buffer.alloc(32, 1).toString('base64').slice(0, -1)} %=`],
  ['is empty', ''],
])('is refused where it %s', async (_what, text) => {
  await write(text);
  await expect(open()).rejects.toThrow('32 bytes in base64');
});

it('is refused where everybody may read it', async () => {
  await write(Buffer.alloc(32, 1).toString('base64'), 0o644);
  await expect(open()).rejects.toThrow('chmod 600');
  await chmod(path.join(dir, 'master.key'), 0o640);
  expect(await open()).toHaveLength(32);
});

it('comes from a file or a command as well', async () => {
  const text = Buffer.alloc(32, 5).toString('base64');
  const file = path.join(dir, 'elsewhere');
  await writeFile(file, text, { mode: 0o600 });
  expect(await open(undefined, { FEUSA_MASTER_KEY_FILE: file })).toEqual(Buffer.alloc(32, 5));
  const command = { FEUSA_MASTER_KEY_COMMAND: `cat ${file}` };
  expect(await open(undefined, command)).toEqual(Buffer.alloc(32, 5));
  expect(await readdir(dir)).toEqual(['elsewhere']);
  await chmod(file, 0o644);
  await expect(open(undefined, { FEUSA_MASTER_KEY_FILE: file })).rejects.toThrow('chmod 600');
});

it('is refused where its file cannot be read, by the name of the setting', async () => {
  const file = path.join(dir, 'elsewhere');
  const given = open(undefined, { FEUSA_MASTER_KEY_FILE: file });
  const said = `FEUSA_MASTER_KEY_FILE names a file that cannot be read (ENOENT): ${file}`;
  await expect(given).rejects.toThrow(new StartFault(said));
  expect(await readdir(dir)).toEqual([]);
});

it.each([
  ['ends with a fault', 'echo c2VjcmV0; exit 3', 'gives no master key: it ended with 3'],
  ['prints something else', 'echo c2VjcmV0', 'What the command prints must be 32 bytes in base64'],
  ['prints without an end', 'yes', 'gives no master key'],
])('is refused where the command %s, of which nothing is told', async (_what, command, fault) => {
  const given = open(undefined, { FEUSA_MASTER_KEY_COMMAND: command });
  await expect(given).rejects.toThrow(fault);
  await expect(given).rejects.not.toThrow('c2VjcmV0');
});

it('has its new name by itself where the turn was ended and the tool killed', async () => {
  await open();
  const next = Buffer.alloc(32, 9);
  const text = `${next.toString('base64')}\n`;
  await writeFile(path.join(dir, 'master.key.next'), text, { mode: 0o600 });
  const before = await open();
  expect(before).not.toEqual(next);
  await log.owner.query('update keys.master set fingerprint = $1', [fingerprintOf(next)]);
  expect(await open()).toEqual(next);
  expect(await readdir(dir)).toEqual(['master.key']);
});
