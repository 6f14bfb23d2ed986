import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Kit } from '../kit.js';
import { closedLoop } from '../measure.js';
import product from '../product.driver.mjs';

const IN_FLIGHT = 64;

/** Commands a second, the medians of the rounds. */
export interface AppendCost {
  readonly withTree: number;
  readonly without: number;
}

/**
 * Commands through the whole product, in turn with its tree and with the row of the tree locked, so that
 * its maintainer can write nothing. Between two rounds the tree catches up.
 */
export async function appendCost(
  kit: Kit,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<AppendCost> {
  const system = product({ ...kit, port: 20_000 + (process.pid % 10_000) });
  await system.setup();
  await system.start();
  const owner = new pg.Client(kit.pg.url('product'));
  await owner.connect();
  try {
    const parent = await system.createFolder('commands');
    let made = 0;
    const rate = async () => {
      const add = () => system.createFolder(`Folder ${made++}`, parent);
      return (await closedLoop(IN_FLIGHT, seconds, add)).rate;
    };
    const rates = { withTree: [] as number[], without: [] as number[] };
    await rate();
    for (let round = 0; round < rounds; round++) {
      await caughtUp(owner);
      rates.withTree.push(await rate());
      await caughtUp(owner);
      rates.without.push(await locked(owner, rate));
    }
    return { withTree: median(rates.withTree), without: median(rates.without) };
  } finally {
    await owner.end();
    await system.stop();
  }
}

async function locked<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin; select from transparency.tree for update');
  return work().finally(() => owner.query('rollback'));
}

async function caughtUp(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      'select t.size = h.position as done from transparency.tree t, log.head h',
    );
    if ((rows[0] as { done: boolean }).done) return;
    await sleep(100);
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
