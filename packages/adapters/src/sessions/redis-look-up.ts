import type { SessionUser } from '@feusa/contracts/users';
import type { Redis } from 'ioredis';
import type { Found, LookUp } from './look-up.js';
import type { Session } from './port.js';
import { MARK, sessionKey } from './redis-keys.js';

/**
 * For how long anything is relied on after it was read from the database, through Redis and memory
 * together: what bounds a revocation that Redis could not tell of.
 */
const TRUSTED_MS = 10_000;

const GET = `
local user = redis.call('get', KEYS[1])
if not user or redis.call('exists', KEYS[2], ARGV[1] .. cjson.decode(user).id) > 0 then return false end
return {user, redis.call('pttl', KEYS[1])}`;

const PUT = `
if redis.call('exists', KEYS[2], KEYS[3]) > 0 then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return 1`;

/**
 * Look-ups that processes share through Redis, or do without while it is away. `untold` says whether a
 * change of this session has not reached Redis yet.
 */
export function sharedLookUp(
  client: Redis,
  lookUp: LookUp,
  untold: (session: Session) => boolean,
): LookUp {
  return async (hash) => {
    const id = hash.toString('hex');
    const known = await get(client, id).catch(() => undefined);
    if (known && !untold(known.session)) return known;
    const began = performance.now();
    const found = await lookUp(hash);
    if (!found) return undefined;
    const { session } = found;
    const trustMs = Math.min(found.trustMs, TRUSTED_MS - (performance.now() - began));
    if (trustMs >= 1) void put(client, session, trustMs).catch(() => undefined);
    return { session, trustMs };
  };
}

async function get(client: Redis, id: string): Promise<Found | undefined> {
  const asked = performance.now();
  const answer = await client.eval(GET, 2, sessionKey(id), MARK + id, MARK);
  if (!answer) return undefined;
  const [user, leftMs] = answer as [string, number];
  const session = { id, user: JSON.parse(user) as SessionUser };
  return { session, trustMs: leftMs - (performance.now() - asked) };
}

const put = (client: Redis, { id, user }: Session, trustMs: number) =>
  client.eval(
    PUT,
    3,
    ...[sessionKey(id), MARK + id, MARK + user.id],
    ...[JSON.stringify(user), Math.floor(trustMs)],
  );
