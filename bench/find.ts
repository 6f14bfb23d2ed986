// By hand: `npx tsx bench/find.ts [DOCUMENTS] [DIRECTORY]`. Fills an index with documents of 10 KB of text each,
// and searches through what answers `GET /api/find`. Prints what docs/performance.md says. An index in a
// directory that is named is kept there, and found by the next run.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { openPool } from '@feusa/platform/postgres/pool';
import { AccessModel } from '@feusa/query/access/access-model';
import { FolderTree } from '@feusa/query/find/folder-tree';
import { FindThings, FindThingsHandler } from '@feusa/query/find/find-things';
import type { FindEntry } from '@feusa/search/find/port';
import { openPostgresDocuments } from '@feusa/search/find/postgres';
import { textVector } from '@feusa/search/find/words';
import { tables } from '@feusa/search/find/tables';
import { openMiniSearch } from '@feusa/search/minisearch';
import pg from 'pg';
import { Texts } from './find-data.js';

const DOCUMENTS = Number(process.argv[2] ?? 100_000);
const FOLDERS = Math.ceil(DOCUMENTS / 20);
const BATCH = 250;
const SEARCHES = 200;

const kept = process.argv[3];
const dir = kept ?? (await mkdtemp(path.join(tmpdir(), 'feusa-find-')));
const server = await openEmbeddedPostgres({ dir: path.join(dir, 'postgres'), log: () => {} });
const pool = openPool({ url: server.url, max: 8, name: 'find' });
const index = openPostgresDocuments(pool);
const texts = new Texts();
const access = new AccessModel();
const folders = new FolderTree(access);
const people = await openMiniSearch();
try {
  await index.prepare();
  for (let number = 0; number < FOLDERS; number++) access.take('folder-', folderOf(number));
  if ((await index.progress()) === undefined) await fill();
  console.log(JSON.stringify({ documents: DOCUMENTS, ...(await sizes()) }));
  const handler = openHandler();
  for (const [kind, query] of Object.entries(kinds())) {
    for (const atOnce of [1, 4]) {
      const { times, cpu } = await search(handler, query, atOnce);
      const at = (part: number) => Math.round(times[Math.floor(times.length * part)]! * 10) / 10;
      console.log(
        JSON.stringify({ kind, atOnce, p50: at(0.5), p95: at(0.95), p99: at(0.99), cpu }),
      );
    }
  }
  console.log(JSON.stringify({ ...(await additions()), memory: process.memoryUsage().rss >> 20 }));
} finally {
  await pool.end();
  await server.stop();
  if (!kept) await rm(dir, { recursive: true, force: true });
}

function idOf(number: number): string {
  const hex = createHash('sha256').update(String(number)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ten in each, so that a tree is some levels deep. */
function folderOf(number: number) {
  const parentId = number === 0 ? null : idOf(-1 - Math.floor((number - 1) / 10));
  const base = {
    version: 1,
    addedAt: '2026-01-01T00:00:00.000Z',
    removedAt: null,
    removedBy: null,
    purgedAt: null,
    access: null,
  };
  return { id: idOf(-1 - number), parentId, name: `${texts.word()} ${number}`, ...base };
}

function entryOf(number: number): FindEntry {
  return {
    ...{ id: idOf(number), version: 1, kind: 'file', isRemoved: false, format: 'plain' },
    name: `${texts.some(3)} ${number}.pdf`,
    folderId: idOf(-1 - (number % FOLDERS)),
    changedAt: new Date(Date.UTC(2024) + number * 600_000).toISOString(),
    blob: createHash('sha256').update(`text ${number}`).digest('hex'),
  };
}

/** As the product writes them, but in bulk, and with the index made at the end. */
async function fill(): Promise<void> {
  const began = performance.now();
  let bytes = 0;
  await pool.query('drop index find.entries_words');
  for (let from = 0; from < DOCUMENTS; from += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, DOCUMENTS - from) }, (_, at) =>
      entryOf(from + at),
    );
    const bodies = entries.map(() => texts.text());
    bytes += bodies.reduce((sum, body) => sum + body.length, 0);
    await pool.query(
      `insert into find.texts (blob, body, words)
       select b, t, w::tsvector from unnest($1::text[], $2::text[], $3::text[]) as x(b, t, w)`,
      [entries.map(({ blob }) => blob), bodies, bodies.map(textVector)],
    );
    await index.put(entries);
    if (from % 10_000 === 0)
      console.error(from, Math.round((performance.now() - began) / 1000), 's');
  }
  const loaded = performance.now();
  await makeIndex();
  await index.saveProgress(1, 'bench');
  const seconds = (to: number, since: number) => Math.round((to - since) / 1000);
  const done = performance.now();
  console.log(
    JSON.stringify({ bytes, load: seconds(loaded, began), index: seconds(done, loaded) }),
  );
}

