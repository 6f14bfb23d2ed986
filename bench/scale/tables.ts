import { cost } from './cost.js';
import type { Titled } from './format.js';
import { acknowledgements, ceilings, growth, regions, waits } from './of-log.js';
import { files, pushes, reads, searches, workload } from './of-employees.js';

/** What docs/scale.md shows, the same in every run. */
export const scaleTables = (): Titled[] => [
  workload(),
  ceilings(),
  waits(),
  acknowledgements(),
  growth(),
  pushes(),
  reads(),
  searches(),
  files(),
  regions(),
  cost(),
];
