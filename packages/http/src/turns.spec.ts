import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { httpBounds } from '@feusa/contracts/bounds';
import { poll } from '@feusa/testing/wait';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const AT_ONCE = httpBounds.underWay.value;
const WAITING = httpBounds.waiting.value;

let server: ReturnType<typeof createServer>;
let sockets: Socket[];
let answering: ServerResponse[];
let refused: string[];
const answeredTo = (user: string) => answering.filter(({ req }) => req.url === user).length;

beforeEach(async () => {
  sockets = [];
  // What the connections of an earlier test come to is not told here.
  const turns = new Turns();
  const begun: ServerResponse[] = (answering = []);
  const noes: string[] = (refused = []);
  server = createServer((request, response) => {
    turns.take(request.url!, { request, response }).then(
      () => begun.push(response),
      ({ code }: { code: string }) => {
        noes.push(code);
        response.writeHead(429).end();
      },
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Opens a connection with so many requests of a user, one behind the other, and reads no answer. */
function send(user: string, count: number): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(`GET ${user} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(count));
  return socket;
}

it('one user has so much under way, and another one is answered at once', async () => {
  const greedy = [send('/greedy', 50), send('/greedy', 50)];
  await poll(() => answeredTo('/greedy')).toBe(AT_ONCE);
  send('/colleague', 1);
  await poll(() => answeredTo('/colleague')).toBe(1);
  expect(answeredTo('/greedy')).toBe(AT_ONCE);

  const first = answering.filter(({ req }) => req.socket.remotePort === greedy[0]!.localPort);
  first[0]!.end();
  await poll(() => answeredTo('/greedy')).toBe(AT_ONCE + 1);
});

it('what waits for its turn is forgotten with its connection, and turns of answers behind others end with theirs', async () => {
  const [running, waiting] = [send('/greedy', AT_ONCE), send('/greedy', 20)];
  await poll(() => answeredTo('/greedy')).toBe(AT_ONCE);
  waiting.destroy();
  await poll(() => refused).toEqual(Array.from({ length: 20 }, () => 'busy'));
  running.destroy();
  send('/greedy', AT_ONCE);
  await poll(() => answeredTo('/greedy')).toBe(2 * AT_ONCE);
});

it('where too many wait, the next is refused', async () => {
  send('/greedy', AT_ONCE + WAITING + 1);
  await poll(() => refused).toEqual(['too-many-requests']);
  expect(answeredTo('/greedy')).toBe(AT_ONCE);
});
