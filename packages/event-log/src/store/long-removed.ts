import type { Pool } from 'pg';

const REMOVALS = `type in ('FolderRemoved', 'FileRemoved', 'LinkRemoved')`;

/** Lets the log be asked what was removed before a time. */
export const removalIndex = `create index events_removals on log.events (at) where ${REMOVALS};`;

/** The streams of folders, files and links that lie in the trash since before a time (ISO-8601), the oldest first. */
export type LongRemoved = (before: string, limit: number) => Promise<readonly string[]>;

/** What happens to a thing in the trash takes it out of there, so that its removal is its newest event. */
export const openLongRemoved =
  (pool: Pool): LongRemoved =>
  async (before, limit) => {
    const { rows } = await pool.query<{ stream: string }>({
      name: 'long-removed',
      text: `select stream from log.events e where ${REMOVALS} and at < $1
        and not exists (select from log.events next
          where next.stream = e.stream and next.version = e.version + 1)
        and not exists (select from log.purged p where p.id = e.stream)
        order by at, position limit $2`,
      values: [before, limit],
    });
    return rows.map(({ stream }) => stream);
  };
