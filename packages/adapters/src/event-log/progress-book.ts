import type { Pool } from 'pg';

/** How far the workers of a group have come, partition by partition, for those who wait for them. */
export interface ProgressBook {
  /** Notes that everything up to this position that belongs into the partition is handled. */
  reached(consumer: string, partition: number, position: number): Promise<void>;
  /** Everything up to here is handled in every partition; 0 as long as one has not begun. */
  position(consumer: string, partitions: number): Promise<number>;
}

/** The book in schema `relay`; `pool` belongs to the caller. */
export const openProgressBook = (pool: Pool): ProgressBook => ({
  async reached(consumer, partition, position) {
    const text = `insert into relay.progress as old (consumer, partition, position) values ($1, $2, $3)
      on conflict (consumer, partition) do update set position = excluded.position
      where old.position < excluded.position`;
    await pool.query({ name: 'progress-reached', text, values: [consumer, partition, position] });
  },

  async position(consumer, partitions) {
    const text = `select case when count(*) = $2 then min(position) else 0 end as position
      from relay.progress where consumer = $1 and partition < $2`;
    const { rows } = await pool.query<{ position: string | number }>({
      name: 'progress-position',
      text,
      values: [consumer, partitions],
    });
    return Number(rows[0]?.position ?? 0);
  },
});
