import type { Role } from '@feusa/contracts/users';
import type { Pool } from 'pg';
import { SessionCache } from './cache.js';
import type { Session, SessionChange, Sessions } from './port.js';
import { isToken, newToken, tokenHash } from './token.js';

const START = `insert into auth.sessions (token_hash, user_id, expires_at)
  values ($1, $2, now() + interval '14 days')`;

/** A session ends after 14 days, or 3 days without use; use is written down once an hour. */
const FIND = `
with live as (
  select a.id, a.email, a.role, s.seen_at,
    least(s.expires_at, s.seen_at + interval '3 days') - now() as left
  from auth.sessions s join log.accounts a on a.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and s.seen_at > now() - interval '3 days'
), seen as (
  update auth.sessions set seen_at = now()
  where token_hash = $1 and exists (select from live where seen_at < now() - interval '1 hour')
)
select id, email, role, (extract(epoch from "left") * 1000)::float8 as "livesMs" from live`;

interface Row {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly livesMs: number;
}

interface Found {
  readonly session: Session;
  readonly livesMs: number;
}

/** Sessions in schema `auth`, remembered in this process for 30 s; `pool` belongs to the caller. */
export function openPostgresSessions(pool: Pool, cache = new SessionCache()): Sessions {
  const listeners = new Set<(change: SessionChange) => void>();
  const underWay = new Map<string, Promise<Found | undefined>>();

  // A look-up that began before a change must not be remembered, nor joined, after it.
  const announce = (change: SessionChange) => {
    underWay.clear();
    for (const listener of listeners) listener(change);
  };
  const endedUser = (userId: string) => {
    cache.dropUser(userId);
    announce({ kind: 'user-ended', userId });
  };

  async function load(token: string): Promise<Found | undefined> {
    const hash = tokenHash(token);
    const query = { name: 'session-find', text: FIND, values: [hash] };
    const [row] = (await pool.query<Row>(query)).rows;
    if (!row) return undefined;
    const { livesMs, ...user } = row;
    return { session: { id: hash.toString('hex'), user }, livesMs };
  }

  async function loadOnce(token: string): Promise<Session | undefined> {
    const known = underWay.get(token);
    if (known) return (await known)?.session;
    const loading = load(token);
    underWay.set(token, loading);
    try {
      const found = await loading;
      if (found && underWay.get(token) === loading) cache.put(token, found.session, found.livesMs);
      return found?.session;
    } finally {
      if (underWay.get(token) === loading) underWay.delete(token);
    }
  }

  return {
    async start(userId) {
      const token = newToken();
      await pool.query(START, [tokenHash(token), userId]);
      return token;
    },

    async find(token) {
      return cache.get(token) ?? (isToken(token) ? loadOnce(token) : undefined);
    },

    async end(token) {
      const hash = tokenHash(token);
      await pool.query('delete from auth.sessions where token_hash = $1', [hash]);
      cache.drop(token);
      announce({ kind: 'ended', sessionId: hash.toString('hex') });
    },

    async endUser(userId) {
      await pool.query('delete from auth.sessions where user_id = $1', [userId]);
      endedUser(userId);
    },

    userChanged(userId) {
      cache.dropUser(userId);
      announce({ kind: 'user-changed', userId });
    },

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
