import { machine, number } from '../table.js';
import type { AppendCost } from './append-cost.js';
import type { Sizes } from './sizes.js';

/** Events a second; `floor` names the row that it is held against. */
export interface Timed {
  readonly name: string;
  readonly floor: string | undefined;
  readonly rate: number;
}

interface Found {
  readonly events: number;
  readonly timed: readonly Timed[];
  readonly sizes: Sizes;
  readonly cost: AppendCost;
}

/** The report, in Markdown. */
export function writeAuditReport({ events, timed, sizes, cost }: Found): string {
  const total =
    sizes.table + sizes.indexes.reduce((sum, { bytes }) => sum + bytes, 0) + sizes.tiles;
  const each = (bytes: number) => number(bytes / events);
  const share = (1 - cost.withTree / cost.without) * 100;
  return `# Performance of the log

Made by \`npm run bench -- --only audit\` on ${machine()}, with ${events.toLocaleString('en')} events of a company:
six of ten are of people, three of files, one is of folders. Rates are the median
of three runs, of verify-log and of replays those of one. The floor is
the same Node process on the same PostgreSQL, or the same file, that hashes and does nothing else.

| measured | events a second | of the floor |
| --- | --- | --- |
${timed.map((row) => rowOf(row, timed)).join('\n')}

## Size

| bytes an event | |
| --- | --- |
| its text | ${each(sizes.text)} |
| the table \`log.events\` | ${each(sizes.table)} |
${sizes.indexes.map(({ name, bytes }) => `| index \`${name}\` | ${each(bytes)} |`).join('\n')}
| tiles of the tree | ${each(sizes.tiles)} |
| **all of it** | **${each(total)}** |

## What the tree costs commands

64 at once through the whole product, in turn with its tree and with the row of the tree locked, so that
its maintainer stands still: ${number(cost.withTree)} commands a second with it, ${number(cost.without)} without (medians of five
rounds): ${number(share)} % fewer. The append itself knows nothing of the tree; what it costs is the time of
two cores that everything shares here, the load included.
`;
}

function rowOf({ name, floor, rate }: Timed, all: readonly Timed[]): string {
  const bare = all.find((other) => other.name === floor);
  return `| ${name} | ${Math.round(rate).toLocaleString('en')} | ${bare ? number(rate / bare.rate) : 'floor'} |`;
}
