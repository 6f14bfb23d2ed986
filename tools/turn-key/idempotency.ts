import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY, LOOK_MS } from '@feusa/command/idempotency-secrets';
import { publishSecret, turnSecret } from '@feusa/identity/passwords/turn-secret';
import type { Config } from '@feusa/profiles/config';
import { openOwner } from '@feusa/profiles/turning';

/** Every process has looked by then. */
const SETTLED_MS = 3 * LOOK_MS;

/** Turns the secret by which the bodies of repeated commands are known again; answers of before still count. */
export async function turnIdempotency(
  config: Config,
  given: string,
  { print }: { readonly print: (line: string) => void },
): Promise<void> {
  const pool = await openOwner(config, given);
  try {
    await publishSecret(pool, IDEMPOTENCY, randomBytes(32).toString('hex'));
    await sleep(SETTLED_MS);
    await turnSecret(pool, IDEMPOTENCY);
    print(
      'The key is turned. The one before knows remembered answers for 8 days more, and is deleted then.',
    );
  } finally {
    await pool.end();
  }
}
