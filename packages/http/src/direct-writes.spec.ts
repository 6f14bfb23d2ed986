import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Session } from '@feusa/identity/sessions/port';
import { refuse } from '@feusa/contracts/refusals';
import { httpDuration } from '@feusa/platform/telemetry/metrics';
import { createLog } from '@feusa/platform/telemetry/log';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { outcomeOf, type DirectRoute } from './direct-writes.js';
import type { AppRequest } from './request.js';
import { createHttpApp } from './server.js';

const ann: Session = { id: 's', user: { id: 'u', email: 'ann@feusa.example', role: 'basic' } };
const sessions: Record<string, Session> = {
  known: ann,
  lacking: { ...ann, lacksSecondFactor: true },
};
const [NO_BUG, LATER, BUG] = ['refused', 'refused-later', 'broken'];

/** What was done, and by which way. */
let done: { way: string; name: string; body: unknown }[] = [];
const act = async (way: string, name: string, body: unknown) => {
  done.push({ way, name, body });
  if (name === LATER) await new Promise((next) => setTimeout(next, 10));
  if (name === NO_BUG || name === LATER) refuse('not-allowed');
  if (name === BUG) throw new Error('a bug');
  return { name, size: JSON.stringify(body).length };
};
const direct: DirectRoute = {
  takes: ({ name }) => name !== 'special',
  write: async ({ name, body, query, about }) => {
    const answer = await act('direct', name, { ...(body as object), ...query });
    return { ...answer, user: about.userId };
  },
};

@Controller('api/things')
class Things {
  @Post(':name')
  @HttpCode(200)
  async change(@Param('name') name: string, @Body() body: unknown, @Req() { raw }: AppRequest) {
    return outcomeOf(raw) ?? act('route', name, body);
  }
}

