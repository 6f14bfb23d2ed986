import { createHash, randomInt } from 'node:crypto';
import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import type { EntityManager } from 'typeorm';
import { StoredRecoveryCode } from './entities.js';

/** Without what is mistaken for something else when it is read from paper; 16 of 31 are 79 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

const newGroup = () =>
  Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-');

/** As they are written down: `abcd-efgh-jkmn-pqrs`. */
const newCodes = (): string[] => Array.from({ length: secondFactorBounds.recovery.value }, newCode);

/** Nobody finds 79 random bits by trying, so that a fast hash is enough. */
export const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();

/** Puts new ones in place of those that there are, for somebody who has what they stand in for. */
export async function renewCodes(within: EntityManager, userId: string): Promise<string[]> {
  const made = newCodes();
  await within.delete(StoredRecoveryCode, { userId });
  await within.insert(
    StoredRecoveryCode,
    made.map((code) => ({ userId, codeHash: recoveryHash(code) })),
  );
  return made;
}
