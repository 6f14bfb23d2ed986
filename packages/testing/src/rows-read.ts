import type { Pool } from 'pg';

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const rowsIn = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsIn(each), 0);

/** How many rows all steps of a statement read: what they give to the next one, and what they pass over. */
export async function rowsRead(
  pool: Pick<Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  return rowsIn(rows[0]!['QUERY PLAN'][0].Plan);
}
