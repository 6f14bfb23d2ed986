import type { Connections } from '@feusa/platform/postgres/source';
import { StartedOver, Witnessed } from './entities.js';
import type { WitnessMemory } from './port.js';

/**
 * Remembers in schema `transparency`, for several processes at once; `pool` belongs to the
 * caller. Only the owner of the tables may start over.
 */
export function openPostgresMemory({ pool, source }: Connections): WitnessMemory {
  return {
    async last(origin) {
      return (await source.getRepository(Witnessed).findOneBy({ origin }))?.note;
    },
    // Compares and sets in one statement.
    async move(origin, from, { size, note }) {
      const text = `insert into transparency.witnessed as w (origin, size, note)
        select $1, $2, $3
        where $4::bigint = 0 or exists (select from transparency.witnessed where origin = $1)
        on conflict (origin) do update set size = excluded.size, note = excluded.note, at = now()
        where w.size = $4`;
      return (await pool.query(text, [origin, size, note, from])).rowCount === 1;
    },
    // Forgets and keeps aside what is forgotten in one statement.
    async startOver({ origin, by, reason, statement }) {
      const text = `with was as (delete from transparency.witnessed where origin = $1 returning note)
        insert into transparency.started_over (origin, by, reason, statement, was)
        select $1, $2, $3, $4, note from was returning was`;
      const { rows } = await pool.query<{ was: string }>(text, [origin, by, reason, statement]);
      return rows[0]?.was;
    },
    startedOver: (origin) =>
      source.getRepository(StartedOver).find({ where: { origin }, order: { at: 'ASC' } }),
    close: () => Promise.resolve(),
  };
}
