/** What runs a statement: a pool, a connection, a transaction. */
export interface Queries {
  query<T>(text: string): Promise<T[]>;
}

/** For what reads or writes whole tables in a transaction: beyond some million rows that takes longer than a statement may. */
export const WITHOUT_HURRY = 'set local statement_timeout = 0';

interface Compared {
  /** With their schemas, quoted. */
  readonly live: string;
  readonly replayed: string;
  /** Of a row `r`: which ones of the replay count. */
  readonly where?: string;
}

/** How many rows differ, each counted once whichever side has it, with one of each side as JSON. */
export interface Differences {
  readonly rows: number;
  readonly extra: string | null;
  readonly missing: string | null;
}

/** Compares a table, whose rows have ids, and positions where there are several of one, with what a replay of the log made. */
export async function differencesBetween(
  db: Queries,
  { live, replayed, where = 'true' }: Compared,
): Promise<Differences> {
  const [found] = await db.query<Differences>(`
    with live as (select to_jsonb(r) as row from ${live} r),
      replayed as (select to_jsonb(r) as row from ${replayed} r where ${where}),
      extra as (select row from live except select row from replayed),
      missing as (select row from replayed except select row from live)
    select (select count(distinct (row->'id', row->'position'))
        from (table extra union all table missing) as either)::int as rows,
      (select row::text from extra limit 1) as extra, (select row::text from missing limit 1) as missing`);
  return found!;
}
