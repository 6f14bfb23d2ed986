import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpBounds } from '@feusa/contracts/bounds';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

const ASKED = 120;
const AT_ONCE = httpBounds.atWork.value;

let product: Product;
let at: string;
beforeAll(async () => {
  product = await Product.open();
  const employees = Array.from({ length: 50 }, (_, n) => ({
    firstName: 'Ann',
    lastName: `Oak ${n}`,
    email: `ann.${n}@feusa.example`,
    role: 'Welder',
    location: 'Omaha',
    department: 'Works',
    phoneNumber: '402 555 0100',
    manager: 'Bea Elm',
  }));
  await Promise.all(employees.map((each) => product.done('add-employee', each)));
  at = new Date().toISOString();
});
afterAll(() => product.close());

/** As many connections as a browser would never open, which stay open. */
const open: http.Agent[] = [];
function connected(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: ASKED });
  open.push(agent);
  return agent;
}
afterAll(() => open.forEach((agent) => agent.destroy()));

const get = (path: string, { cookie }: Person, agent: http.Agent) =>
  new Promise<number>((settle, fail) => {
    http
      .get(product.address + path, { headers: { cookie }, agent }, (answer) => {
        answer.resume().on('end', () => settle(answer.statusCode!));
      })
      .on('error', fail);
  });
const times = <T>(count: number, ask: () => Promise<T>) =>
  Array.from({ length: count }, () => ask());

it('whoever asks for hundreds of lists at once keeps nobody waiting for all of them', async () => {
  const { admin, auditor } = product.people;
  const [greedy, calm] = [connected(), connected()];
  await Promise.all(times(ASKED, () => get('/api/session', admin, greedy)));
  await get('/api/session', auditor, calm);
  const statuses: number[] = [];
  const list = `/api/employees?at=${at}`;
  const lists = times(ASKED, async () => statuses.push(await get(list, admin, greedy)));
  while (statuses.length === 0) await Promise.race(lists);
  const before = statuses.length;
  expect(await get(list, auditor, calm)).toBe(200);
  // A busy machine may hold one connection up while others go on; how many turns there are is a test of its own.
  expect(statuses.length - before).toBeLessThan(ASKED / 2);
  await Promise.all(lists);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('who waits for too much already is refused', async () => {
  const { admin } = product.people;
  const { host, hostname, port } = new URL(product.address);
  const asked = AT_ONCE + httpBounds.waiting.value + 10;
  const ask = `HEAD /api/tree?at=${at} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${admin.cookie}\r\n\r\n`;
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(ask.repeat(asked));
  let answers = '';
  socket.on('data', (text: string) => (answers += text));
  const counted = () => [...answers.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status);
  await poll(() => counted().length).toBe(asked);
  expect(new Set(counted())).toEqual(new Set(['200', '429']));
  socket.destroy();
});

it('downloads and archives that are read slowly keep nothing else waiting', async () => {
  const { admin } = product.people;
  const { id: folderId } = await product.done('add-folder', { name: 'Films', parentId: null });
  const uploadId = await product.upload(randomBytes(16 << 20), 'film.bin');
  const { id } = await product.done('add-file', { folderId, uploadId });
  const begun = (path: string) =>
    new Promise<http.IncomingMessage>((settle, fail) => {
      const headers = { cookie: admin.cookie };
      http.get(product.address + path, { headers, agent: false }, settle).on('error', fail);
    });
  const paths = [
    ...Array<string>(AT_ONCE).fill(`/files/${id}`),
    `/api/folders/${folderId}/archive`,
  ];
  const slow = await Promise.all(paths.map(begun));
  expect(slow.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200));
  const list = get(`/api/employees?at=${at}`, admin, connected());
  expect(await Promise.race([list, sleep(10_000, 'still waiting')])).toBe(200);
  slow.forEach((answer) => answer.destroy());
});
