import { createHash, randomUUID } from 'node:crypto';
import { noticeBounds } from '@feusa/contracts/notice-bounds';
import type { NoticeKind, NoticeView } from '@feusa/contracts/notices';
import type { Connections } from '@feusa/platform/postgres/source';
import { Raw } from 'typeorm';
import { StoredNotice } from './entities.js';
import type { Notices } from './port.js';

const { kept, life, locked, devices, deviceLife } = noticeBounds;
const interval = ({ value }: { readonly value: number }) => `interval '${value / 1000} seconds'`;

/** Those seen longest ago make room. */
const SEE = `
with before as (
  select from auth.devices
  where user_id = $1 and device_hash = $2 and seen_at > now() - ${interval(deviceLife)}
), surplus as (
  delete from auth.devices where user_id = $1 and device_hash in (
    select device_hash from auth.devices where user_id = $1 and device_hash <> $2
    order by seen_at desc offset ${devices.value - 1})
)
insert into auth.devices (user_id, device_hash) select id, $2 from log.accounts where id = $1
on conflict (user_id, device_hash) do update set seen_at = now()
returning not exists (select from before) as "isNew"`;

const ADD = `
with surplus as (
  delete from auth.notices where id in (
    select id from auth.notices where user_id = $2 and kind = $3
    order by at desc offset ${kept.value - 1})
)
insert into auth.notices (id, user_id, kind, device, address, role)
select $1, id, $3, $4, $5, $6 from log.accounts where id = $2 and not ($7 and exists (
  select from auth.notices where user_id = $2 and kind = $3 and at > now() - ${interval(locked)}))`;

const SWEEP = [
  `delete from auth.notices where at < now() - ${interval(life)}`,
  `delete from auth.devices where seen_at < now() - ${interval(deviceLife)}`,
];

/** Each of many that are refused at once would be one. */
const ONCE: ReadonlySet<NoticeKind> = new Set(['locked-out', 'factor-locked']);

/** Of one account alone, so that nobody sees which of them share a browser. */
const hashOf = (userId: string, token: string): Buffer =>
  createHash('sha256').update(`${userId} ${token}`).digest();

/** In schema `auth`; `pool` belongs to the caller. */
export function openNotices({ pool, source }: Connections): Notices {
  const notices = source.getRepository(StoredNotice);
  return {
    async isNewDevice(userId, token) {
      const values = [userId, hashOf(userId, token)];
      const { rows } = await pool.query<{ isNew: boolean }>(SEE, values);
      return rows[0]?.isNew === true;
    },

    async add(userId, { kind, device = '', address = '', role }) {
      const id = randomUUID();
      const values = [id, userId, kind, device, address, role ?? null, ONCE.has(kind)];
      await pool.query(ADD, values);
      const added = await notices.findOneBy({ id });
      return added ? viewOf(added) : undefined;
    },

    async of(userId) {
      const at = Raw((column) => `${column} > now() - ${interval(life)}`);
      const found = await notices.find({ where: { userId, at }, order: { at: 'desc', id: 'asc' } });
      return found.map(viewOf);
    },

    async sweep() {
      for (const statement of SWEEP) await pool.query(statement);
    },
  };
}

const viewOf = ({ id, kind, at, device, address, role }: StoredNotice): NoticeView => ({
  ...{ id, kind, at, device, address, ...(role && { role }) },
});
