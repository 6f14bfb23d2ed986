import type { Pool } from 'pg';

/** Everything up to `position` that belongs into the partition is handled; `epoch` is the topic's. */
export interface PartitionProgress {
  readonly partition: number;
  readonly position: number;
  readonly epoch: number;
}

/** How far the workers of a group have come, partition by partition, for those who wait for them. */
export interface ProgressRepository {
  /** The epoch of the topic that a partition's progress is of, if there is any, and the present one. */
  begin(
    consumer: string,
    partition: number,
  ): Promise<{ readonly known: number | undefined; readonly current: number }>;
  /** Saves the progress of several partitions. */
  reached(consumer: string, progress: readonly PartitionProgress[]): Promise<void>;
  /** Everything up to here is handled in every partition; 0 as long as one has not begun. */
  position(consumer: string, partitions: number): Promise<number>;
}

// Many workers write many partitions at once, in one statement that never goes back.
const BEGIN = `select c.epoch as current, p.epoch as known from relay.cursor c
  left join relay.progress p on p.consumer = $1 and p.partition = $2`;
const REACHED = `insert into relay.progress as old (consumer, partition, position, epoch)
  select $1, * from unnest($2::int[], $3::bigint[], $4::int[])
  on conflict (consumer, partition) do update
  set position = greatest(old.position, excluded.position), epoch = excluded.epoch
  where old.position < excluded.position or old.epoch <> excluded.epoch`;
const POSITION = `select case when count(*) = $2 then min(position) else 0 end as position
  from relay.progress where consumer = $1 and partition < $2`;

/** The progress in schema `relay`; `pool` belongs to the caller. */
export const openProgressRepository = (pool: Pool): ProgressRepository => ({
  async begin(consumer, partition) {
    const query = { name: 'progress-begin', text: BEGIN, values: [consumer, partition] };
    const { rows } = await pool.query<{ current: number; known: number | null }>(query);
    return { current: rows[0]?.current ?? 0, known: rows[0]?.known ?? undefined };
  },

  async reached(consumer, progress) {
    const columns = (['partition', 'position', 'epoch'] as const).map((name) =>
      progress.map((each) => each[name]),
    );
    const values = [consumer, ...columns];
    await pool.query({ name: 'progress-reached', text: REACHED, values });
  },

  async position(consumer, partitions) {
    const query = { name: 'progress-position', text: POSITION, values: [consumer, partitions] };
    const { rows } = await pool.query<{ position: string | number }>(query);
    return Number(rows[0]?.position ?? 0);
  },
});