const lines: Record<string, unknown>[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
let app: NestFastifyApplication;
let address = '';
beforeAll(async () => {
  const module = { module: class {}, controllers: [Things] };
  app = await createHttpApp(module, {
    ...{ origin: { reachedAddress: true }, log: createLog({ level: 'info', destination }) },
    direct: { '/api/things': direct },
    sessions: { known: (token) => sessions[token] },
  });
  await app.listen(0, '127.0.0.1');
  address = await app.getUrl();
});
afterAll(() => app.close());
beforeEach(() => {
  done = [];
  lines.splice(0);
});

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
async function post({ path = '/api/things/paint', headers = {}, body = '{"a":1}' }: Sent = {}) {
  const given = { cookie: 'feusa_session=known', 'content-type': 'application/json', ...headers };
  const answer = await fetch(address + path, { method: 'POST', headers: given, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

it('does what nothing is special about once, ahead of its route, and counts and logs it as the route does', async () => {
  const counted = async () => {
    const { values } = await httpDuration.get();
    const own = values.find(
      ({ labels, metricName }) =>
        labels.route === '/api/things/:name' && metricName?.endsWith('_count'),
    );
    return own?.value ?? 0;
  };
  const before = await counted();
  expect(await post()).toEqual({ status: 200, body: { name: 'paint', size: 7, user: 'u' } });
  expect(done).toEqual([{ way: 'direct', name: 'paint', body: { a: 1 } }]);
  expect(await counted()).toBe(before + 1);
  const line = { msg: 'request', method: 'POST', route: '/api/things/:name', status: 200 };
  expect(lines).toMatchObject([{ ...line, url: '/api/things/paint', userId: 'u' }]);
});

it('hands on a single parameter', async () => {
  await post({ path: '/api/things/paint?onConflict=refuse' });
  expect(done).toEqual([{ way: 'direct', name: 'paint', body: { a: 1, onConflict: 'refuse' } }]);
});

it.each<[string, Sent]>([
  ['a person who is not known', { headers: { cookie: 'feusa_session=nobody' } }],
  ['nobody', { headers: { cookie: '' } }],
  ['a person without the second factor', { headers: { cookie: 'feusa_session=lacking' } }],
  ['a program', { headers: { authorization: 'Bearer x' } }],
  ['a part of a trace', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } }],
  ['two parameters', { path: '/api/things/paint?onConflict=refuse&at=1' }],
  ['a parameter that is escaped', { path: '/api/things/paint?onConflict=%72efuse' }],
  ['a name that is not taken', { path: '/api/things/special' }],
  ['a name in capitals', { path: '/api/things/Paint' }],
])('leaves to the route what comes with %s', async (_, sent) => {
  await post(sent);
  expect(done).toMatchObject([{ way: 'route', body: { a: 1 } }]);
});

it.each<[number, Sent]>([
  [403, { headers: { origin: 'https://elsewhere.example' } }],
  [403, { headers: { 'sec-fetch-site': 'cross-site' } }],
  [415, { headers: { 'content-type': 'text/plain' } }],
  [415, { headers: { 'content-encoding': 'gzip' } }],
  [400, { body: '{"a":1' }],
  [400, { body: '{"a":1,"a":2}' }],
  [400, { body: '{"__proto__":1}' }],
])('does nothing for what is answered with %i: %j', async (status, sent) => {
  expect((await post(sent)).status).toBe(status);
  expect(done).toEqual([]);
});

it('hands a refusal to the route, which does nothing more', async () => {
  const { status, body } = await post({ path: `/api/things/${NO_BUG}` });
  expect([status, body['code']]).toEqual([403, 'not-allowed']);
  expect(done).toEqual([{ way: 'direct', name: NO_BUG, body: { a: 1 } }]);
});

it('hands a bug to the route, which tells the operator under the id that the caller is told', async () => {
  const { status, body } = await post({ path: `/api/things/${BUG}` });
  expect([status, body['code'], done.length]).toEqual([500, 'fault', 1]);
  const fault = lines.find(({ msg }) => msg === 'fault');
  expect(fault).toMatchObject({ requestId: body['requestId'] });
});

it.each([NO_BUG, LATER])('keeps nothing of what is %s once it is answered', async (name) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const seen: WeakRef<IncomingMessage>[] = [];
  const server = app.getHttpServer() as Server;
  server.prependListener('request', (request) => void seen.push(new WeakRef(request)));
  for (let n = 0; n < 20; n++) await post({ path: `/api/things/${name}` });
  // The last one on each connection is known to its parser.
  await poll(() => (collect(), seen.filter((each) => each.deref()).length)).toBeLessThan(5);
  expect(seen).toHaveLength(20);
});

/** Pieces of requests: the first has a head, and the others come once the server has begun with it. The answers. */
const inPieces = async (first: string, ...others: readonly string[]): Promise<string> => {
  const { port } = new URL(address);
  const begun = once(app.getHttpServer() as Server, 'request');
  const socket = net.connect({ port: Number(port), host: '127.0.0.1' });
  const received = text(socket);
  socket.write(first);
  await begun;
  for (const piece of others) socket.write(piece);
  return received;
};
const head = (length: number, more = '') =>
  `POST /api/things/paint HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: feusa_session=known\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

it.each<[how: string, way: string, pieces: [string, ...string[]]]>([
  ['in one piece', 'direct', [`${head(7)}{"a":1}`]],
  ['behind its head', 'route', [head(7), '{"a":1}']],
  ['in two pieces', 'route', [`${head(7)}{"a"`, ':1}']],
])('takes a body that comes %s by the %s', async (_, way, pieces) => {
  expect(await inPieces(...pieces)).toMatch(/^HTTP\/1\.1 200 .*"size":7/s);
  expect(done).toEqual([{ way, name: 'paint', body: { a: 1 } }]);
});

it('answers requests of one connection in their order, whichever way they go', async () => {
  const keep = (name: string) =>
    `POST /api/things/${name} HTTP/1.1\r\nhost: x\r\ncookie: feusa_session=known\r\n` +
    `content-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}`;
  const answers = await inPieces(`${keep('one')}${keep('special')}${keep('two')}${head(7)}{"a":1}`);
  const names = [...answers.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['one', 'special', 'two', 'paint']);
  await poll(() => done.length).toBe(4);
});
