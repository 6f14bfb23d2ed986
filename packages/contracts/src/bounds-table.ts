import { bounds, type Bound } from './bounds.js';

const SIZES = [
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
] as const;
const TIMES = [
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1000, 's'],
] as const;
const RATES: Readonly<Record<number, string>> = {
  0: '',
  1: ' a second',
  60: ' a minute',
  3600: ' an hour',
  86_400: ' a day',
};

type Steps = readonly (readonly [number, string])[];

/** In the largest unit that gives a whole number, of `least` at least. */
const inSteps = (value: number, least: number, steps: Steps) => {
  const isWhole = ([step]: Steps[number]) => value >= least * step && value % step === 0;
  const [step, name] = steps.find(isWhole) ?? [1, ''];
  return `${value / step} ${name}`;
};

function amountOf({ value, unit, seconds }: Bound): string {
  const rate = RATES[seconds] ?? ` in ${seconds / 60} minutes`;
  if (unit === 'ms') return inSteps(value, 2, TIMES);
  if (unit.startsWith('bytes')) return inSteps(value, 1, SIZES) + unit.slice('bytes'.length);
  return `${value.toLocaleString('en')} ${unit}${rate}`;
}

const rowOf = (bound: Bound) => [
  bound.what,
  amountOf(bound),
  bound.answer,
  bound.setting ? `\`${bound.setting}\`` : '',
];

/** The table of all bounds, as it stands in `docs/operations.md`. */
export function tableOfBounds(): string {
  const rows = [['what', 'how much', 'when it is reached', 'setting'], ...bounds.map(rowOf)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lineOf = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  const ruled = lineOf(
    head.map(() => ''),
    '-',
  );
  return [lineOf(head), ruled, ...rest.map((row) => lineOf(row))].join('\n');
}
