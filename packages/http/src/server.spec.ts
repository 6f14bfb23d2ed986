import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { httpBounds } from '@feusa/contracts/bounds';
import { createLog } from '@feusa/platform/telemetry/log';
import { Body, Controller, Get, Post, Res, StreamableFile, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { newMetrics, HEALTH, HealthController } from './health.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { only } from '@feusa/testing/timers';
import { createHttpApp } from './server.js';

@Controller()
class Things {
  @Post('things')
  change(@Body() body: unknown) {
    return { body };
  }
}

const apps: NestFastifyApplication[] = [];
interface Settings {
  metricsToken?: string;
  publicUrl?: string;
  controllers?: Type[];
}
async function open(settings: Settings = {}): Promise<string> {
  const { metricsToken, publicUrl, controllers = [Things] } = settings;
  const health = { provide: HEALTH, useValue: { metrics: newMetrics(), parts: [] } };
  const app = await createHttpApp(
    { module: class {}, controllers: [...controllers, HealthController], providers: [health] },
    {
      origin: { publicUrl, reachedAddress: true },
      log: createLog({ level: 'silent' }),
      metricsToken,
    },
  );
  apps.push(app);
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}`;
}

let address: string;
beforeAll(async () => void (address = await open()));
afterEach(() => void jest.useRealTimers());
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** Begins a request and never ends it. */
async function beginSlowly(
  url: string,
  path = '/things',
  type = 'application/json',
): Promise<{ socket: Socket; got(): string }> {
  let got = '';
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.setEncoding('utf8').on('data', (text) => (got += String(text)));
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n`;
  socket.write(`${head}content-length: 9000\r\n\r\n{"a":`);
  await new Promise((arrived) => setTimeout(arrived, 100));
  return { socket, got: () => got };
}

it('answers 408 to a body that takes more than a minute, and hangs up', async () => {
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  const { socket, got } = await beginSlowly(address);
  jest.advanceTimersByTime(59_000);
  await waitFor(() => expect(got()).toBe(''));
  jest.advanceTimersByTime(1000);
  await waitFor(() =>
    expect(got()).toMatch(/^HTTP\/1.1 408 [^]*application\/problem\+json[^]*"too-slow"/),
  );
  jest.advanceTimersByTime(1000);
  await waitFor(() => expect(socket.closed).toBe(true));
});

it('ends a body that drips to where uploads are, if it is none or was refused', async () => {
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  for (const type of ['application/json', 'application/offset+octet-stream']) {
    const { socket } = await beginSlowly(address, '/api/uploads', type);
    const drip = setInterval(() => socket.write(' '), 50);
    jest.advanceTimersByTime(61_000);
    await waitFor(() => expect(socket.closed).toBe(true));
    clearInterval(drip);
  }
});

it('answers what it was asked before it ends, and takes nothing new', async () => {
  const url = await open();
  const ending = apps.pop()!;
  const [asked, stuck] = [await beginSlowly(url), await beginSlowly(url)];
  jest.useFakeTimers(only('setTimeout', { advanceTimers: true }));
  const closed = ending.close();
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  asked.socket.write(`${' '.repeat(9000 - '{"a":1}'.length)}1}`);
  await waitFor(() => expect(asked.got()).toMatch(/^HTTP\/1.1 201 /));
  expect(stuck.socket.closed).toBe(false);
  jest.advanceTimersByTime(httpBounds.endTime.value);
  await closed;
  await waitFor(() => expect(stuck.socket.closed).toBe(true));
});

it('keeps idle connections for longer than balancers do', () => {
  const { keepAliveTimeout, headersTimeout } = apps[0]!.getHttpServer() as Server;
  expect(keepAliveTimeout).toBeGreaterThan(60_000);
  // Of a connection that was opened ahead, Node ends the time of the first head.
  expect(headersTimeout).toBeGreaterThanOrEqual(keepAliveTimeout);
});

it('lets its pages connect to their own host alone', async () => {
  const answer = await fetch(`${address}/nothing`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy.split('; ').filter((each) => each.startsWith('connect-src'))).toEqual([
    "connect-src 'self'",
  ]);
});

