import type { Pool } from 'pg';
import type { Stretch, TrailFilter } from './port.js';
import { BOUNDS } from './statements.js';
import { wordsOf } from './words.js';

type Condition = readonly [sql: string, value: unknown];

interface Bounds {
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Positions by filter. Each branch walks one index in order, so that the first page costs the same in a
 * log of any size; people are a branch for each thing that they are.
 */
export async function findPositions(
  pool: Pool,
  filter: TrailFilter,
  stretch: Stretch,
): Promise<number[]> {
  const { people, from, to, text } = filter;
  const conditions = conditionsOf(filter);
  if (text !== undefined && wordsOf(text).length === 0) return [];
  if (stretch.after !== undefined) conditions.push(['position >', stretch.after]);
  if (stretch.before !== undefined) conditions.push(['position <', stretch.before]);
  if (from !== undefined || to !== undefined) {
    const bounds = await boundsOf(pool, from, to);
    if (bounds.first === null || bounds.last === null) return [];
    conditions.push(['position >=', bounds.first], ['position <=', bounds.last]);
  }
  const branches = people?.flatMap(branchesOf) ?? [undefined];
  if (branches.length === 0) return [];
  const { sql, values } = union(branches, conditions, stretch);
  const { rows } = await pool.query<{ position: number }>(sql, values);
  return rows.map(({ position }) => position);
}

/** Every word is the beginning of one that is looked for. */
export const queryOf = (text: string): string =>
  wordsOf(text)
    .map((word) => `'${word}':*`)
    .join(' & ');

function conditionsOf(filter: TrailFilter): Condition[] {
  const { type, stream, actor, command, correlation, from, to, text } = filter;
  const all: [string, unknown][] = [
    ['type =', type],
    ['stream =', stream],
    ['actor =', actor],
    ['command =', command],
    ['correlation =', correlation],
    ['at >=', from],
    ['at <=', to],
    ['words @@', text === undefined ? undefined : queryOf(text)],
  ];
  return all.filter(([, value]) => value !== undefined);
}

const branchesOf = (id: string): Condition[] => [
  ['actor =', id],
  ['stream =', `user-${id}`],
  ['stream =', `employee-${id}`],
];

/** Times as positions, which follow each other without a hole. */
async function boundsOf(pool: Pool, from = '-infinity', to = 'infinity'): Promise<Bounds> {
  const { rows } = await pool.query<Bounds>(BOUNDS, [from, to]);
  return rows[0] ?? { first: null, last: null };
}

function union(
  branches: readonly (Condition | undefined)[],
  conditions: readonly Condition[],
  { newestFirst, limit }: Stretch,
) {
  const values: unknown[] = [limit];
  const clause = ([sql, value]: Condition) =>
    `${sql} $${values.push(value)}${sql.endsWith('@@') ? '::tsquery' : ''}`;
  const common = conditions.map(clause);
  const order = `order by position ${newestFirst ? 'desc' : 'asc'} limit $1`;
  const selects = branches.map((branch) => {
    const all = branch ? [clause(branch), ...common] : common;
    const where = all.length > 0 ? `where ${all.join(' and ')}` : '';
    return `(select position from audit.events ${where} ${order})`;
  });
  const sql =
    selects.length === 1
      ? selects[0]!.slice(1, -1)
      : `select position from (${selects.join(' union ')}) as found ${order}`;
  return { sql, values };
}
