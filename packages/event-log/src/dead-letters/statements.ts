import { stateOf } from './entities.js';

// Each of these compares and sets, or changes a letter together with what was done about it.

/** How long a claim holds: a process that died with it is not waited for any longer. */
const CLAIM = `interval '30 s'`;
/** A process that has not come as far in the log leaves a stream to others for so long. */
const OTHERS_FIRST = `interval '10 s'`;

const STATE = stateOf('l');

export const ADD = `
insert into parking.letters as old
  (consumer, stream, from_version, position, event_id, event_type, error, tries)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (consumer, stream) do update set
  from_version = excluded.from_version, position = excluded.position, event_id = excluded.event_id,
  event_type = excluded.event_type, error = excluded.error, tries = excluded.tries
where excluded.from_version < old.from_version`;

/** $1 ids, $2 force, $3 seconds from one to the next, $4 by. */
export const REDRIVE = `
with begin as (
  select greatest(now(), max(due_at) + $3 * interval '1 s') as at from parking.letters
), wanted as (
  select l.id, row_number() over (order by l.position) - 1 as turn from parking.letters l
  where l.id = any($1::bigint[]) and case when $2 then ${STATE} <> 'due' else ${STATE} = 'blocked' end
), marked as (
  update parking.letters l set
    due_at = begin.at + wanted.turn * $3 * interval '1 s',
    allowed = greatest(l.allowed, l.redrives + 1), discarded_at = null, claimed_until = null
  from wanted, begin where l.id = wanted.id and (l.due_at is null or l.redrives >= l.allowed)
  returning l.id, l.consumer, l.stream, l.due_at
), noted as (
  insert into parking.actions (letter, consumer, stream, kind, by)
  select id, consumer, stream, 'redrive', $4 from marked
)
select id, due_at as "dueAt" from marked order by due_at, id`;

/** $1 id, $2 by, $3 reason. */
export const DISCARD = `
with gone as (
  update parking.letters set discarded_at = now(), due_at = null, claimed_until = null
  where id = $1 and discarded_at is null returning id, consumer, stream
), dropped as (
  update parking.actions a set outcome = 'dropped', ended_at = now()
  from gone where a.letter = gone.id and a.outcome is null
)
insert into parking.actions (letter, consumer, stream, kind, by, note, outcome, ended_at)
select id, consumer, stream, 'discard', $2, $3, 'done', now() from gone`;

/** $1 consumer, $2 the position that the process has reached. */
export const CLAIM_NEXT = `
update parking.letters l set claimed_until = now() + ${CLAIM}, redrives = l.redrives + 1
where l.id = (
  select id from parking.letters
  where consumer = $1 and discarded_at is null and redrives < allowed
    and due_at <= now() - case when position > $2 then ${OTHERS_FIRST} else interval '0' end
    and (claimed_until is null or claimed_until < now())
  order by due_at, id limit 1 for update skip locked
)
returning l.id`;

export const SUCCEEDED = `
with gone as (delete from parking.letters where id = $1 returning id)
update parking.actions a set outcome = 'done', ended_at = now()
from gone where a.letter = gone.id and a.outcome is null`;

/** $1 id, then the stop. */
export const FAILED = `
with kept as (
  update parking.letters set due_at = null, claimed_until = null, tries = tries + 1,
    from_version = $2, position = $3, event_id = $4, event_type = $5, error = $6
  where id = $1 returning id
)
update parking.actions a set outcome = 'failed', note = $6, ended_at = now()
from kept where a.letter = kept.id and a.outcome is null`;
