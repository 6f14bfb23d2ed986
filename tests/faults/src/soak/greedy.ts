import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { request, type RequestOptions, type Reply } from '../client/http.js';
import type { Client } from '../client/sender.js';

/** How many answers of each status a greedy client got; 0 where there was none. */
export type Answers = Map<number, number>;

export interface People {
  readonly basic: Client;
  readonly admin: Client;
}

/** Takes all that it is given, one thing after the other, until the signal. */
export type Greedy = (ended: AbortSignal, answers: Answers) => Promise<void>;

/** What a greedy client does next; undefined where nothing came back that could be counted. */
type Bite = () => Promise<Reply | undefined>;

const GIGABYTE = 2 ** 30;
/** So that it is the product that bounds them, and not the machine that they share with it. */
const PAUSE_MS = 20;
const SOCKETS = 25;
const TOO_MANY_TOPICS = 400;
const SLOW_BYTE_MS = 1000;
const SLOW_BODIES = 40;

const repeat =
  (bite: Bite, pauseMs = PAUSE_MS): Greedy =>
  async (ended, answers) => {
    while (!ended.aborted) {
      const reply = await bite();
      if (reply) answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1);
      await sleep(pauseMs);
    }
  };

/** One of each kind that a colleague or a stranger can be, by what it does. */
export function greedyClients(
  address: string,
  { basic, admin }: People,
): Readonly<Record<string, Greedy>> {
  const asking = (
    method: string,
    path: string,
    { as, ...more }: RequestOptions & { as?: Client } = {},
  ) => request(method, address + path, { ...(as && { cookie: as.cookie }), ...more });
  const post = (path: string, body: object, as?: Client) =>
    asking('POST', path, { body, ...(as && { as }) });
  const sign = (email: string) =>
    post('/api/session', { email, password: randomUUID(), teamPassword: 'green tractor' });
  return {
    'guesses passwords': repeat(() => sign(basic.email)),
    'guesses accounts': repeat(() => sign(`${randomUUID()}@feusa.example`)),
    'asks for resets': repeat(() => post('/api/password-resets', { email: admin.email })),
    'reports errors': repeat(() => {
      const errors = { text: 'x'.repeat(3000) };
      return post('/api/commands/log-error', { details: 'Greedy', errors }, basic);
    }),
    'reports large errors': repeat(() => {
      const errors = { text: 'x'.repeat(55_000) };
      return post('/api/commands/log-error', { details: 'Greedy', errors }, basic);
    }),
    'begins uploads': repeat(() => beginUpload(address, admin)),
    'reads the tree': repeat(() => asking('GET', '/api/tree', { as: basic })),
    'reads everybody': repeat(() => asking('GET', '/api/employees', { as: basic })),
    'searches at length': repeat(() => {
      const q = encodeURIComponent(`${'miler kaminsky '.repeat(30)}`.slice(0, 499));
      return asking('GET', `/api/search?q=${q}`, { as: basic });
    }),
    'exports the log': repeat(async () => {
      const reply = await asking('GET', '/api/audit/export', { as: admin });
      if (reply.code === 'step-up')
        await post('/api/step-up', { password: 'brisk walnut harvest' }, admin);
      return reply;
    }, 1000),
    'opens sockets': watchMuch(address, basic, [
      Array.from({ length: TOO_MANY_TOPICS }, () => `folder:${randomUUID()}`),
    ]),
    'watches everything': watchMuch(address, basic, [['folder:root', 'employees'], ['errors']]),
    'sends slow bodies': sendSlowly(address, basic),
  };
}

const beginUpload = (address: string, { cookie }: Client): Promise<Reply> =>
  request('POST', `${address}/api/uploads`, {
    cookie,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(GIGABYTE),
      'upload-metadata': `filename ${Buffer.from('greedy.bin').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    raw: new Uint8Array(randomBytes(4096)),
  });

/** More sockets than it may have, which ask for topics from the start again and again, and come back when cut. */
const watchMuch =
  (address: string, { cookie }: Client, asked: readonly (readonly string[])[]): Greedy =>
  async (ended) => {
    const sockets: Socket[] = Array.from({ length: SOCKETS }, () =>
      io(address, {
        forceNew: true,
        transports: ['websocket'],
        extraHeaders: { cookie },
      }),
    );
    while (!ended.aborted) {
      for (const socket of sockets) {
        if (!socket.connected) socket.connect();
        else asked.forEach((topics) => socket.emit('watch', { topics, after: '0' }));
      }
      await sleep(250);
    }
    for (const socket of sockets) socket.disconnect();
  };

/** Bodies of one byte a second, each begun anew once it is cut. */
const sendSlowly =
  (address: string, { cookie }: Client): Greedy =>
  async (ended) => {
    await Promise.all(
      Array.from({ length: SLOW_BODIES }, () => slowBodies(address, cookie, ended)),
    );
  };

async function slowBodies(address: string, cookie: string, ended: AbortSignal): Promise<void> {
  const { hostname, port, host } = new URL(address);
  const head = [
    'POST /api/commands/add-folder HTTP/1.1',
    `host: ${host}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    'content-length: 1000',
  ];
  while (!ended.aborted) {
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    while (!ended.aborted && !socket.destroyed) {
      socket.write(' ');
      await sleep(SLOW_BYTE_MS);
    }
    socket.destroy();
  }
}
