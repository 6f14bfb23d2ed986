import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { Backends, upstreamOf } from './backends.js';

it.each([
  ['/api/commands/add-folder', 'command'],
  ['/api/session', 'command'],
  ['/api/session?x=1', 'command'],
  ['/api/password-resets/abc', 'command'],
  ['/api/users/1', 'command'],
  ['/api/step-up', 'command'],
  ['/api/sso', 'command'],
  ['/api/sso/callback?code=x', 'command'],
  ['/api/me/password', 'command'],
  ['/api/me/sessions/1', 'command'],
  ['/api/me/second-factors', 'command'],
  ['/api/me/recovery-codes', 'command'],
  ['/api/me/passkeys/options', 'command'],
  ['/api/me/passkeys/1', 'command'],
  ['/api/me/notices', 'command'],
  ['/api/me/home', 'query'],
  ['/api/uploads', 'command'],
  ['/api/undo?position=3', 'command'],
  ['/api/imports/employees', 'command'],
  ['/api/erasures?id=3', 'command'],
  ['/api/csp-reports', 'command'],
  ['/api/folders/1?after=3', 'query'],
  ['/api/usersbook', 'query'],
  ['/api/nothing', 'query'],
  ['/files/1?inline=1', 'query'],
  ['/socket.io/?EIO=4', 'query'],
  ['/api/docs', undefined],
  ['/api/docs-json', undefined],
  ['/dashboard', undefined],
  ['/filesystem', undefined],
  ['/health/ready', undefined],
])('%s is answered by %s', (path, service) => expect(upstreamOf(path)).toBe(service));

const copies = ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3'];
const keys = Array.from({ length: 300 }, (_, index) => `browser ${index}`);
const opened: Backends[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));
function open(addresses: readonly string[]): Backends {
  const backends = new Backends(addresses);
  opened.push(backends);
  return backends;
}

it('a browser stays with its copy; when one goes away only its own browsers move', () => {
  const backends = open(copies);
  const before = keys.map((key) => backends.pick(key));
  expect(keys.map((key) => backends.pick(key))).toEqual(before);
  for (const copy of copies) expect(before.filter((at) => at === copy).length).toBeGreaterThan(50);
  backends.failed(copies[1]!);
  const after = keys.map((key) => backends.pick(key));
  expect(after).not.toContain(copies[1]);
  for (const [index, at] of before.entries()) if (at !== copies[1]) expect(after[index]).toBe(at);
});

it('where all are away one is still tried, and another one than before if there is any', () => {
  const backends = open(copies.slice(0, 2));
  copies.forEach((copy) => backends.failed(copy));
  const first = backends.pick('somebody');
  expect(copies).toContain(first);
  const single = open(['http://127.0.0.1:1']);
  expect(single.pick('somebody', 'http://127.0.0.1:1')).toBe('http://127.0.0.1:1');
});

it('finds by itself that a copy is well again', async () => {
  const server: Server = createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  const backends = open([`http://127.0.0.1:${port}`]);
  backends.failed(`http://127.0.0.1:${port}`);
  expect(backends.state()).toBe('1 of 1 not reachable');
  await poll(() => backends.state(), { timeout: 30_000 }).toBeUndefined();
  server.close();
});
