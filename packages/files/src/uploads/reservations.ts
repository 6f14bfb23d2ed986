import { escapeLiteral, type Pool, type QueryResult, type QueryResultRow } from 'pg';
import type {
  BlobReferences,
  Reservation,
  Reservations,
  Reserved,
  UploadShare,
  ReservationRequest,
} from './port.js';

/**
 * What a crash of the database forgets of the last moment is a count: a sweep tells it what has become of uploads.
 * So nobody waits for the disk.
 */
const LAZILY = `select set_config('synchronous_commit', 'off', true)`;
const lock = (owner: string) =>
  `select pg_advisory_xact_lock(hashtextextended('upload ' || ${owner}, 0))`;
const insert = ({ id, owner, bytes }: Literals, most: UploadShare) => `with held as (
    select count(*) filter (where blob is null) as uploads, count(blob) as finished,
      coalesce(sum(bytes), 0)::bigint as bytes
    from uploads.reservations where owner = ${owner}
  ), made as (
    insert into uploads.reservations (id, owner, bytes) select ${id}, ${owner}, ${bytes} from held
    where uploads < ${most.uploads} and held.bytes + ${bytes} <= ${most.bytes}
  ) select uploads, finished, bytes, (
    select coalesce(sum(bytes), 0)::bigint from uploads.reservations where blob is null
  ) as promised from held`;
const finish = (id: string, blob: string) =>
  `update uploads.reservations set blob = ${blob} where id = ${id}`;
/** Where an owner has so many finished ones, or twice as many, it is time to forget those that something uses. */
const FINISHED = 64;
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
  const releaseUsed = async (owner: string) => {
    const { rows } = await pool.query<{ blob: string }>(BLOBS, [owner]);
    const used = await isReferenced(rows.map(({ blob }) => blob));
    const { rowCount } = await pool.query(USED, [owner, [...used]]);
    return (rowCount ?? 0) > 0;
  };
  const attempt = async (wanted: ReservationRequest, most: UploadShare) => {
    const { bytes } = wanted;
    const literals = { id: escapeLiteral(wanted.id), owner: escapeLiteral(wanted.owner), bytes };
    // Each statement sees what was committed before it, so what is counted is what the lock has waited for.
    const held = await atOnce<Held>(pool, [LAZILY, lock(literals.owner), insert(literals, most)]);
    const { promised, finished } = held!;
    const fault = excess(held!, bytes, most);
    if (fault) return fault;
    if (finished > 0 && finished % FINISHED === 0) await releaseUsed(wanted.owner);
    return { promised: promised + bytes };
  };

  return {
    async reserve(wanted, most) {
      const outcome = await attempt(wanted, most);
      if (outcome !== 'too-large' || !(await releaseUsed(wanted.owner))) return outcome;
      return attempt(wanted, most);
    },
    async finished(id, blob) {
      await atOnce(pool, [LAZILY, finish(escapeLiteral(id), escapeLiteral(blob))]);
    },
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

/** What an owner was promised before, and what all were. */
interface Held extends UploadShare, Reserved {
  readonly finished: number;
}

interface Literals {
  readonly id: string;
  readonly owner: string;
  readonly bytes: number;
}

/** Several statements as one transaction in one round trip. Answers with the first row of the last. */
async function atOnce<Row>(pool: Pool, statements: readonly string[]): Promise<Row | undefined> {
  const answers: unknown = await pool.query(statements.join(';\n'));
  return (answers as readonly QueryResult<Row & QueryResultRow>[]).at(-1)?.rows[0];
}
