import type { Stretch } from './port.js';

/** A comparison that its value is to be put behind. */
export type Condition = readonly [sql: string, value: unknown];

/**
 * Nobody can tell beforehand how often a word is said. So the next positions are walked first, which is
 * enough for a word that is common; what is rare there is looked up in the index of words, all of it, and
 * never walked for through the whole log.
 */
export type Manner =
  { readonly kind: 'walk'; readonly near?: number } | { readonly kind: 'look-up' };

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** One statement for all branches, each of them a list of conditions. */
export function statementOf(
  branches: readonly (readonly Condition[])[],
  { newestFirst, limit }: Stretch,
  manner: Manner,
): Statement {
  const values: unknown[] = [limit];
  const clause = ([sql, value]: Condition) =>
    `${sql} $${values.push(value)}${sql.endsWith('@@') ? '::tsquery' : ''}`;
  const order = `order by position ${newestFirst ? 'desc' : 'asc'} limit $1`;
  const isNear = manner.kind === 'walk' && manner.near !== undefined;
  const near = isNear ? [nearness(branches, newestFirst, manner.near)] : [];
  const selects = branches.map((conditions) => {
    const clauses = [...conditions.map(clause), ...near];
    const where = clauses.length > 0 ? `where ${clauses.join(' and ')}` : '';
    const select = `select position from audit.events ${where}`;
    return manner.kind === 'look-up'
      ? `with found as materialized (${select}) select position from found ${order}`
      : `${select} ${order}`;
  });
  const all = selects.map((select) => `(${select})`).join(' union ');
  const sql =
    selects.length === 1 ? selects[0]! : `select position from (${all}) as found ${order}`;
  return { sql, values };
}

/** The same stretch for all branches, so that nothing between what they find is left out. */
function nearness(
  branches: readonly (readonly Condition[])[],
  newestFirst: boolean,
  near: number,
): string {
  const bounds = branches.map((conditions) =>
    conditions.flatMap(([sql, value]) =>
      sql.startsWith(newestFirst ? 'position <' : 'position >') ? [Number(value)] : [],
    ),
  );
  if (!newestFirst) {
    const from = Math.min(...bounds.map((each) => Math.max(0, ...each)));
    return `position <= ${from + near}`;
  }
  const to = Math.max(...bounds.map((each) => Math.min(Infinity, ...each)));
  const end = Number.isFinite(to) ? String(to) : '(select max(position) from audit.events)';
  return `position >= ${end} - ${near}`;
}