/** Takes longer than any statement of the product may. */
async function makeIndex(): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`set maintenance_work_mem = '256MB'`);
  await client.query(tables);
  await client.query('vacuum analyze find.entries');
  await client.end();
}

async function sizes(): Promise<object> {
  const { rows } = await pool.query<object>(
    `select pg_total_relation_size('find.texts') >> 20 as texts,
       pg_total_relation_size('find.entries') >> 20 as entries,
       (pg_relation_size('find.entries_files') + pg_relation_size('find.entries_others')) >> 20 as words, pg_relation_size('find.entries') >> 20 as heap`,
  );
  return { MiB: rows[0] };
}

function openHandler(): FindThingsHandler {
  const reached = () => Promise.resolve();
  const model = {
    ...{ progress: { reached }, directory: { known: () => Promise.resolve(new Map()) } },
    ...{ database: { find: () => Promise.resolve([]) }, access },
  };
  const projection = { index, folders, model, progress: { reached } };
  return new FindThingsHandler(projection as never, people, { reached });
}

/** What people look for: words of names and of texts, the last one not typed to its end. */
function kinds(): Record<string, () => string> {
  const begun = (word: string) => word.slice(0, Math.max(3, Math.ceil(word.length * 0.7)));
  const rarer = () => texts.pick(texts.words.slice(500, 20_000));
  const typed = () => {
    const words = texts.some(texts.pick([1, 2, 2, 3])).split(' ');
    return [...words.slice(0, -1), begun(words.at(-1)!)].join(' ');
  };
  return {
    'one to three words as frequent as in texts': typed,
    'one rarer word': rarer,
    'one of the hundred most frequent words': () => texts.pick(texts.words.slice(0, 100)),
    'three letters': () => texts.word().slice(0, 3),
    'a name': () => texts.some(2),
    'five words, not all of which anything has': () => `${texts.some(4)} xyzzy`,
  };
}

async function search(handler: FindThingsHandler, query: () => string, atOnce: number) {
  const times: number[] = [];
  const one = async () => {
    for (let left = SEARCHES / atOnce; left > 0; left--) {
      const ask = { q: query(), limit: 20 };
      const began = performance.now();
      await handler.execute(new FindThings(ask, { id: '', email: '', role: 'admin' }));
      times.push(performance.now() - began);
    }
  };
  const before = await work();
  await Promise.all(Array.from({ length: atOnce }, one));
  const after = await work();
  const ms = [...after].map(([id, all]) => [id, Math.max(0, all - (before.get(id) ?? 0))] as const);
  const each = (isHere: boolean) =>
    Math.round(
      ms.reduce((sum, [id, spent]) => sum + ((id === 0) === isHere ? spent : 0), 0) / SEARCHES,
    );
  const cpu = { database: each(false), here: each(true) };
  return { times: times.sort((a, b) => a - b), cpu };
}

/**
 * Milliseconds that processors have worked so far, for each connection (on Linux) and, under 0, for this process: what
 * else runs on the machine does not show in them.
 */
async function work(): Promise<ReadonlyMap<number, number>> {
  const { user, system } = process.cpuUsage();
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like '%find%'`,
  );
  const connections = rows.map(({ pid }) => {
    const file = `/proc/${pid}/schedstat`;
    const ns = existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0;
    return [pid, ns / 1e6] as const;
  });
  return new Map([...connections, [0, (user + system) / 1e3] as const]);
}

/** What one more document costs once all are there. */
async function additions(): Promise<object> {
  const times: number[] = [];
  for (let number = DOCUMENTS; number < DOCUMENTS + 100; number++) {
    const entry = { ...entryOf(number), id: crypto.randomUUID(), blob: idOf(Date.now() + number) };
    const began = performance.now();
    await index.put([entry]);
    await index.putText(entry.blob, { text: texts.text() });
    times.push(performance.now() - began);
  }
  return { msToAddOne: Math.round(times.sort((a, b) => a - b)[50]!) };
}
