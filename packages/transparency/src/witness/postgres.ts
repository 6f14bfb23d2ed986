import type { Pool } from 'pg';
import type { StartOver, WitnessMemory } from './port.js';

/**
 * Remembers in schema `transparency`, for several processes at once; `pool` belongs to the
 * caller. Only the owner of the tables may start over.
 */
export function openPostgresMemory(pool: Pool): WitnessMemory {
  return {
    async last(origin) {
      const text = 'select note from transparency.witnessed where origin = $1';
      const { rows } = await pool.query<{ note: string }>(text, [origin]);
      return rows[0]?.note;
    },
    async move(origin, from, { size, note }) {
      const text = `insert into transparency.witnessed as w (origin, size, note)
        select $1, $2, $3
        where $4::bigint = 0 or exists (select from transparency.witnessed where origin = $1)
        on conflict (origin) do update set size = excluded.size, note = excluded.note, at = now()
        where w.size = $4`;
      return (await pool.query(text, [origin, size, note, from])).rowCount === 1;
    },
    async startOver({ origin, by, reason, statement }) {
      const text = `with was as (delete from transparency.witnessed where origin = $1 returning note)
        insert into transparency.started_over (origin, by, reason, statement, was)
        select $1, $2, $3, $4, note from was returning was`;
      const { rows } = await pool.query<{ was: string }>(text, [origin, by, reason, statement]);
      return rows[0]?.was;
    },
    async startedOver(origin) {
      const text = `select origin, by, reason, statement from transparency.started_over
        where origin = $1 order by at`;
      return (await pool.query<StartOver>(text, [origin])).rows;
    },
    close: () => Promise.resolve(),
  };
}
