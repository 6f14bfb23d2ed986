import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  ceiling,
  closedLoopRate,
  exponential,
  groupCommit,
  logNormal,
  mixed,
  queue,
  seeded,
} from './queueing.js';
import { measured } from './figures.js';
import { fittedHead } from './of-log.js';
import { scaleTables } from './tables.js';

let draw = seeded(1);
beforeEach(() => {
  draw = seeded(1);
});
const count = 400_000;

/** Within a share of what is known. */
const near = (value: number, known: number, share = 0.03) =>
  expect(Math.abs(value / known - 1)).toBeLessThan(share);

describe('the queues of docs/scale.md', () => {
  it('wait as M/M/1 does', () => {
    const found = queue({ rate: 700, servers: 1, time: exponential(1, draw), draw, count });
    near(found.mean, 1 / 0.3);
    near(found.p50, Math.log(2) / 0.3);
    near(found.p99, Math.log(100) / 0.3, 0.06);
    expect(found.overloaded).toBe(false);
  });

  it('wait as M/D/1 and M/G/1 do, by Pollaczek and Khinchine', () => {
    const time = 1;
    near(queue({ rate: 600, servers: 1, time: () => time, draw, count }).mean, 1 + 0.6 / 0.8);
    const kinds = [
      { share: 0.8, time: () => 0.5 },
      { share: 0.2, time: () => 3 },
    ];
    // The mean is 1, and that of the squares 2.
    const both = queue({ rate: 600, servers: 1, time: mixed(kinds, draw), draw, count });
    near(both.mean, 1 + (0.6 * 2) / (2 * 0.4));
  });

  it('wait as M/M/3 does, by Erlang', () => {
    const found = queue({ rate: 2400, servers: 3, time: exponential(1, draw), draw, count });
    const offered = 2.4;
    const waiting = offered ** 3 / 6 / 0.2;
    const erlang = waiting / (1 + offered + offered ** 2 / 2 + waiting);
    near(found.mean, 1 + erlang / (3 - offered));
  });

  it('say that there is more than they take', () => {
    const time = exponential(1, draw);
    expect(queue({ rate: 1100, servers: 1, time, draw }).overloaded).toBe(true);
  });

  it('draw log-normal times of that median and 95th percentile', () => {
    const time = logNormal(248, 519, draw);
    const times = Float64Array.from({ length: count }, time).sort();
    near(times[count * 0.5]!, 248);
    near(times[count * 0.95]!, 519);
  });
});

describe('group commit', () => {
  const head = { append: 0.6, command: 0.4, batch: 1, first: 0 };

  it('with batches of one is M/D/1', () => {
    near(groupCommit(head, 600, draw, count).mean, 1 + 0.6 / 0.8);
    expect(ceiling(head)).toBe(1000);
  });

  it('takes more than appends a second, up to its ceiling', () => {
    const batches = { ...head, batch: 256 };
    expect(groupCommit(batches, 2000, draw).overloaded).toBe(false);
    expect(groupCommit(batches, 2600, draw).overloaded).toBe(true);
    near(ceiling(batches), 2485, 0.001);
  });

  it('where each command must be the first of its batch is as without batches', () => {
    near(groupCommit({ ...head, batch: 256, first: 1 }, 600, draw, count).mean, 1.75);
    near(ceiling({ ...head, batch: 256, first: 1 }), 1000);
  });

  it('serves one client an append, and many by two', () => {
    near(closedLoopRate(head, 1), 1000);
    near(closedLoopRate(head, 10), 10_000 / (1.2 + 4));
  });

  it('fits what was measured with 1 and 64 clients, and is 11 % too fast with 16', () => {
    const { quiet } = measured.commands;
    near(closedLoopRate(fittedHead(), 1), quiet[1], 0.001);
    near(closedLoopRate(fittedHead(), 64), quiet[64], 0.001);
    near(closedLoopRate(fittedHead(), 16), 1.11 * quiet[16], 0.005);
  });
});

it('docs/scale.md shows what the model prints', () => {
  const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');
  const shown = plain(readFileSync('docs/scale.md', 'utf8'));
  for (const { table } of scaleTables()) expect(shown).toContain(plain(table));
});
