import { createHmac, hkdfSync } from 'node:crypto';
import type { InvitationView } from '@feusa/contracts/invitations';
import { normalEmail } from '@feusa/contracts/text';
import type { Connections } from '@feusa/platform/postgres/source';
import { Not, Raw } from 'typeorm';
import { isToken, newToken, tokenHash } from '../sessions/token.js';
import { StoredInvitation } from './entities.js';
import type { Invitations } from './port.js';

/** A secret by its name, made of the master key where there is none yet, and the same ever after. */
type KeptSecret = (name: string, make: (masterKey: Buffer) => Buffer) => Promise<Buffer>;

const SECRET = 'invitations';
const SECRET_BYTES = 32;
const secretOf = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `feusa ${SECRET}`, SECRET_BYTES));

/** By the clock of the database, which all processes share. */
const PUT = `
insert into auth.invitations as own
  (id, token_hash, email, normal_email, role, groups, invited_by, created_at, expires_at)
select $1, $2, $3, $4, $5, $6, $7, $8, $9 where $9::timestamptz > now()
on conflict (id) do update set
  token_hash = excluded.token_hash, email = excluded.email, normal_email = excluded.normal_email,
  role = excluded.role, groups = excluded.groups, invited_by = excluded.invited_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at, taken_until = null
where own.token_hash <> excluded.token_hash
returning id`;

const TAKE = `
update auth.invitations set taken_until = now() + interval '1 minute'
where token_hash = $1 and expires_at > now() and (taken_until is null or taken_until < now())
returning id`;

/** In schema `auth`; `pool` belongs to the caller. */
export function openInvitations({ pool, source }: Connections, kept: KeptSecret): Invitations {
  const invitations = source.getRepository(StoredInvitation);
  const future = () => Raw((column) => `${column} > now()`);
  const viewOf = async (id: string | undefined) => {
    const found = id && (await invitations.findOneBy({ id }));
    return found ? asView(found) : undefined;
  };
  return {
    async tokenFor(request) {
      if (request === undefined) return newToken();
      const secret = await kept(SECRET, secretOf);
      return createHmac('sha256', secret).update(request).digest('base64url');
    },

    async put({ id, email, role, groups, invitedBy, createdAt, expiresAt }, token) {
      const address = normalEmail(email);
      await invitations.delete({ id: Not(id), normalEmail: address });
      const about = [id, tokenHash(token), email, address, role, groups, invitedBy];
      const { rows } = await pool.query(PUT, [...about, createdAt, expiresAt]);
      return rows.length > 0;
    },

    async find(token) {
      if (!isToken(token)) return undefined;
      const where = { tokenHash: tokenHash(token), expiresAt: future() };
      const found = await invitations.findOneBy(where);
      return found ? asView(found) : undefined;
    },

    async take(token) {
      if (!isToken(token)) return undefined;
      const { rows } = await pool.query<{ id: string }>(TAKE, [tokenHash(token)]);
      return viewOf(rows[0]?.id);
    },

    async giveBack(id) {
      await invitations.update({ id }, { takenUntil: null });
    },

    async end(id) {
      await invitations.delete({ id });
    },

    async sweep() {
      await invitations.delete({ expiresAt: Raw((column) => `${column} <= now()`) });
    },
  };
}

const asView = (row: StoredInvitation): InvitationView => {
  const { id, email, role, groups, invitedBy, createdAt, expiresAt } = row;
  return { id, email, role, groups, invitedBy, createdAt, expiresAt };
};
