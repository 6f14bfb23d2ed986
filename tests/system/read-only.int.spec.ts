import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { isSignedBy, readVerifierKey } from '@feusa/transparency/checkpoint';
import type { FreshDatabase } from '@feusa/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { Restored } from './test-restored.js';

let home: string;
let rig: Restored;
/** The key as it was before anything was signed: another machine with the same key. */
const elsewhere = () => path.join(home, 'elsewhere');
const data = () => path.join(home, 'data');
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-read-only-'));
  rig = new Restored();
});
afterEach(() => rig.close());
afterAll(async () => {
  await rig.drop();
  await rm(home, { recursive: true });
});

const start = (database: FreshDatabase, at = data()) => rig.start({ FEUSA_DATA_DIR: at }, database);
const accept = (database: FreshDatabase, ...words: string[]) =>
  rig.run('accept-log', { FEUSA_DATA_DIR: data(), DATABASE_URL: database.url }, ...words);

describe('a log that is not the one that is known', () => {
  let current: FreshDatabase;
  let older: FreshDatabase;
  let size: number;

  it('is not noticed where it only grows', async () => {
    current = await rig.newDatabase();
    await start(current);
    await rig.add('One');
    await rig.close();
    older = await rig.copyOf(current);
    await cp(data(), elsewhere(), { recursive: true });
    await rm(path.join(elsewhere(), 'checkpoint.last'), { force: true });
    await start(current);
    await rig.add('Two', 'Three');
    size = await rig.checkpoint();
    await start(current);
    await rig.add('Four');
    expect(await rig.checkpoint()).toBe(size + 1);
  });

  it('is found where an older copy was restored, until an operator signs for it', async () => {
    const copy = await rig.copyOf(older);
    await start(copy);
    const reason = `shorter than checkpoint ${size + 1} in the file beside the key`;
    await rig.expectReadOnly(reason);
    const shown = await accept(copy);
    expect(shown).toMatchObject({ code: 1, text: expect.stringContaining(reason) });
    await rig.expectReadOnly(reason);
    await start(copy);
    await rig.expectReadOnly(reason);
    const words = ['--by', 'Ada', '--reason', 'the disk\nof May broke'];
    const { code, text } = await accept(copy, ...words);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('by Ada\n') });
    expect(text).toContain('reason the disk of May broke\n');
    const written = () =>
      rig.ask('POST', '/api/commands/add-folder', { name: 'A', parentId: null });
    await poll(async () => (await written()).status, { timeout: 10_000 }).toBe(200);
    const key = readVerifierKey(await (await rig.ask('GET', '/api/audit/key')).text())!;
    const statement = await readFile(path.join(data(), 'accepted-1.note'), 'utf8');
    expect(isSignedBy(statement, key)).toBe(true);
    expect(await (await rig.ask('GET', '/api/audit/verify')).json()).toMatchObject({ ok: true });
    await start(copy);
    await rig.add('And on');
    expect(await rig.checkpoint()).toBeGreaterThan(0);
    expect(await accept(copy)).toMatchObject({ code: 0 });
  });

  it('is found where another one of the same length took its place', async () => {
    const [fork, other] = [await rig.copyOf(older), await rig.copyOf(older)];
    await start(other);
    await rig.expectReadOnly('');
    await accept(other, '--by', 'Ada', '--reason', 'another try');
    await start(other);
    await rig.add('Two', 'Three');
    const known = await rig.checkpoint();
    await start(fork, elsewhere());
    await rig.add('Zwei', 'Drei');
    expect(await rig.checkpoint()).toBe(known);
    await start(fork);
    await rig.expectReadOnly(
      `another one than that of checkpoint ${known} in the file beside the key`,
    );
  });

  it('is found by what the database itself has signed', async () => {
    const cut = await rig.copyOf(current);
    const client = openPool({ url: cut.url, max: 1, name: 'test' });
    await client.query(`set session_replication_role = replica;
      delete from log.events where position = ${size + 1};
      update log.head h set position = e.position, hash = e.hash from log.events e
        where e.position = ${size}`);
    await client.end();
    await start(cut, elsewhere());
    await rig.expectReadOnly(`shorter than checkpoint ${size + 1} in the database`);
    await start(cut);
    await rig.expectReadOnly('shorter than checkpoint');
    expect(await accept(cut, '--by', 'Ada', '--reason', 'cut')).toMatchObject({ code: 0 });
    await start(cut);
    await rig.add('After the cut');
    expect(await rig.checkpoint()).toBe(size + 1);
    expect(await (await rig.ask('GET', '/api/audit/verify')).json()).toMatchObject({ ok: true });
  });
});
