// The database hashes, and takes a whole batch of tiles or what another signer has not taken, in one statement each.

/** The hashes of the events' exact bytes as leaves, in order. */
export const LEAVES = `
select position, sha256('\\x00'::bytea || convert_to(bytes, 'UTF8')) as leaf
from log.events where position > $1 and position <= $2 order by position`;

/** The tree never holds more than the log. */
export const SIZES = `select t.size, h.position as head from transparency.tree t, log.head h`;

export const TILES = `
select t.level, t.index, t.hashes from transparency.tiles t
join unnest($1::int[], $2::bigint[]) as n(level, index) on t.level = n.level and t.index = n.index`;

/**
 * A compare-and-swap of the size: of several maintainers one writes. Not waited for until it is on the disk:
 * what a crash forgets is computed again, and a signature later on waits for everything before it.
 */
export const GROW = `
with moved as (
  update transparency.tree set size = $2 where size = $1 returning true
), written as (
  insert into transparency.tiles (level, index, width, hashes)
  select level, index, octet_length(hashes) / 32, hashes
  from unnest($3::int[], $4::bigint[], $5::bytea[]) as t(level, index, hashes)
  where exists (select from moved)
  on conflict (level, index) do update set width = excluded.width, hashes = excluded.hashes
)
select (select count(*)::int from moved) as moved, set_config('synchronous_commit', 'off', true)`;

/** Of the time since the last acceptance. */
export const EPOCH = '(select coalesce(max(epoch), 0) from transparency.acceptances)';

const SIGNED_ROWS = `
select c.size, c.root, c.note || coalesce((
  select string_agg(line, '' order by witness) from transparency.cosignatures s
  where s.size = c.size and s.root = c.root
), '') as note from transparency.checkpoints c where c.epoch = ${EPOCH}`;

export const LAST_SIGNED = `${SIGNED_ROWS} order by c.size desc limit 1`;

export const SIGNED = `${SIGNED_ROWS} and c.size > $1 and c.size <= $2 order by c.size`;

export const EARLIER = `${SIGNED_ROWS} and c.size < $1 order by c.size desc limit $2`;

export const REMEMBER = `
insert into transparency.checkpoints (size, previous, root, note, epoch)
select $1::bigint, $2::bigint, $3::bytea, $4, ${EPOCH}
where not exists (select from transparency.log_key k where k.key <> $5) on conflict do nothing`;

/** What another key has signed; $1: how the line of ours begins. */
export const SIGNED_BY_OTHERS = `
select size, root, note from transparency.checkpoints
where epoch = ${EPOCH} and strpos(note, $1) = 0 order by size desc limit 1`;

export const COSIGNATURES = `
select line from transparency.cosignatures where size = $1 and root = $2 order by witness`;

export const COSIGNED = `
insert into transparency.cosignatures (size, root, witness, line) values ($1, $2, $3, $4)
on conflict do nothing`;
