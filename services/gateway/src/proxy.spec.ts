import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { readConfig } from '@feusa/profiles/config';
import type { Service } from '@feusa/http/service';
import { afterEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { only } from '@feusa/testing/timers';
import { createGateway } from './app.js';

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const close of closers.splice(0).toReversed()) await close();
});

const portOf = (server: Server) => (server.address() as { port: number }).port;

async function listen(handle: RequestListener, idleMs = 5000): Promise<Server> {
  const server = createServer({ keepAliveTimeout: idleMs }, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** The gateway before one service that answers everything. */
async function open(handle: RequestListener, settings: NodeJS.ProcessEnv = {}, idleMs?: number) {
  const service = await listen((asked, answer) => {
    if (asked.url === '/health/ready') answer.end('{}');
    else handle(asked, answer);
  }, idleMs);
  const url = `http://127.0.0.1:${portOf(service)}`;
  const given = { FEUSA_COMMAND_URLS: url, FEUSA_QUERY_URLS: url, FEUSA_LOG_LEVEL: 'silent' };
  const gateway: Service = await createGateway(readConfig({ ...given, ...settings }));
  await gateway.app.listen(0, '127.0.0.1');
  closers.push(() => gateway.close());
  return portOf(gateway.app.getHttpServer());
}

const echo: RequestListener = ({ headers }, answer) => answer.end(JSON.stringify(headers));

/** What the service hears of somebody at `localAddress`. */
async function heard(port: number, localAddress: string, headers: Record<string, string> = {}) {
  const asked = request({
    host: '127.0.0.1',
    port,
    localAddress,
    path: '/api/tree',
    headers,
  }).end();
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  const text = (await (answer as unknown as { toArray(): Promise<Buffer[]> }).toArray()).join('');
  const received = JSON.parse(text) as Record<string, string>;
  const names = Object.keys(received).filter((name) => /forward|real-ip/.test(name));
  return Object.fromEntries(names.map((name) => [name, received[name]]));
}

const MADE_UP = {
  'x-forwarded-for': '203.0.113.5',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'intranet.example',
  'x-forwarded-port': '1',
  'x-real-ip': '1.2.3.4',
  forwarded: 'for=1.2.3.4',
};

it('keeps what a trusted ingress says of the caller, and adds the ingress', async () => {
  const port = await open(echo);
  expect(await heard(port, '127.0.0.1', MADE_UP)).toEqual({
    'x-forwarded-for': '203.0.113.5, 127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'intranet.example',
  });
});

it('drops what anybody else says', async () => {
  for (const trusted of ['none', '127.0.0.1', '10.0.0.0/8']) {
    const port = await open(echo, { FEUSA_TRUSTED_PROXIES: trusted });
    expect(await heard(port, '127.0.0.2', { ...MADE_UP, host: 'here' })).toEqual({
      'x-forwarded-for': '127.0.0.2',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'here',
    });
  }
});

it('answers 408 to a body that takes more than a minute', async () => {
  const port = await open(echo);
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  let got = '';
  const socket = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .on('data', (text) => (got += text));
  socket.on('error', () => undefined);
  socket.write('POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
  await new Promise((arrived) => setTimeout(arrived, 100));
  jest.advanceTimersByTime(60_000);
  await waitFor(() => expect(got).toMatch(/^HTTP\/1.1 408 [^]*"too-slow"/));
  await waitFor(() => expect(socket.closed).toBe(true));
});

const statusOf = async (
  port: number,
  path: string,
  options: object = {},
): Promise<number | string> => {
  const asked = request({ host: '127.0.0.1', port, path, agent: false, ...options }).end();
  return new Promise((resolve) => {
    asked.on('error', (fault: NodeJS.ErrnoException) => resolve(fault.code ?? fault.message));
    asked.on('response', (answer) => {
      answer.on('error', () => resolve('cut off'));
      answer.on('end', () => resolve(answer.statusCode!)).resume();
    });
  });
};

it('gives a service up that does not answer, and one that stops in the middle', async () => {
  let asked = 0;
  const port = await open(({ url }, answer) => {
    asked++;
    if (url !== '/api/search') answer.write('the beginning');
  });
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  const answers = Promise.all(['/api/search', '/api/tree'].map((path) => statusOf(port, path)));
  await waitFor(() => expect(asked).toBe(2));
  jest.advanceTimersByTime(61_000);
  expect(await answers).toEqual([504, 'cut off']);
  expect(asked).toBe(2);
});

it('leaves uploads, downloads and exports the time that they take', async () => {
  const ends: (() => void)[] = [];
  const port = await open((_, answer) => {
    answer.write('the beginning');
    ends.push(() => answer.end());
  });
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  const paths = ['/files/1', '/api/audit/export', '/api/uploads/1', '/api/employees/export?x=1'];
  const answers = Promise.all([
    ...paths.map((path) => statusOf(port, path)),
    statusOf(port, '/api/folders/1/archive', { method: 'POST' }),
  ]);
  await waitFor(() => expect(ends).toHaveLength(5));
  await new Promise((begun) => setTimeout(begun, 100));
  jest.advanceTimersByTime(3_600_000);
  for (const end of ends) end();
  expect(await answers).toEqual([200, 200, 200, 200, 200]);
});

it('repeats a command that has a name of its own where its connection broke, and no other', async () => {
  let asked = 0;
  const port = await open((received, answer) => {
    asked++;
    if (asked % 2 === 1) received.socket.destroy();
    else answer.end('{}');
  });
  const key = { 'idempotency-key': '6a1f2f0e-0b8a-4a55-9a5e-0f3c2a1d4e5f' };
  const command = { method: 'POST', headers: key };
  expect(await statusOf(port, '/api/commands/add-folder', command)).toBe(200);
  expect(asked).toBe(2);
  expect(await statusOf(port, '/api/commands/add-folder', { method: 'POST' })).toBe(503);
  expect(asked).toBe(3);
});

it('leaves no socket open at a service once it has ended', async () => {
  const service = await listen((_asked, answer) => void answer.end('{}'));
  const opened = new Promise<Socket>((settle) => {
    service.on('upgrade', (_asked, socket: Socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      );
      settle(socket);
    });
  });
  const url = `http://127.0.0.1:${portOf(service)}`;
  const given = { FEUSA_COMMAND_URLS: url, FEUSA_QUERY_URLS: url, FEUSA_LOG_LEVEL: 'silent' };
  const gateway = await createGateway(readConfig(given));
  await gateway.app.listen(0, '127.0.0.1');
  const client = connect(portOf(gateway.app.getHttpServer()), '127.0.0.1');
  closers.push(() => void client.destroy());
  client.on('error', () => undefined);
  client.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  const there = await opened;
  await once(client, 'data');
  await gateway.close();
  await waitFor(() => expect(there.destroyed || there.readableEnded).toBe(true));
});

it('answers what it was asked before it ends', async () => {
  const asked: (() => void)[] = [];
  const service = await listen((_request, answer) => void asked.push(() => answer.end('{}')));
  const url = `http://127.0.0.1:${portOf(service)}`;
  const given = { FEUSA_COMMAND_URLS: url, FEUSA_QUERY_URLS: url, FEUSA_LOG_LEVEL: 'silent' };
  const gateway = await createGateway(readConfig(given));
  await gateway.app.listen(0, '127.0.0.1');
  const address = `http://127.0.0.1:${portOf(gateway.app.getHttpServer())}/api/tree`;
  const answer = fetch(address);
  await waitFor(() => expect(asked).toHaveLength(1));
  const closed = gateway.close();
  await expect(fetch(address)).rejects.toThrow();
  asked[0]!();
  expect(await (await answer).json()).toEqual({});
  await closed;
});
