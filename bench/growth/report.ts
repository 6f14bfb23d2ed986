import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import { machine, number } from '../table.js';
import type { Cost } from './cost.js';
import type { Kind } from './kinds.js';
import type { Found } from './measure.js';
import { plot } from './plot.js';
import type { FoundSockets } from './sockets.js';

const DOCS = path.join(import.meta.dirname, '../../docs');

/** What may differ from the smallest size to the largest and still counts as the same. */
export const FLAT = 1.5;

/** What answers with all there is, and so grows with it. */
const WHOLE = /whole|everybody/;

/** Grown by so much where the size has; below a quarter of a millisecond nobody sees a difference. */
export function grownBy(smallest: Cost, largest: Cost, of: keyof Cost): number {
  const least = of === 'rows' || of === 'pages' ? 100 : 0.25;
  return Math.max(largest[of], least) / Math.max(smallest[of], least);
}

export function tableOf({ unit }: Kind, found: readonly Found[]): string {
  const head = ['', ...found.map(({ size }) => `${size.toLocaleString('en')} ${unit}`), 'grown by'];
  const of = (name: string) => found.map(({ costs, start }) => costs.get(name) ?? start);
  const names = [...(found[0]?.costs.keys() ?? []), 'start'];
  const lines = names.map((name) => {
    const all = of(name);
    const [smallest, largest] = [all[0]!, all.at(-1)!];
    const cells = all.map(
      ({ ms, cpu, rows, pages }) =>
        `${number(ms)} / ${number(cpu)} ms, ${Math.round(rows)} / ${Math.round(pages)}`,
    );
    const grown = grownBy(smallest, largest, 'cpu');
    return [name, ...cells, `${number(grown)}${mark(name, grown)}`];
  });
  const rest = [
    ['memory at rest, MiB', ...found.map(({ memory }) => number(memory.rest)), ''],
    ['memory after all that, MiB', ...found.map(({ memory }) => number(memory.worked)), ''],
    [
      'projected for the first time, events/s',
      ...found.map(({ rates }) => number(rates.project)),
      '',
    ],
    ['rebuilt, events/s', ...found.map(({ rates }) => number(rates.rebuild)), ''],
    ['verified, events/s', ...found.map(({ rates }) => number(rates.verify)), ''],
  ];
  return rowsOf([head, head.map(() => '---'), ...lines, ...rest]);
}

const mark = (name: string, grown: number): string =>
  grown <= FLAT || WHOLE.test(name) ? '' : ' **grows**';

/** As SVG: what people wait for by its size, in ms of the processor. */
function plotOf({ name, unit }: Kind, found: readonly Found[]): string {
  const shown = [
    'append',
    'append and show',
    'page after a change',
    'search people',
    'find anything',
  ];
  const series = [...shown, 'folder after a change'].map((each) => ({
    name: each,
    points: found.map(({ size, costs }) => [size, Math.max(costs.get(each)!.cpu, 0.01)] as const),
  }));
  const start = found.map(({ size, start: { cpu } }) => [size, cpu] as const);
  const memory = found.map(({ size, memory: { rest } }) => [size, rest] as const);
  return plot(`Growth of the ${name}: ms of the processor; memory in MiB`, unit, [
    ...series,
    { name: 'start', points: start },
    { name: 'memory at rest', points: memory },
  ]);
}

/** Pages that are open, and what they cost. */
export function tableOfSockets(found: readonly FoundSockets[]): string {
  const cost = ({ ms, cpu }: Cost) => `${number(ms)} / ${number(cpu)} ms`;
  const line = (name: string, of: (each: FoundSockets) => string) => [name, ...found.map(of)];
  const share = (value: number, count: number) => number(value / count);
  return rowsOf([
    ['', ...found.map(({ count }) => `${count.toLocaleString('en')} pages`)],
    found.map(() => '---').concat('---'),
    line('all come back at once', ({ back }) => cost(back)),
    line('of the processor for each, ms', ({ back, count }) => share(back.cpu, count)),
    line('a change that all see', ({ all }) => cost(all)),
    line('until a page has it, median / 99 of 100, ms', ({ arrival: { p50, p99 } }) =>
      [p50, p99].map(number).join(' / '),
    ),
    line('of the processor for each, µs', ({ all, count }) => share(1000 * all.cpu, count)),
    line('a change that one sees', ({ one }) => cost(one)),
    line('memory without them, MiB', ({ memory }) => number(memory.without)),
    line('memory with them, MiB', ({ memory }) => number(memory.with)),
    line('memory of each, KiB', ({ memory, count }) =>
      share(1024 * (memory.with - memory.without), count),
    ),
  ]);
}

const rowsOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const INTRODUCTION = `# Growth

Made by \`npm run bench -- --growth\`, each section by its last run. What people wait for, one at a time, at every size: the
median in ms / ms of the processor in the product and PostgreSQL, then rows / pages of 8 KiB that PostgreSQL looked at.
“Grown by” is of the processor, from the first column to the last; it says **grows** above ${FLAT}. Answers with everything
there is grow with it. Each size has a database of its own, and the product is started anew on it. Wall times are of a machine
that others may have used as well; the load is that of the last minute at the end. Below 2 ms of the processor a figure is noise,
as time is counted in steps of 10 ms: what “grows” there does not.
`;
const PAGE = path.join(DOCS, 'performance-growth.md');
const REMARKS = '## What it shows';

/** Puts what was found of one kind in the place of what was known of it; what is said below stays. */
export async function writeSection(name: string, found: string, of: string): Promise<void> {
  const old = (await readFile(PAGE, 'utf8')).split(/^(?=## )/m).slice(1);
  const heading = `## The ${name}`;
  const load = number(os.loadavg()[0] ?? 0);
  const section = `${heading}\n\nOn ${machine()}, of commit ${of}, with a load of ${load}.\n\n${found}\n\n`;
  const remarks = old.filter((each) => each.startsWith(REMARKS));
  const others = old.filter((each) => !each.startsWith(REMARKS));
  const at = others.findIndex((each) => each.startsWith(heading));
  others.splice(at < 0 ? others.length : at, at < 0 ? 0 : 1, section);
  await writeFile(
    PAGE,
    [INTRODUCTION, ...others, ...remarks].join('\n').replace(/\n{3,}/g, '\n\n'),
  );
}

/** Draws a kind into a file, and tells how a page shows it. */
export async function drawn(kind: Kind, found: readonly Found[]): Promise<string> {
  const file = `growth-${kind.name}.svg`;
  await writeFile(path.join(DOCS, file), plotOf(kind, found));
  return `![](${file})`;
}
