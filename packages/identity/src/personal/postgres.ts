import { personalBounds } from '@feusa/contracts/bounds';
import type { Connections } from '@feusa/platform/postgres/source';
import { StoredItem } from './entities.js';
import type { PersonalItems } from './port.js';

/** Nothing is kept for an account that has gone; of one mark there are only so many, which one statement counts. */
const mark = (column: string, most: number, columns: string, values: string) => `
  insert into personal.items as own (user_id, id, kind, ${columns})
  select a.id, $2::uuid, $3::text, ${values} from log.accounts a
  where a.id = $1 and ${most} > (select count(*) from personal.items
    where user_id = $1 and id <> $2 and ${column} is not null)
  on conflict (user_id, id) do update set`;

const STAR = `${mark('starred_at', personalBounds.stars.value, 'starred_at', 'now()')}
  starred_at = coalesce(own.starred_at, excluded.starred_at)`;

const FOLLOW = `${mark('followed_at', personalBounds.follows.value, 'followed_at, followed_from', 'now(), $4::bigint')}
  followed_at = coalesce(own.followed_at, excluded.followed_at),
  followed_from = greatest(own.followed_from, excluded.followed_from)`;

const OPENED = `with noted as (
    ${mark('null', 1, 'opened_at, seen', 'now(), $4::bigint')}
    opened_at = excluded.opened_at, seen = greatest(own.seen, excluded.seen)
  )
  delete from personal.items where user_id = $1 and id in (
    select id from personal.items
    where user_id = $1 and id <> $2 and starred_at is null and followed_at is null
    order by opened_at desc nulls last, id offset ${personalBounds.opened.value - 1})`;

/** Rows of which nothing is left go. */
const EMPTY = `delete from personal.items where user_id = $1
  and starred_at is null and followed_at is null and opened_at is null and seen is null`;

/** In schema `personal`; `pool` belongs to the caller. */
export function openPersonalItems({ pool, source }: Connections): PersonalItems {
  const items = source.getRepository(StoredItem);
  const clear = async (text: string, values: readonly string[]) => {
    await pool.query(`update personal.items set ${text}`, [...values]);
    await pool.query(EMPTY, [values[0]]);
  };
  const add = async (text: string, values: readonly unknown[]) =>
    ((await pool.query(text, [...values])).rowCount ?? 0) > 0;
  return {
    of: (userId) => items.findBy({ userId }),
    star: (userId, { id, kind }) => add(STAR, [userId, id, kind]),
    unstar: (userId, id) => clear('starred_at = null where user_id = $1 and id = $2', [userId, id]),
    follow: (userId, id, position) => add(FOLLOW, [userId, id, 'folder', position]),
    unfollow: (userId, id) =>
      clear('followed_at = null, followed_from = null where user_id = $1 and id = $2', [
        userId,
        id,
      ]),
    async opened(userId, { id, kind }, position) {
      await pool.query(OPENED, [userId, id, kind, position]);
    },
    forgetOpened: (userId) => clear('opened_at = null where user_id = $1', [userId]),
  };
}
