import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeptSecret } from '@feusa/privacy/subject-keys/kept-secrets';
import type { Pool } from 'pg';

const BYTES = 32;

/** Knows the relay's own messages from what anybody else writes into the topic. */
export interface Authenticator {
  /** What the relay puts beside a message. */
  codeOf(value: string | Buffer): string;
  isOurs(value: Buffer, code: string): boolean;
}

/**
 * With a key of this log alone, made from the master key once: what was said of another log, or of this one before
 * it was restored, is not ours. `pool` belongs to the caller.
 */
export async function openAuthenticator(
  pool: Pick<Pool, 'query'>,
  kept: KeptSecret,
  topic: string,
): Promise<Authenticator> {
  const { rows } = await pool.query<{ log: string }>('select log from relay.cursor');
  const log = rows[0]?.log ?? '';
  const key = await kept(`messages ${log} ${topic}`, (masterKey) =>
    Buffer.from(hkdfSync('sha256', masterKey, log, `feusa messages ${topic}`, BYTES)),
  );
  const macOf = (value: string | Buffer) => createHmac('sha256', key).update(value).digest();
  return {
    codeOf: (value) => macOf(value).toString('base64url'),
    isOurs(value, code) {
      const given = Buffer.from(code, 'base64url');
      return given.length === BYTES && timingSafeEqual(given, macOf(value));
    },
  };
}
