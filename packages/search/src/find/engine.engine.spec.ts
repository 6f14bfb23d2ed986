import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { poll } from '@feusa/testing/wait';
import type pg from 'pg';
import { testClient, testEngineUrl } from '../test-opensearch.js';
import { documentsContract } from './contract.js';
import { compareAndCopy, type CopySource } from './copied.js';
import { DocumentCopier } from './copier.js';
import { DocumentEngine } from './engine.js';
import { entryKinds, type DocumentIndex, type FindQuery } from './port.js';
import { openPostgresCopies } from './postgres-copies.js';
import { openPostgresDocuments } from './postgres.js';
import { rebuildDocuments } from './rebuild.js';
import { searchedIn } from './with-engine.js';

let database: FreshDatabase | undefined;
let pool: pg.Pool;
const log = { warn: () => undefined };
const alias = `test-find-${process.pid}-${randomBytes(4).toString('hex')}`;
const openEngine = (url = testEngineUrl()) => DocumentEngine.open({ url, alias, log });
const engine = openEngine();
let fallbacks = 0;

async function openPostgres(): Promise<[DocumentIndex, CopySource]> {
  database ??= await freshDatabase();
  pool ??= openPool({ url: database.url, max: 4, name: 'find' });
  return [openPostgresDocuments(pool), openPostgresCopies(pool)];
}

async function removeAll(): Promise<void> {
  const client = testClient();
  const { body } = await client.cat.indices({ index: `${alias}*`, format: 'json' });
  const names = (body as { index?: string }[]).map(({ index }) => index!);
  if (names.length > 0) await client.indices.delete({ index: names.join(',') });
  await client.close();
}

afterEach(async () => {
  await removeAll();
  await pool.query('drop schema if exists find cascade');
});
afterAll(async () => {
  await engine.close();
  await pool.end();
  await database?.drop();
});

documentsContract('OpenSearch', async () => {
  const [source, copies] = await openPostgres();
  const index = searchedIn(engine, source, copies, () => (fallbacks += 1));
  const copied = async () => {
    await engine.prepare();
    await compareAndCopy(copies, engine);
    await copies.saveCopied(await copies.newestRevision());
  };
  const find = async (wanted: FindQuery) => {
    if (!wanted.isStrong) await copied();
    const before = fallbacks;
    const found = await index.find(wanted);
    expect(fallbacks).toBe(before);
    return found;
  };
  const revision = () => copied().then(() => index.revision());
  return Object.assign(Object.create(index) as DocumentIndex, { find, revision });
});

describe('the copy in OpenSearch', () => {
  let [source, copies]: [DocumentIndex, CopySource] = [] as never;
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const put = (number: number, name: string, version = 1) =>
    source.put([
      {
        ...{ id: id(number), version, kind: 'file', name, folderId: null, isRemoved: false },
        ...{ changedAt: '2026-05-01T00:00:00.000Z', blob: 'a'.repeat(64), format: 'plain' },
      },
    ]);
  const wanted = (word: string): FindQuery => ({ sets: [[word]], kinds: entryKinds, hidden: [] });
  const found = async (word: string) =>
    (await engine.find(wanted(word))).candidates.map((each) => Number(each.id.slice(-4)));
  const running: { stop: AbortController; done: Promise<void> }[] = [];
  const follow = (): DocumentCopier => {
    const copier = new DocumentCopier({ source: copies, target: engine, log, lookMs: 50 });
    const stop = new AbortController();
    running.push({ stop, done: copier.run(stop.signal) });
    return copier;
  };

  beforeEach(async () => {
    [source, copies] = await openPostgres();
    await source.prepare();
  });
  afterEach(async () => {
    for (const { stop, done } of running.splice(0)) {
      stop.abort();
      await done;
    }
  });

  it('follows entries and their texts, and says up to where', async () => {
    await put(1, 'Plan.txt');
    const copier = follow();
    await poll(() => found('plan')).toEqual([1]);
    await put(2, 'Second plan.txt');
    await source.putText('a'.repeat(64), { text: 'Torque the bolts' });
    await poll(() => found('torque')).toEqual([1, 2]);
    await put(1, 'Drawing.txt', 2);
    await poll(() => found('plan')).toEqual([2]);
    await source.forget(['a'.repeat(64)]);
    await poll(() => found('torque')).toEqual([]);
    await poll(async () => (await copies.copied()) === (await source.revision())).toBe(true);
    expect(copier.fault).toBeUndefined();
  });

  it('is mended where it was tampered with, lost or never told', async () => {
    await put(1, 'Plan.txt');
    await engine.prepare();
    const [entry] = await copies.copies([id(1)]);
    const foreign = { ...entry!, id: id(9), name: 'Never there' };
    await engine.write([{ ...entry!, revision: entry!.revision + 1000, name: 'Lie' }, foreign]);
    await engine.refresh();
    expect(await found('lie')).toEqual([1]);
    expect(await compareAndCopy(copies, engine)).toBe(2);
    expect([await found('lie'), await found('never')]).toEqual([[], []]);
    // The engine remembers what was erased until its clock ticks, and refuses what is older meanwhile.
    const mended = () => compareAndCopy(copies, engine).then(() => found('plan'));
    await poll(mended).toEqual([1]);
    await removeAll();
    follow();
    await poll(() => found('plan').catch(() => [])).toEqual([1]);
  });

  it('is built anew while it is searched and written', async () => {
    for (let number = 1; number <= 250; number++) await put(number, `Sheet ${number}.txt`);
    follow();
    await poll(async () => (await found('sheet')).length).toBe(250);
    let [searches, isDone] = [0, false];
    const searching = (async () => {
      while (!isDone) {
        expect((await found('sheet')).length).toBeGreaterThanOrEqual(250);
        searches += 1;
      }
    })();
    const begun = rebuildDocuments({ source: copies, engine });
    await put(251, 'Sheet 251.txt');
    const { name } = await begun;
    isDone = true;
    await searching;
    expect(searches).toBeGreaterThan(0);
    expect(name).toBe(`${alias}-v2`);
    await poll(async () => (await found('sheet')).length).toBe(251);
  });

  it('is left out while it is away: PostgreSQL answers', async () => {
    await put(1, 'Plan.txt');
    const away = openEngine('http://127.0.0.1:9');
    let count = 0;
    const index = searchedIn(away, source, copies, () => (count += 1));
    const { candidates } = await index.find(wanted('plan'));
    expect([candidates.map(({ name }) => name), count]).toEqual([['Plan.txt'], 1]);
    await away.close();
  });
});
