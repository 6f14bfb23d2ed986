import { createConnection, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { KafkaConnection } from './connection.js';

/** The newest version of each API that kafkajs 2.2 speaks, of those that we use. */
const SPOKEN = [
  { name: 'Produce', key: 0, newest: 7 },
  { name: 'Fetch', key: 1, newest: 11 },
  { name: 'ListOffsets', key: 2, newest: 3 },
  { name: 'Metadata', key: 3, newest: 6 },
  { name: 'OffsetCommit', key: 8, newest: 5 },
  { name: 'OffsetFetch', key: 9, newest: 4 },
  { name: 'FindCoordinator', key: 10, newest: 2 },
  { name: 'JoinGroup', key: 11, newest: 5 },
  { name: 'Heartbeat', key: 12, newest: 3 },
  { name: 'CreateTopics', key: 19, newest: 3 },
] as const;

const API_VERSIONS = 18;
const WAIT_MS = 3000;

/** A broker that has given up what this client speaks. */
export class BrokerTooNew extends Error {}

/**
 * Asks every broker, since any of them may lead a partition. One that is away is the client's to pass over.
 * @throws BrokerTooNew for one that answers, or the fault of the first where none does
 */
export async function checkBrokers(
  addresses: readonly string[],
  tls?: KafkaConnection['tls'],
): Promise<void> {
  const answers = await Promise.allSettled(addresses.map((address) => checkBroker(address, tls)));
  const faults = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const tooNew = faults.find((fault) => fault instanceof BrokerTooNew);
  if (tooNew !== undefined) throw tooNew;
  if (faults.length === addresses.length) throw faults[0];
}

/**
 * Asks a broker (`host:port`) which versions it takes. kafkajs looks at the newest ones only, so an API
 * whose old versions are gone would show as a bare lost connection.
 * @throws BrokerTooNew, or the fault of the connection
 */
async function checkBroker(address: string, tls?: KafkaConnection['tls']): Promise<void> {
  const oldest = await oldestVersions(address, tls);
  const refused = SPOKEN.filter(({ key, newest }) => (oldest.get(key) ?? Infinity) > newest);
  if (refused.length === 0) return;
  const names = refused.map(({ name }) => name).join(', ');
  throw new BrokerTooNew(
    `The Kafka broker at ${address} no longer takes the versions that this program speaks of: ${names}. ` +
      'Kafka 2.1 to 4.x is known to work.',
  );
}

async function oldestVersions(
  address: string,
  tls: KafkaConnection['tls'],
): Promise<Map<number, number>> {
  const answer = await ask(address, versionsRequest(), tls);
  const oldest = new Map<number, number>();
  // correlation id (4), error (2), count (4), then key, oldest, newest of two bytes each
  const count = answer.readInt32BE(6);
  for (let index = 0; index < count; index++) {
    const at = 10 + index * 6;
    oldest.set(answer.readInt16BE(at), answer.readInt16BE(at + 2));
  }
  return oldest;
}

/** ApiVersions v0: size, key, version, correlation id, client id. */
function versionsRequest(): Buffer {
  const client = Buffer.from('feusa');
  const request = Buffer.alloc(14 + client.length);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(API_VERSIONS, 4);
  request.writeInt16BE(0, 6);
  request.writeInt32BE(1, 8);
  request.writeInt16BE(client.length, 12);
  client.copy(request, 14);
  return request;
}

/** Sends one request and answers with its response, without the size before it. */
function ask(address: string, request: Buffer, tls: KafkaConnection['tls']): Promise<Buffer> {
  const cut = address.lastIndexOf(':');
  const [host, port] = [address.slice(0, cut), Number(address.slice(cut + 1))];
  return new Promise((resolve, reject) => {
    const at = { host, port, timeout: WAIT_MS };
    const name = isIP(host) ? {} : { servername: host };
    const socket = tls ? connectTls({ ...at, ...name, ...tls }) : createConnection(at);
    let got = Buffer.alloc(0);
    const fail = (fault: Error) => {
      socket.destroy();
      reject(fault);
    };
    socket.on(tls ? 'secureConnect' : 'connect', () => socket.write(request));
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
      if (got.length < 4 || got.length < 4 + got.readInt32BE(0)) return;
      socket.destroy();
      resolve(got.subarray(4));
    });
    socket.on('error', fail);
    socket.on('end', () => fail(new Error(`${address} closed the connection`)));
    socket.on('timeout', () => fail(new Error(`${address} does not answer`)));
  });
}
