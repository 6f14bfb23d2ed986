import type { Pool, PoolClient } from 'pg';
import type {
  BlobReferences,
  Reservation,
  Reservations,
  UploadShare,
  ReservationRequest,
} from './port.js';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('upload ' || $1, 0))`;
const SUM = `select count(*) filter (where blob is null) as uploads,
  coalesce(sum(bytes), 0)::bigint as bytes from uploads.reservations where owner = $1`;
const INSERT = 'insert into uploads.reservations (id, owner, bytes) values ($1, $2, $3)';
const FINISHED = 'update uploads.reservations set blob = $2 where id = $1';
const RELEASE = 'delete from uploads.reservations where id = $1';
const UNFINISHED = 'select id, bytes from uploads.reservations where blob is null';
const BLOBS =
  'select distinct blob from uploads.reservations where owner = $1 and blob is not null';
const USED = 'delete from uploads.reservations where owner = $1 and blob = any($2)';
const MARK = `update uploads.reservations r set blob = k.blob
  from unnest($1::text[], $2::text[]) k (id, blob)
  where r.id = k.id and r.blob is null and k.blob is not null`;
const KEEP = `delete from uploads.reservations
  where at < to_timestamp($2 / 1000.0) and not (id = any($1))`;

/** Reservations in PostgreSQL. */
export function openReservations(pool: Pool, isReferenced: BlobReferences): Reservations {
  const run = (text: string, values: unknown[]) => pool.query(text, values).then(() => undefined);
  const attempt = (wanted: ReservationRequest, most: UploadShare) =>
    transaction(pool, async (client) => {
      await client.query(LOCK, [wanted.owner]);
      const { rows } = await client.query<UploadShare>(SUM, [wanted.owner]);
      const fault = excess(rows[0] ?? { uploads: 0, bytes: 0 }, wanted.bytes, most);
      if (fault) return fault;
      await client.query(INSERT, [wanted.id, wanted.owner, wanted.bytes]);
      return 'reserved' as const;
    });
  const releaseUsed = async (owner: string) => {
    const { rows } = await pool.query<{ blob: string }>(BLOBS, [owner]);
    const used = await isReferenced(rows.map(({ blob }) => blob));
    const { rowCount } = await pool.query(USED, [owner, [...used]]);
    return (rowCount ?? 0) > 0;
  };

  return {
    async reserve(wanted, most) {
      const outcome = await attempt(wanted, most);
      if (outcome !== 'too-large' || !(await releaseUsed(wanted.owner))) return outcome;
      return attempt(wanted, most);
    },
    finished: (id, blob) => run(FINISHED, [id, blob]),
    release: (id) => run(RELEASE, [id]),
    async unfinished() {
      return (await pool.query<Reservation>(UNFINISHED)).rows;
    },
    async keep(uploads, before) {
      const ids = uploads.map(({ id }) => id);
      await run(MARK, [ids, uploads.map(({ blob }) => blob ?? null)]);
      await run(KEEP, [ids, before]);
    },
  };
}

/** What there would be too much of with this many bytes more. */
export function excess(
  held: UploadShare,
  bytes: number,
  most: UploadShare,
): 'too-many' | 'too-large' | undefined {
  if (held.uploads >= most.uploads) return 'too-many';
  return held.bytes + bytes > most.bytes ? 'too-large' : undefined;
}

async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    fault = error as Error;
    throw fault;
  } finally {
    client.release(fault);
  }
}
