import { hash, verify } from '@node-rs/argon2';
import { signInBounds } from '@feusa/contracts/bounds';
import { Gate } from './gate.js';

/** OWASP's recommendation: argon2id (2) with 19 MiB, 2 passes, 1 lane; some 20 ms of one core. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of 256 random bits that nobody knows: what the password of an unknown user is held against. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$gv2CIM6fagWpQnKVJIJ2yw$SQahItQnrTmuuB0hUoU9nGYFpLvpwT6ob2Bchqshct0';

/** Two at once use both of libuv's threads that a small machine can spare; the rest stays responsive. */
const gate = new Gate(signInBounds.hashes.value, signInBounds.hashesWaiting.value);

/** @throws Refusal 'busy' where too many wait */
export const hashPassword = (password: string): Promise<string> =>
  gate.run(() => hash(password, options));

/**
 * Whether the password is the hashed one, to the last byte. Without a hash the answer is no, after the
 * same time.
 * @throws Refusal 'busy' where too many wait
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const same = await gate.run(() => verify(stored ?? NOBODY, password));
  return same && stored !== undefined && password.isWellFormed();
}
