import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Change } from '@feusa/contracts/live';
import type { Role } from '@feusa/contracts/users';
import { openEngine, type Engine } from '@feusa/engines';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

/** Of several tries the best: a busy machine makes some of them late, a timer in the way all of them. */
const AT_ONCE_MS = 2000;
/** A session is relied on for 10 s and looked at every 15 s where nobody tells of its end. */
const WITHOUT_REDIS_MS = 30_000;
const TRIES = 5;
let dir: string;
let redis: Engine;
let product: Product;
let people = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-promises-'));
  redis = await openEngine('redis', { dir });
  product = await Product.open({ ...redis.env }, true);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await product.close();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

const newPerson = (role: Role) => product.newPerson(role, `person-${++people}@feusa.example`);

/** A connected tab at one replica that knows its role. */
async function tab(replica: string, as: Person): Promise<Socket> {
  const socket = product.connect(as, {}, replica);
  sockets.push(socket);
  await heard(socket, 'session', () => true);
  await socket.emitWithAck('watch', { topics: ['folder:root'] });
  return socket;
}

/** When the socket hears of it. */
async function heard<T>(socket: Socket, event: string, isIt: (message: T) => boolean) {
  for (;;) {
    const [message] = (await once(socket as never, event)) as [T];
    if (isIt(message)) return performance.now();
  }
}

/** How long after `act` every tab of a person at all replicas has heard, ms. */
async function delays(
  role: Role,
  ear: (socket: Socket) => Promise<number>,
  act: (person: Person) => Promise<unknown>,
): Promise<number[]> {
  const person = await newPerson(role);
  const tabs = await Promise.all(product.replicas.map((replica) => tab(replica, person)));
  const ears = tabs.map(ear);
  await act(person);
  const since = performance.now();
  return (await Promise.all(ears)).map((at) => at - since);
}

const cut = (socket: Socket) => heard(socket, 'disconnect', () => true);
const setRole = ({ id: userId }: Person) =>
  product.done('set-user-role', { userId, role: 'auditor' });

const ends: Record<string, () => Promise<number[]>> = {
  'a new role': () =>
    delays(
      'basic',
      (socket) => heard<{ role: Role }>(socket, 'session', ({ role }) => role === 'auditor'),
      setRole,
    ),
  'a removed user': () => delays('basic', cut, ({ id }) => product.done('remove-user', { id })),
  'a sign-out': () => delays('basic', cut, (as) => product.ask('DELETE', '/api/session', { as })),
};

/** The slower replica of the fastest try. */
async function bestOf(tries: number, measure: () => Promise<number[]>): Promise<number> {
  let best = Infinity;
  for (let n = 0; n < tries; n++) best = Math.min(best, Math.max(...(await measure())));
  return best;
}

describe('tabs at two query services', () => {
  it('are told of a change at once', async () => {
    const watching = await newPerson('basic');
    const tabs = await Promise.all(product.replicas.map((replica) => tab(replica, watching)));
    let number = 0;
    const delay = await bestOf(TRIES, async () => {
      const name = `At once ${++number}`;
      const isIt = ({ value }: Change) => (value as { name?: string } | undefined)?.name === name;
      const ears = tabs.map((socket) => heard<Change>(socket, 'change', isIt));
      await product.done('add-folder', { name, parentId: null });
      const since = performance.now();
      return (await Promise.all(ears)).map((at) => at - since);
    });
    expect(delay).toBeLessThan(AT_ONCE_MS);
  });

  it.each(Object.keys(ends))('are told of %s at once', async (kind) => {
    expect(await bestOf(TRIES, ends[kind]!)).toBeLessThan(AT_ONCE_MS);
  });

  it('are told of each within 30 s while Redis is away, and of changes at once', async () => {
    const watching = await newPerson('basic');
    const tabs = await Promise.all(product.replicas.map((replica) => tab(replica, watching)));
    await redis.kill('SIGKILL');
    const isIt = () => true;
    const changes = tabs.map((socket) => heard<Change>(socket, 'change', isIt));
    await product.done('add-folder', { name: 'Without Redis', parentId: null });
    await Promise.all(changes);
    const measured = await Promise.all(Object.values(ends).map((measure) => measure()));
    expect(Math.max(...measured.flat())).toBeLessThan(WITHOUT_REDIS_MS);
    await redis.start();
  });
});
