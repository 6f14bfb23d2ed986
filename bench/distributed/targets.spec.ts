import { expect, it } from '@jest/globals';
import { goalsOf, tableOfGoals, tableOfTargets, targetsOf } from './targets.js';

const figures = (rate: number, p50 = 1, p99 = 2) => ({ rate, p50, p99 });
const measured = {
  commands: figures(2000),
  standalone: figures(4000),
  cores: { product: 1, standalone: 1 },
  toScreen: figures(50, 17, 30),
  roundTrip: figures(100, 4, 20),
  events: 5000,
  catchUp: { product: 100, bare: 100, startedAnew: 1 },
  reindexed: [],
  searched: {},
};

it('commands are held against those of one process for each core that both used', () => {
  const of = (product: number) =>
    tableOfTargets(targetsOf({ ...measured, cores: { product, standalone: 1 } })).split('\n')[2];
  expect(of(1)).toBe(
    '| commands at 64 in flight for each core used : standalone | 2000/s | 4000/s | 0.5 | >= 0.7 | **no** |',
  );
  expect(of(0.5)).toContain('| 4000/s | 4000/s | 1 | >= 0.7 | yes |');
});

it('goals say by how much they are missed', () => {
  const table = tableOfGoals(goalsOf(measured.toScreen, new Map([['gateway', 60]])));
  expect(table).toContain(
    '| command to screen, median | 17 ms | <= 8 ms | **no**, 2.13 times as much |',
  );
  expect(table).toContain('| command to screen, 99th percentile | 30 ms | <= 40 ms | yes |');
  expect(table).toContain('| memory at rest of gateway | 60 MiB | <= 90 MiB | yes |');
});
