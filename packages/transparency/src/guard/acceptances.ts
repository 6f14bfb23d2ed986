import type { Pool } from 'pg';
import { isSignedBy, readVerifierKey, type Verifier } from '../checkpoint.js';
import type { TreeHead } from '../merkle.js';
import type { CheckpointSigner } from '../signer.js';
import type { Contradiction } from './compare.js';

const TITLE = 'feusa accepted log v1';

export interface Acceptance {
  readonly epoch: number;
  /** The log that is gone on with. */
  readonly head: TreeHead;
  readonly at: Date;
  readonly by: string;
  readonly reason: string;
  readonly abandons: readonly Contradiction[];
}

/** The text that an operator's statement is; it cannot be taken for a checkpoint. */
export function statementOf({ epoch, head, at, by, reason, abandons }: Acceptance, origin: string) {
  const lines = [
    ...[TITLE, origin, `epoch ${epoch}`, `size ${head.size}`],
    ...[`root ${head.root.toString('base64')}`, `at ${at.toISOString()}`, `by ${oneLine(by)}`],
    `reason ${oneLine(reason)}`,
    ...new Set(abandons.map((each) => `abandons ${keyOf(each)}`)),
  ];
  return `${lines.join('\n')}\n`;
}

const KEY = 'key ';

/** Without what statements that were signed by our own key have given up, a key with all that it has signed. */
export async function withoutAbandoned(
  pool: Pool,
  signer: CheckpointSigner,
  found: readonly Contradiction[],
): Promise<Contradiction[]> {
  if (found.length === 0) return [];
  const abandoned = await abandonedIn(pool, signer);
  const keys = [...abandoned].flatMap((each) =>
    each.startsWith(KEY) ? (readVerifierKey(each.slice(KEY.length)) ?? []) : [],
  );
  return found.filter((each) => {
    const isByOther = keys.some((key) => each.known && isSignedBy(each.known.note, key));
    return !isByOther && !abandoned.has(keyOf(each));
  });
}

async function abandonedIn(pool: Pool, signer: CheckpointSigner): Promise<Set<string>> {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from transparency.acceptances order by epoch',
  );
  const signed = rows.filter(({ statement }) => isStatementOf(statement, signer.verifier));
  const lines = signed.flatMap(({ statement }) => statement.split('\n'));
  return new Set(
    lines.flatMap((line) => (line.startsWith('abandons ') ? [line.slice('abandons '.length)] : [])),
  );
}

/**
 * Names what contradicts: a checkpoint by its size and root, a witness by its name and what it holds, another
 * key by itself.
 */
export function keyOf({ known, witness, logKey }: Contradiction): string {
  if (logKey !== undefined) return KEY + logKey;
  if (witness !== undefined) return `witness ${witness.name} ${witness.size}`;
  return `${known!.size} ${known!.root.toString('base64')}`;
}

/** Whether this is a statement by a log's own key that it goes on otherwise than it was signed before. */
export const isStatementOf = (statement: string, log: Verifier): boolean =>
  statement.startsWith(`${TITLE}\n${log.name}\n`) && isSignedBy(statement, log);

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
