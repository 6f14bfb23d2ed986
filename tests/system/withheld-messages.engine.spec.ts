import { openPool } from '@feusa/platform/postgres/pool';
import type { Change } from '@feusa/contracts/live';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let owner: ReturnType<typeof openPool>;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await Product.open({}, true);
  owner = openPool({ url: product.settings['DATABASE_URL']!, max: 2, name: 'test' });
});
afterAll(async () => {
  sockets.forEach((socket) => socket.close());
  await owner.end();
  await product.close();
});

/** Leads in the place of the product's relay: nothing is sent meanwhile. Answers with the way to end it. */
async function takeTheLead(): Promise<() => void> {
  const client = await owner.connect();
  await client.query('set lock_timeout = 0');
  const leading = client.query(`select pg_advisory_lock(hashtext('feusa-relay'))`);
  const locks = `from pg_locks l join pg_stat_activity a on a.pid = l.pid
    and a.datname = current_database() where l.locktype = 'advisory'`;
  await poll(async () => (await owner.query(`select ${locks} and not l.granted`)).rowCount).toBe(1);
  await owner.query(`select pg_terminate_backend(l.pid) ${locks} and l.granted
    and a.application_name = 'feusa-relay'`);
  await leading;
  return () => client.release(true);
}

it('a message that somebody keeps back is missing on no screen, and not for long in the index', async () => {
  const seen = await Promise.all(
    product.replicas.map(async (replica) => {
      const socket = product.connect(product.people.basic, {}, replica);
      sockets.push(socket);
      const ids: string[] = [];
      socket.on('change', ({ id }: Change) => ids.push(id));
      await socket.emitWithAck('watch', { topics: ['employees'] });
      return ids;
    }),
  );
  const add = (lastName: string) =>
    product.done('add-employee', { ...employee, lastName, email: `${lastName}@feusa.example` });
  const giveUp = await takeTheLead();
  const kept = await add('Keptback');
  await owner.query('update relay.cursor set position = $1', [kept.position]);
  const sent = await add('Sentalong');
  giveUp();

  const ids = [kept.id, sent.id];
  await poll(() => seen).toEqual(product.replicas.map(() => ids));
  const found = async (name: string) => {
    const { body } = await product.read(`/api/search?q=${name}`);
    return (body['hits'] as { objectID: string }[] | undefined)?.map(({ objectID }) => objectID);
  };
  const patient = { timeout: 120_000, interval: 500 };
  await poll(() => found('Sentalong'), patient).toEqual([sent.id]);
  await poll(() => found('Keptback'), patient).toEqual([kept.id]);
}, 300_000);
