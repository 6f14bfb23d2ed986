import type { Pool } from 'pg';
import type { WitnessMemory } from './port.js';

/** Remembers in schema `transparency`, for several processes at once; `pool` belongs to the caller. */
export function openPostgresMemory(pool: Pool): WitnessMemory {
  return {
    async last(origin) {
      const text = 'select note from transparency.witnessed where origin = $1';
      const { rows } = await pool.query<{ note: string }>(text, [origin]);
      return rows[0]?.note;
    },
    async move(origin, from, { size, note }) {
      const text = `insert into transparency.witnessed as w (origin, size, note) values ($1, $2, $3)
        on conflict (origin) do update set size = excluded.size, note = excluded.note, at = now()
        where w.size = $4`;
      return (await pool.query(text, [origin, size, note, from])).rowCount === 1;
    },
    close: () => Promise.resolve(),
  };
}
