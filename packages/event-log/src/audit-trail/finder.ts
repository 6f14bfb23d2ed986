import type { Pool } from 'pg';
import { statementOf, type Condition, type Statement } from './find-statement.js';
import type { Stretch, TrailFilter } from './port.js';
import { BOUNDS } from './statements.js';
import { wordsOf } from './words.js';

interface Bounds {
  readonly first: number | null;
  readonly last: number | null;
}

/** Positions that are walked first for words. */
const NEAR = 20_000;

/**
 * Positions by filter. Each branch walks one index in order, so that the first page costs the same in a
 * log of any size; people are a branch for each thing that they are. `near`: positions that are walked for
 * words before these are looked up.
 */
export async function findPositions(
  pool: Pool,
  filter: TrailFilter,
  stretch: Stretch,
  near = NEAR,
): Promise<number[]> {
  const { people, text } = filter;
  if (text !== undefined && wordsOf(text).length === 0) return [];
  const times = await timesOf(pool, filter);
  if (!times) return [];
  const common = await narrowed(pool, [...conditionsOf(filter), ...endsOf(stretch), ...times]);
  const branches = await Promise.all(
    (people?.flatMap(branchesOf) ?? [[]]).map(async (branch) => [
      ...common,
      ...(await narrowed(pool, branch)),
    ]),
  );
  if (branches.length === 0) return [];
  const ask = async (statement: Statement) =>
    (await pool.query<{ position: number }>(statement.sql, [...statement.values])).rows.map(
      ({ position }) => position,
    );
  const { limit } = stretch;
  if (text === undefined) return ask(statementOf(branches, stretch, { kind: 'walk' }));
  const found = await ask(statementOf(branches, stretch, { kind: 'walk', near }));
  return found.length === limit ? found : ask(statementOf(branches, stretch, { kind: 'look-up' }));
}

const endsOf = ({ after, before }: Stretch): Condition[] => [
  ...(after === undefined ? [] : [['position >', after] as const]),
  ...(before === undefined ? [] : [['position <', before] as const]),
];

/** Between which positions the times lie; undefined where there are none. */
async function timesOf(pool: Pool, { from, to }: TrailFilter): Promise<Condition[] | undefined> {
  if (from === undefined && to === undefined) return [];
  const { first, last } = await boundsOf(pool, from, to);
  if (first === null || last === null) return undefined;
  return [
    ['position >=', first],
    ['position <=', last],
  ];
}

/** Every word is the beginning of one that is looked for. */
export const queryOf = (text: string): string =>
  wordsOf(text)
    .map((word) => `'${word}':*`)
    .join(' & ');

function conditionsOf(filter: TrailFilter): Condition[] {
  const { type, stream, actor, correlation, from, to, text } = filter;
  const all: [string, unknown][] = [
    ['type =', type],
    ['stream =', stream],
    ['actor =', actor],
    ['correlation =', correlation],
    ['at >=', from],
    ['at <=', to],
    ['words @@', text === undefined ? undefined : queryOf(text)],
  ];
  return all.filter(([, value]) => value !== undefined);
}

const branchesOf = (id: string): Condition[][] => [
  [['actor =', id]],
  [['stream =', `user-${id}`]],
  [['stream =', `employee-${id}`]],
];

const NARROWING = /^(type|stream|actor|correlation) =$/;

/**
 * The same with the positions between which it can hold: whoever walks the log begins where somebody has
 * done their last, and not at the end of it.
 */
async function narrowed(pool: Pool, conditions: readonly Condition[]): Promise<Condition[]> {
  const more = conditions.map(async ([sql, value]): Promise<Condition[]> => {
    if (!NARROWING.test(sql)) return [];
    const range = `select min(position) as first, max(position) as last
      from audit.events where ${sql} $1`;
    const { first, last } = (await pool.query<Bounds>(range, [value])).rows[0]!;
    return [
      ['position >=', first ?? 0],
      ['position <=', last ?? 0],
    ];
  });
  return [...conditions, ...(await Promise.all(more)).flat()];
}

/** Times as positions, which follow each other without a hole. */
async function boundsOf(pool: Pool, from = '-infinity', to = 'infinity'): Promise<Bounds> {
  const { rows } = await pool.query<Bounds>(BOUNDS, [from, to]);
  return rows[0] ?? { first: null, last: null };
}
