import type { Answered } from './queueing.js';

export interface Titled {
  readonly title: string;
  readonly table: string;
}

export type Cell = string | number;

export function digits(value: Cell): string {
  if (typeof value === 'string') return value;
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(2)));
}

export function titled(
  title: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Titled {
  const line = (cells: readonly Cell[]) => `| ${cells.map(digits).join(' | ')} |`;
  return { title, table: [line(head), line(head.map(() => '-')), ...rows.map(line)].join('\n') };
}

/** How long it takes half of them, and 99 of 100. */
export const answered = ({ p50, p99, overloaded }: Answered): Cell[] =>
  overloaded ? ['grows', 'grows'] : [p50, p99];
