import type { Pool } from 'pg';
import { beginOfLine, type Verifier } from '../checkpoint.js';
import { followLogKey, keepLogKey, type OwnKeys } from '../log-key.js';
import type { TreeHead } from '../merkle.js';
import { SIGNED_BY_OTHERS } from '../statements.js';
import type { CheckpointSigner } from '../signer.js';
import type { Contradiction } from './compare.js';
import { knownBy, notesOf, type Known, type KnownOptions, type Report } from './known.js';

export interface Sources extends KnownOptions {
  readonly pool: Pool;
}

/** What is known of the log by its own keys, and what says that the key here is not the one. */
export interface Signatures {
  readonly known: readonly Known[];
  readonly contradictions: readonly Contradiction[];
}

/** Reads what lies here, with the key that the log has. `report` hears of what cannot be compared. */
export async function signaturesOf(
  options: Sources,
  report: Report = () => undefined,
): Promise<Signatures> {
  const { pool, signer } = options;
  // Before the keys, so that nothing is by a key that the log was turned to meanwhile.
  const notes = await notesOf(options, report);
  await keepLogKey(pool, signer.verifier);
  const keys = await followLogKey(pool, signer);
  const { known, foreign } = knownBy(keys.chain, notes, report);
  const others = keys.key === undefined ? await signedByOthers(pool, signer.verifier) : [];
  const contradictions = [...foreign, ...others].map((each) => ({
    known: each,
    reason: `checkpoint ${each.size} in ${each.where} is signed by another key than the log's`,
  }));
  return { known, contradictions: [...otherKey(keys, signer), ...contradictions] };
}

function otherKey({ key, chain, successions }: OwnKeys, signer: CheckpointSigner): Contradiction[] {
  if (!chain.isWhole) {
    const reason = 'the keys of the log in the database do not follow one another, signed by each';
    return [{ successions, reason }];
  }
  if (key === undefined || key === signer.key) return [];
  const reason =
    `the log is signed by ${key}, and the key here is ${signer.key}: ` +
    `bring its checkpoint.key back to ${signer.directory}`;
  return [{ logKey: key, reason }];
}

/** Before the database had the key of the log, several could sign. */
async function signedByOthers(pool: Pool, own: Verifier): Promise<Known[]> {
  const { rows } = await pool.query<TreeHead & { note: string }>(SIGNED_BY_OTHERS, [
    beginOfLine(own),
  ]);
  return rows.map((row) => ({ ...row, where: 'the database' }));
}
