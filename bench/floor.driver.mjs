// The floor, driven through the same methods as the product.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';

export default function floor(kit) {
  const { launch, end, client, chunks, until, probe, pg, scratch, port = 18_800 } = kit;
  const origin = `http://127.0.0.1:${port}`;
  const files = join(scratch, 'floor');
  let server, http;
  const start = () => {
    const env = { ...process.env, PORT: String(port), DATABASE_URL: pg.url('floor'), FILES: files };
    return (server = launch('floor', process.execPath, [join(import.meta.dirname, 'floor.mjs')], {
      env,
    }));
  };
  const get = async (path) => ({ body: (await http.raw('GET', path)).body });
  const ready = () => probe(`${origin}/people?page=1`).then(({ status }) => status === 200);
  return {
    name: 'floor',
    async setup() {
      await pg.freshDb('floor');
      rmSync(files, { recursive: true, force: true });
    },
    async start() {
      start();
      await until(ready, 60_000);
      http = client(origin, { connections: 64 });
    },
    async stop() {
      await http?.close();
      await end(server);
    },
    pids: () => (server && !server.gone ? [server.pid] : []),
    coldStart: { spawn: start, probe: ready },
    createFolder: async (name, parentId = null) =>
      (await http.json('POST', '/folder/add', { name, parentId, type: 'folder' })).id,
    createEmployee: async (fields) => (await http.json('POST', '/person/put', fields)).id,
    updateEmployee: (id, fields) => http.json('POST', '/person/put', { ...fields, id }),
    async settle() {},
    getEmployee: (id) => get(`/person?id=${id}`),
    listFolder: (id) => get(`/folder?id=${id}`),
    listEmployees: async ({ page } = {}) => [await get(page ? `/people?page=${page}` : '/people')],
    async searchEmployees(text) {
      const { body } = await get(`/search?q=${encodeURIComponent(text)}`);
      return { items: () => JSON.parse(body.toString('utf8')) };
    },
    uploadFile: async (bytes) => {
      const headers = { 'content-length': String(bytes.length) };
      const { body } = await http.raw('POST', '/upload', { body: chunks(bytes), headers });
      return JSON.parse(body.toString('utf8')).id;
    },
    downloadFile: (id) => http.download(`/file?id=${id}`),
    async subscribe(onChange) {
      const socket = io(origin, { transports: ['websocket'], forceNew: true });
      await new Promise((settle, fail) => socket.on('connect', settle).on('connect_error', fail));
      socket.on('change', onChange);
      return { close: () => socket.close() };
    },
  };
}
