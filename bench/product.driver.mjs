// The product as a measured system: production build, durable writes only, signed in, over its public
// interface like the web client. `kit` is what a harness lends a driver: launch and end processes, an
// HTTP client, and a PostgreSQL of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';

const repository = join(import.meta.dirname, '..');
const admin = { email: 'ada@feusa.example', password: 'brisk walnut harvest' };
const team = { teamPassword: 'green tractor' };

/** Whom a driver signs in as, as the product's settings. */
export const account = {
  FEUSA_TEAM_PASSWORD: team.teamPassword,
  FEUSA_ADMIN_EMAIL: admin.email,
  FEUSA_ADMIN_PASSWORD: admin.password,
};
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

export default function product(kit) {
  const { launch, end, client, chunks, until, probe, pg, scratch, port = 18_900 } = kit;
  const main = kit.main ?? join(repository, 'dist/main.js');
  const origin = `http://127.0.0.1:${port}`;
  const data = join(scratch, 'product');
  let server, http, cookie, directory, folder;
  let position = '0';
  const versions = new Map();
  const nobody = () => ({ people: [], opened: 0, free: [] });
  /** `free`: those of whom a socket was closed. */
  let watchers = nobody();

  const start = () => {
    const settings = {
      PORT: String(port),
      HOST: '127.0.0.1',
      FEUSA_DATA_DIR: data,
      DATABASE_URL: pg.url('product'),
      ...account,
      FEUSA_LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    };
    const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
    const env = { ...process.env, ...settings };
    return (server = launch('product', process.execPath, [...flags, main], { env }));
  };

  const command = async (name, body) => {
    const answer = await http.json('POST', `/api/commands/${name}`, body);
    position = answer.position;
    return answer;
  };
  const record = (fields) => ({ ...fields, dateAdded: undefined, timestamp: undefined });
  const read = async (path, pick) => {
    const { body } = await http.raw('GET', path);
    return { body, items: () => pick(JSON.parse(body.toString('utf8'))) };
  };
  const listFolder = (id, after = '') =>
    read(`/api/folders/${id}${after}`, ({ folders, docs }) => [...folders, ...docs]);

  const self = {
    name: 'product',
    needsPg: true,
    notes:
      'one process, every write flushed; signed in, validated, authorised, hash-chained history',
    async version() {
      return `node ${process.version}, PostgreSQL ${await pg.pgVersion()}`;
    },

    async setup() {
      watchers = nobody();
      await pg.freshDb('product');
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data, { recursive: true });
    },
    async start() {
      start();
      await until(
        () => probe(`${origin}/health/live`).then(({ status }) => status === 200),
        60_000,
      );
      await self.connect();
    },
    async connect(token) {
      cookie = token ?? cookie ?? (await signIn(client(origin, { connections: 1 })));
      http = client(origin, { connections: 64, headers: { cookie } });
    },
    token: () => cookie,
    async stop() {
      directory?.close();
      directory = undefined;
      await http?.close();
      await end(server);
    },
    pids: () => (server && !server.gone ? [server.pid] : []),
    coldStart: {
      spawn: start,
      async probe() {
        const answer = await probe(`${origin}/api/employees?limit=1`, { cookie });
        return answer.status === 200 && answer.body.includes('firstName');
      },
    },

    createFolder: async (name, parentId = null) =>
      (await command('add-folder', { name, parentId })).id,
    async createEmployee(fields) {
      const { id, version } = await command('add-employee', record(fields));
      versions.set(id, version);
      return id;
    },
    async updateEmployee(id, fields) {
      const body = { id, version: versions.get(id), ...record(fields) };
      versions.set(id, (await command('update-employee', body)).version);
    },
    async settle() {
      await http.raw('GET', `/api/employees?limit=1&after=${position}`);
      await http.raw('GET', `/api/search?q=settled&after=${position}`);
    },

    async getEmployee(id) {
      const { body } = await http.raw('GET', `/api/employees/${id}`);
      return { body, item: () => JSON.parse(body.toString('utf8')) };
    },
    listFolder: (id) => listFolder(id),
    countFolder: async (id) => (await listFolder(id, `?after=${position}`)).items().length,

    // Pages go by cursor; a page by number is one whose cursor an earlier page gave.
    async listEmployees({ page, per = 100 } = {}) {
      if (page === undefined) return [await read('/api/employees', employeesOf)];
      const cursor = (await cursors(per))[page - 1];
      return [await read(`/api/employees?limit=${per}${cursor}`, employeesOf)];
    },

    // The answer names people; the browser has them already, kept current by the topic it watches.
    async searchEmployees(text) {
      directory ??= await openDirectory();
      const found = await read(`/api/search?q=${encodeURIComponent(text)}`, ({ hits }) => hits);
      return {
        body: found.body,
        items: () => found.items().flatMap(({ objectID }) => directory.people.get(objectID) ?? []),
      };
    },

    async uploadFile(bytes) {
      folder ??= await self.createFolder('files');
      const name = Buffer.from('file.bin').toString('base64');
      const { headers } = await http.raw('POST', '/api/uploads', {
        body: chunks(bytes),
        headers: {
          ...tus,
          'upload-length': String(bytes.length),
          'content-length': String(bytes.length),
          'upload-metadata': `filename ${name}`,
        },
      });
      const uploadId = headers.location.slice(headers.location.lastIndexOf('/') + 1);
      return (await command('add-file', { folderId: folder, uploadId })).id;
    },
    downloadFile: (id, onChunk) => http.download(`/files/${id}`, onChunk),

    subscribe: (onChange, topic = 'employees') =>
      watch(topic, ({ op, value }) => {
        if (op === 'put') onChange(value);
      }),

    async replay(events) {
      await pg.freshDb('product_replay');
      return replay(pg.url('product_replay'), events);
    },
  };
  return self;

  async function signIn(http, email = admin.email) {
    const body = JSON.stringify({ ...admin, ...team, email });
    const headers = { 'content-type': 'application/json' };
    const attempt = () =>
      http.raw('POST', '/api/session', { body, headers }).catch(async (fault) => {
        if (!String(fault).includes(': 429 ')) throw fault;
        // So many may sign in from one address within a minute.
        await sleep(5000);
        return attempt();
      });
    const { headers: answered } = await attempt();
    await http.close();
    return String(answered['set-cookie']).split(';')[0];
  }

  async function watch(topic, onChange) {
    const watcher = watchers.free.shift() ?? (await nextWatcher());
    const options = { transports: ['websocket'], forceNew: true, reconnection: false };
    const socket = io(origin, { ...options, extraHeaders: { cookie: watcher } });
    socket.on('change', onChange);
    await new Promise((settle, fail) => socket.on('connect', settle).on('connect_error', fail));
    const { error } = await socket.emitWithAck('watch', { topics: [topic] });
    if (error) throw new Error(error);
    return {
      close() {
        socket.close();
        // The server hears of it a little later.
        setTimeout(() => watchers.free.push(watcher), 1000).unref();
      },
    };
  }

  /** One person may have 20 sockets. */
  async function nextWatcher() {
    const index = Math.floor(watchers.opened++ / 20);
    const email = `watcher-${index}-${Date.now()}@feusa.example`;
    return (watchers.people[index] ??= newWatcher(email));
  }

  async function newWatcher(email) {
    await command('register-user', { ...admin, ...team, email });
    return signIn(client(origin, { connections: 1 }), email);
  }

  async function openDirectory() {
    const people = new Map();
    const { close } = await watch('employees', ({ op, id, value }) => {
      if (op === 'put') people.set(id, value);
      else people.delete(id);
    });
    const [all] = await self.listEmployees();
    for (const person of all.items()) people.set(person.id, person);
    return { people, close };
  }

  async function cursors(per) {
    if (cursors.known?.per === per) return cursors.known.list;
    const list = [''];
    for (;;) {
      const { body } = await http.raw('GET', `/api/employees?limit=${per}${list.at(-1)}`);
      const { next } = JSON.parse(body.toString('utf8'));
      if (!next) break;
      list.push(`&cursor=${next}`);
    }
    cursors.known = { per, list };
    return list;
  }
}

const employeesOf = ({ employees }) => employees;

function replay(url, events) {
  const program = ['--import', 'tsx', join(import.meta.dirname, 'replay.ts'), url, String(events)];
  const options = { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn(process.execPath, program, options);
  return new Promise((settle, fail) => {
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', fail).on('exit', (code) => {
      if (code === 0) settle(JSON.parse(text));
      else fail(new Error(`replay ended with ${code}`));
    });
  });
}
