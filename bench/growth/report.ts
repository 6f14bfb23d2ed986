import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import { machine, number } from '../table.js';
import type { Cost } from './cost.js';
import type { Kind } from './kinds.js';
import type { Found } from './measure.js';
import { plot } from './plot.js';

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
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...[...lines, ...rest].map(row)].join('\n');
}

const mark = (name: string, grown: number): string =>
  grown <= FLAT || WHOLE.test(name) ? '' : ' **grows**';

/** As SVG: what people wait for by its size, in ms of the processor. */
export function plotOf({ name, unit }: Kind, found: readonly Found[]): string {
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

const INTRODUCTION = `What people wait for, one at a time, at every size: the median in ms / ms of the processor in the product and
PostgreSQL, then rows / pages of 8 KiB that PostgreSQL looked at. “Grown by” is of the processor, from the first column to the
last; it says **grows** above ${FLAT}. Answers with everything there is grow with it. Each size has a database of its own,
and the product is started anew on it. Wall times are of a machine that others may have used as well; the load
is that of the last minute at the end.`;

export async function writeGrowth(
  sections: readonly { kind: Kind; found: Found[] }[],
  commit: string,
) {
  const parts: string[] = [];
  for (const { kind, found } of sections) {
    const file = `growth-${kind.name}.svg`;
    await writeFile(path.join(DOCS, file), plotOf(kind, found));
    parts.push(`## The ${kind.name}\n\n![](${file})\n\n${tableOf(kind, found)}\n`);
  }
  const text = `# Growth

Made by \`npm run bench -- --growth\` on ${machine()}, of commit ${commit}, with a load of ${number(os.loadavg()[0] ?? 0)}.
${INTRODUCTION}

${parts.join('\n')}`;
  await writeFile(path.join(DOCS, 'performance-growth.md'), text);
}
