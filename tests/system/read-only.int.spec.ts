import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { isSignedBy, readVerifierKey } from '@feusa/transparency/checkpoint';
import type { FreshDatabase } from '@feusa/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tellOneStory } from '@feusa/testing/story';
import { poll } from '@feusa/testing/wait';
import { Restored } from './test-restored.js';

tellOneStory();
let home: string;
let harness: Restored;
/** The key as it was before anything was signed: another machine with the same key. */
const elsewhere = () => path.join(home, 'elsewhere');
const data = () => path.join(home, 'data');
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-read-only-'));
  harness = new Restored();
});
afterEach(() => harness.close());
afterAll(async () => {
  await harness.drop();
  await rm(home, { recursive: true });
});

const start = (database: FreshDatabase, at = data()) =>
  harness.start({ FEUSA_DATA_DIR: at }, database);
const accept = (database: FreshDatabase, ...words: string[]) =>
  harness.run('accept-log', { FEUSA_DATA_DIR: data(), DATABASE_URL: database.url }, ...words);

describe('a log that is not the one that is known', () => {
  let current: FreshDatabase;
  let older: FreshDatabase;
  let size: number;

  it('is not noticed where it only grows', async () => {
    current = await harness.newDatabase();
    await start(current);
    await harness.add('One');
    await harness.close();
    older = await harness.copyOf(current);
    await cp(data(), elsewhere(), { recursive: true });
    await rm(path.join(elsewhere(), 'checkpoint.last'), { force: true });
    await start(current);
    await harness.add('Two', 'Three');
    size = await harness.checkpoint();
    await start(current);
    await harness.add('Four');
    expect(await harness.checkpoint()).toBe(size + 1);
  });

  it('is found where an older copy was restored, until an operator signs for it', async () => {
    const copy = await harness.copyOf(older);
    await start(copy);
    const reason = `shorter than checkpoint ${size + 1} in the file beside the key`;
    await harness.expectReadOnly(reason);
    const shown = await accept(copy);
    expect(shown).toMatchObject({ code: 1, text: expect.stringContaining(reason) });
    await harness.expectReadOnly(reason);
    await start(copy);
    await harness.expectReadOnly(reason);
    const words = ['--by', 'Ada', '--reason', 'the disk\nof May broke'];
    const { code, text } = await accept(copy, ...words);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('by Ada\n') });
    expect(text).toContain('reason the disk of May broke\n');
    const written = () =>
      harness.ask('POST', '/api/commands/add-folder', { name: 'A', parentId: null });
    await poll(async () => (await written()).status, { timeout: 10_000 }).toBe(200);
    const key = readVerifierKey(await (await harness.ask('GET', '/api/audit/key')).text())!;
    const statement = await readFile(path.join(data(), 'accepted-1.note'), 'utf8');
    expect(isSignedBy(statement, key)).toBe(true);
    expect(await (await harness.ask('GET', '/api/audit/verify')).json()).toMatchObject({
      ok: true,
    });
    await start(copy);
    await harness.add('And on');
    expect(await harness.checkpoint()).toBeGreaterThan(0);
    expect(await accept(copy)).toMatchObject({ code: 0 });
  });

  it('is found where another one of the same length took its place', async () => {
    const [fork, other] = [await harness.copyOf(older), await harness.copyOf(older)];
    await start(other);
    await harness.expectReadOnly('');
    await accept(other, '--by', 'Ada', '--reason', 'another try');
    await start(other);
    await harness.add('Two', 'Three');
    const known = await harness.checkpoint();
    await start(fork, elsewhere());
    await harness.add('Zwei', 'Drei');
    expect(await harness.checkpoint()).toBe(known);
    await start(fork);
    await harness.expectReadOnly(
      `another one than that of checkpoint ${known} in the file beside the key`,
    );
  });

  it('is found by what the database itself has signed', async () => {
    const cut = await harness.copyOf(current);
    const client = openPool({ url: cut.url, max: 1, name: 'test' });
    await client.query(`set session_replication_role = replica;
      delete from log.events where position = ${size + 1};
      update log.head h set position = e.position, hash = e.hash from log.events e
        where e.position = ${size}`);
    await client.end();
    await start(cut, elsewhere());
    await harness.expectReadOnly(`shorter than checkpoint ${size + 1} in the database`);
    await start(cut);
    await harness.expectReadOnly('shorter than checkpoint');
    expect(await accept(cut, '--by', 'Ada', '--reason', 'cut')).toMatchObject({ code: 0 });
    await start(cut);
    await harness.add('After the cut');
    expect(await harness.checkpoint()).toBe(size + 1);
    expect(await (await harness.ask('GET', '/api/audit/verify')).json()).toMatchObject({
      ok: true,
    });
  });
});
