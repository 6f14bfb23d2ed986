import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Session } from '@feusa/identity/sessions/port';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { settleForwarded } from './forwarded.js';
import { answerReady, type ReadyQuery } from './ready-answers.js';

const ann: Session = { id: 's', user: { id: 'u', email: 'ann@feusa.example', role: 'basic' } };
const sessions: Record<string, Session> = {
  known: ann,
  lacking: { ...ann, lacksSecondFactor: true },
};
const [there, gone] = [randomUUID(), randomUUID()];
let asked: ReadyQuery[] = [];
let server: Server;
let address = '';

beforeAll(async () => {
  const answer = answerReady(
    {
      '/api/things': (ask) => (asked.push(ask), [Buffer.from('{"all":1'), Buffer.from('}')]),
      '/api/things/:id': ({ id }) => (id === there ? [Buffer.from('{"one":1}')] : undefined),
    },
    { known: (token) => sessions[token] },
    ['x-frame-options', 'DENY'],
  );
  server = createServer((request, response) => {
    settleForwarded(request, { trust: () => false });
    if (!answer(request, response)) response.writeHead(404).end('the route');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const get = async (path: string, more: Record<string, string> = {}, method = 'GET') => {
  const headers = { cookie: 'feusa_session=known', 'accept-encoding': 'identity', ...more };
  const answer = await fetch(address + path, { method, headers });
  return { answer, text: await answer.text() };
};

it('answers what lies ready, with its length and the headers of every answer', async () => {
  const { answer, text } = await get(`/api/things/${there}`);
  expect(text).toBe('{"one":1}');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': '9',
    'content-type': 'application/json; charset=utf-8',
    'x-frame-options': 'DENY',
  });
});

it('puts what belongs behind it there, and hands on what was asked and by whom', async () => {
  asked = [];
  expect((await get('/api/things?limit=3')).text).toBe('{"all":1}');
  expect((await get('/api/things')).text).toBe('{"all":1}');
  expect(asked).toEqual([
    { query: 'limit=3', by: ann.user },
    { query: '', by: ann.user },
  ]);
});

it.each([
  ['nobody', `/api/things/${there}`, { cookie: '' }],
  ['whoever is not in memory', `/api/things/${there}`, { cookie: 'feusa_session=unknown' }],
  ['two sessions', `/api/things/${there}`, { cookie: 'feusa_session=known; feusa_session=known' }],
  ['who lacks a second factor', `/api/things/${there}`, { cookie: 'feusa_session=lacking' }],
  ['programs', `/api/things/${there}`, { authorization: 'Bearer known' }],
  ['what is not there', `/api/things/${gone}`, {}],
  ['another address', '/api/others', {}],
  ['an id in capitals', `/api/things/${there.toUpperCase()}`, {}],
  ['more than an id', `/api/things/${there}/more`, {}],
  ['a name of every object', '/api/constructor', {}],
])('leaves to the route: %s', async (_, path, headers) => {
  const { answer, text } = await get(path, headers as Record<string, string>);
  expect([answer.status, text]).toEqual([404, 'the route']);
});

it.each(['HEAD', 'POST', 'OPTIONS'])('leaves %s to the route', async (method) => {
  expect((await get(`/api/things/${there}`, {}, method)).answer.status).toBe(404);
});