const figures = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/metrics`, { headers });
  return answer.status === 200 ? (await answer.text()).includes('process_cpu') : answer.status;
};

it('gives figures to the machine itself where no token is set', async () => {
  expect(await figures(address)).toBe(true);
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    expect([name, await figures(address, { [name]: '127.0.0.1' })]).toEqual([name, 401]);
  expect(await figures(await open({ publicUrl: 'https://intranet.example.com' }))).toBe(401);
  expect(await figures(await open({ publicUrl: 'http://localhost:3000' }))).toBe(true);
  const elsewhere = await apps[0]!.inject({ url: '/metrics', remoteAddress: '10.0.0.7' });
  expect(elsewhere.statusCode).toBe(401);
  expect(elsewhere.headers['www-authenticate']).toBe('Bearer');
  const named = await apps[0]!.inject({ url: '/metrics', headers: { host: 'evil.example' } });
  expect(named.statusCode).toBe(401);
});

it('gives figures for the token alone where one is set', async () => {
  const metricsToken = 'a-token-of-some-length';
  const url = await open({ metricsToken });
  expect(await figures(url, { authorization: `Bearer ${metricsToken}` })).toBe(true);
  expect(await figures(url, { authorization: `bearer ${metricsToken}` })).toBe(true);
  for (const authorization of ['', 'Bearer', 'Bearer other', `Basic ${metricsToken}`, metricsToken])
    expect([authorization, await figures(url, { authorization })]).toEqual([authorization, 401]);
  expect(await figures(url)).toBe(401);
});

it('asks browsers to report what its pages try against their policy', async () => {
  const policyOf = async (url: string) => {
    const { headers } = await fetch(`${url}/nothing`);
    return [headers.get('content-security-policy')?.split('; ').slice(-2), headers];
  };
  const [plain] = await policyOf(address);
  expect(plain).toEqual(["frame-ancestors 'none'", 'report-uri /api/csp-reports']);
  const [policy, headers] = await policyOf(await open({ publicUrl: 'https://intranet.example' }));
  expect(policy).toEqual(['report-uri /api/csp-reports', 'report-to csp']);
  expect((headers as Headers).get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
});

const LARGE = 64 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

@Controller()
class Answers {
  @Get('text')
  text() {
    return 'x'.repeat(LARGE);
  }

  @Get('stream')
  stream() {
    return new StreamableFile(Readable.from(chunks()));
  }

  @Get('hijacked')
  async hijacked(@Res() reply: FastifyReply) {
    await pipeline(chunks(), reply.hijack().raw).catch(() => undefined);
  }

  @Get('slow')
  slow() {
    return new StreamableFile(Readable.from(seldom()));
  }
}

function* chunks() {
  for (let sent = 0; sent < LARGE; sent += CHUNK.length) yield CHUNK;
}

async function* seldom() {
  for (const part of ['a', 'b', 'c']) {
    yield part;
    await new Promise((passed) => setTimeout(passed, 500));
  }
}

describe('the reader of an answer', () => {
  const STALL_MS = 150;
  let url: URL;
  beforeAll(async () => {
    url = new URL(await open({ controllers: [Answers] }));
    (apps.at(-1)!.getHttpServer() as Server).timeout = STALL_MS;
  });

  /** Asks for the path, and takes nothing of the answer until it is told to. */
  async function reads(path: string): Promise<Socket> {
    const socket = connect(Number(url.port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  }

  it('holds bounds in every app', () => {
    expect((apps[0]!.getHttpServer() as Server).timeout).toBe(httpBounds.stall.value);
  });

  it.each(['/text', '/stream', '/hijacked'])(
    'is left where it takes nothing of %s',
    async (path) => {
      const server = apps.at(-1)!.getHttpServer() as Server;
      const [socket, [taken]] = await Promise.all([
        reads(path),
        once(server, 'connection') as Promise<[Socket]>,
      ]);
      await waitFor(() => expect(taken.destroyed).toBe(true));
      let got = 0;
      socket.on('data', (part: Buffer) => void (got += part.length)).resume();
      await waitFor(() => expect(socket.closed).toBe(true));
      expect(got).toBeLessThan(LARGE);
    },
  );

  it('has the whole of what it takes slowly', async () => {
    const socket = await reads('/stream');
    let got = 0;
    socket.on('data', (part: Buffer) => {
      got += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.resume();
    await waitFor(() => expect(got).toBeGreaterThan(LARGE), { timeout: 30_000 });
    socket.destroy();
  });

  it('may wait for an answer that is made slowly', async () => {
    expect(await (await fetch(new URL('/slow', url))).text()).toBe('abc');
  });
});
