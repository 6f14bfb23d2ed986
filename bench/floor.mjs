// What nothing with the same parts can be much faster than: one process, models in memory as ready bytes,
// event and row group-committed in one statement, a push after the commit, plain MiniSearch, files flushed.
// No sign-in, no validation, no history that proves itself.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setImmediate } from 'node:timers';
import MiniSearch from 'minisearch';
import pg from 'pg';
import { Server } from 'socket.io';

const { PORT, DATABASE_URL, FILES } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
await mkdir(FILES, { recursive: true });
await pool.query(`create table if not exists events (
    position bigint generated always as identity primary key, stream text, data jsonb);
  create table if not exists rows (id text primary key, kind text, data jsonb)`);

const collator = new Intl.Collator('en');
const fold = (term) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const index = new MiniSearch({
  fields: ['firstName', 'lastName', 'role', 'department', 'location'],
  processTerm: fold,
  searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND' },
});
const people = new Map();
const folders = new Map();
let sorted, all;

function put({ kind, data }) {
  if (kind === 'person') {
    if (people.has(data.id)) index.replace(data);
    else index.add(data);
    people.set(data.id, { data, json: JSON.stringify(data) });
    sorted = all = undefined;
    return;
  }
  const folder = folders.get(data.parentId) ?? { list: [] };
  folder.list.push(data);
  folder.bytes = undefined;
  folders.set(data.parentId, folder);
}
for (const row of (await pool.query('select kind, data from rows')).rows) put(row);
const inOrder = () =>
  (sorted ??= [...people.values()].sort((a, b) =>
    collator.compare(a.data.firstName, b.data.firstName),
  ));
const listOf = (list) => Buffer.from(`[${list.map(({ json }) => json).join()}]`);

const WRITE = `with e as (insert into events (stream, data)
    select id, data from unnest($1::text[], $2::text[], $3::jsonb[]) as x(id, kind, data))
  insert into rows select * from unnest($1::text[], $2::text[], $3::jsonb[])
  on conflict (id) do update set data = excluded.data`;
const waiting = [];
let busy = false;
async function flush() {
  busy = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, 256);
    const last = [...new Map(batch.map((write) => [write.data.id, write])).values()];
    const columns = [
      last.map(({ data }) => data.id),
      last.map(({ kind }) => kind),
      last.map(({ data }) => JSON.stringify(data)),
    ];
    await pool.query({ name: 'write', text: WRITE, values: columns });
    for (const { done } of batch) done();
  }
  busy = false;
}
async function write(kind, data) {
  await new Promise((done) => {
    waiting.push({ kind, data, done });
    if (!busy) setImmediate(flush);
  });
  put({ kind, data });
  sockets.emit('change', data);
  return data;
}

async function receive(request) {
  const id = randomUUID();
  const file = path.join(FILES, id);
  const handle = await open(`${file}.part`, 'w');
  let parts = [];
  let size = 0;
  for await (const part of request) {
    parts.push(part);
    if ((size += part.length) < 1 << 20) continue;
    await handle.writev(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) await handle.writev(parts);
  await handle.sync();
  await handle.close();
  await rename(`${file}.part`, file);
  return { id };
}
async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
const answer = (response, value) => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
};

const routes = {
  '/folder/add': async (request) =>
    write('folder', { id: randomUUID(), timestamp: Date.now(), ...(await bodyOf(request)) }),
  '/person/put': async (request) =>
    write('person', { id: randomUUID(), ...(await bodyOf(request)) }),
  '/upload': receive,
  '/folder': (_request, query) => {
    const folder = folders.get(query.get('id'));
    return (folder.bytes ??= Buffer.from(
      JSON.stringify(folder.list.sort((a, b) => collator.compare(a.name, b.name))),
    ));
  },
  '/people': (_request, query) => {
    const page = query.get('page');
    if (page === null) return (all ??= listOf(inOrder()));
    return listOf(inOrder().slice((page - 1) * 100, page * 100));
  },
  '/person': (_request, query) => Buffer.from(people.get(query.get('id')).json),
  '/search': (_request, query) =>
    listOf(
      index
        .search(query.get('q'))
        .slice(0, 100)
        .map(({ id }) => people.get(id)),
    ),
};

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://floor');
  if (pathname === '/file') {
    const file = path.join(FILES, path.basename(searchParams.get('id')));
    return void stat(file).then(({ size }) => {
      response.writeHead(200, { 'content-length': size });
      createReadStream(file, { highWaterMark: 1 << 20 }).pipe(response);
    });
  }
  return void Promise.resolve(routes[pathname](request, searchParams)).then(
    (value) => answer(response, value),
    () => response.writeHead(500).end(),
  );
});
const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
server.listen(Number(PORT), '127.0.0.1');
