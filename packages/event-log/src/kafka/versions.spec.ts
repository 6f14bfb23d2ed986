import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { BrokerTooNew, checkBrokers } from './versions.js';

/** More than this client speaks of, and less. */
const [NEW, OLD] = [8, 3];
const PRODUCE = 0;
const USED = [PRODUCE, 1, 2, 3, 8, 9, 10, 11, 12, 19];

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await once(server.close(), 'close');
});

/** What answers ApiVersions as a broker whose oldest version of Produce is this one. Its address. */
async function broker(oldest: number): Promise<string> {
  const versions = USED.flatMap((key) => [key, key === PRODUCE ? oldest : 0, 99]);
  const answer = Buffer.alloc(14 + 2 * versions.length);
  answer.writeInt32BE(answer.length - 4, 0);
  answer.writeInt32BE(1, 4);
  answer.writeInt32BE(USED.length, 10);
  versions.forEach((number, index) => answer.writeInt16BE(number, 14 + 2 * index));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address where nobody is any more. */
async function away(): Promise<string> {
  const address = await broker(OLD);
  await once(servers.pop()!.close(), 'close');
  return address;
}

it('a broker that is away does not stand in the way of the others', async () => {
  await checkBrokers([await away(), await broker(OLD), await away()]);
});

it('any broker that is too new is named', async () => {
  const last = await broker(NEW);
  const asked = checkBrokers([await broker(OLD), await away(), last]);
  await expect(asked).rejects.toThrow(BrokerTooNew);
  await expect(asked).rejects.toThrow(`at ${last} no longer takes`);
});

it('where none is there, the first fault is told', async () => {
  const first = await away();
  await expect(checkBrokers([first, await away()])).rejects.toThrow(`ECONNREFUSED ${first}`);
});
