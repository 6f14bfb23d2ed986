import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartFault } from '../start-fault.js';
import { connect, type Address } from './address.js';

const KEY = 0x666575; // any number, as long as it stays the same
const PATIENCE = 5000;

/**
 * Marks the directory as used, by a lock that ends with our connection and that we take again when
 * the connection breaks. A second process would otherwise adopt this server and stop it under us.
 * @returns ends the marking; it never rejects
 * @throws StartFault where another living process holds the lock for 5 s
 */
export const holdInstanceLock = async (address: Address, dir: string) => {
  const end = performance.now() + PATIENCE;
  let client = await tryLock(address);
  while (!client) {
    if (performance.now() > end)
      throw new StartFault(`The data in ${dir} is already in use by another running process.`);
    await sleep(100);
    client = await tryLock(address);
  }

  let released = false;
  const keep = (held: pg.Client) => {
    client = held;
    held.once('end', () => void retake());
  };
  const retake = async () => {
    while (!released) {
      await sleep(500, undefined, { ref: false });
      const held = released ? undefined : await tryLock(address).catch(() => undefined);
      if (held) return released ? held.end() : keep(held);
    }
  };
  keep(client);
  return async () => {
    released = true;
    await client?.end().catch(() => undefined);
  };
};

const tryLock = async (address: Address) => {
  const client = await connect(address);
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [KEY],
  );
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
};
