import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import type { Pool } from 'pg';
import { isToken, newToken, tokenHash } from '../sessions/token.js';
import type { Credentials } from './port.js';
import { FIND, PUT, RESETS, SWEEP } from './statements.js';

/** Credentials in schema `auth`; `pool` belongs to the caller. */
export function openPostgresCredentials(pool: Pool): Credentials {
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await pool.query(text, values)).rows as T[];
  const secret = async (name: string) =>
    (await rows<{ value: string }>('select value from auth.secrets where name = $1', [name]))[0]
      ?.value;

  return {
    async find(email) {
      const [row] = await rows<SessionUser & { hash: string | null }>(FIND, [normalEmail(email)]);
      if (!row) return undefined;
      const { hash, ...user } = row;
      return { user, hash: hash ?? undefined };
    },

    async put(userId, hash) {
      await rows(`${PUT} do update set password_hash = excluded.password_hash`, [userId, hash]);
    },

    async putFirst(userId, hash) {
      const put = await rows(`${PUT} do nothing returning user_id`, [userId, hash]);
      return put.length === 1;
    },

    async anyWithRole(role) {
      const found = await rows(
        `select from auth.credentials c join log.accounts a on a.id = c.user_id
         where a.role = $1 limit 1`,
        [role],
      );
      return found.length > 0;
    },

    async startReset(userId) {
      const token = newToken();
      await rows(RESETS.start, [tokenHash(token), userId]);
      return token;
    },

    async findReset(token) {
      if (!isToken(token)) return undefined;
      return (await rows<SessionUser>(RESETS.find, [tokenHash(token)]))[0];
    },

    async useReset(token, hash) {
      const [used] = await rows<{ id: string }>(RESETS.use, [tokenHash(token), hash]);
      return used?.id;
    },

    secret,

    async putSecret(name, value) {
      await rows(
        `insert into auth.secrets (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value`,
        [name, value],
      );
    },

    async keepSecret(name, value) {
      await rows(
        'insert into auth.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
        [name, value],
      );
      return (await secret(name)) ?? value;
    },

    async sweep() {
      for (const statement of SWEEP) await rows(statement);
    },
  };
}
