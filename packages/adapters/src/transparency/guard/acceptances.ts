import type { Pool } from 'pg';
import { isSignedBy, type Verifier } from '../checkpoint.js';
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

/** What statements that were signed by our own key have given up. */
export async function abandonedIn(pool: Pool, signer: CheckpointSigner): Promise<Set<string>> {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from transparency.acceptances order by epoch',
  );
  const signed = rows.filter(({ statement }) => isStatementOf(statement, signer.verifier));
  const lines = signed.flatMap(({ statement }) => statement.split('\n'));
  return new Set(
    lines.flatMap((line) => (line.startsWith('abandons ') ? [line.slice('abandons '.length)] : [])),
  );
}

/** Names what contradicts: a checkpoint by its size and root, a witness by its name and what it holds. */
export const keyOf = ({ known, witness }: Contradiction): string =>
  witness === undefined
    ? `${known!.size} ${known!.root.toString('base64')}`
    : `witness ${witness.name} ${witness.size}`;

/** Whether this is a statement by a log's own key that it goes on otherwise than it was signed before. */
export const isStatementOf = (statement: string, log: Verifier): boolean =>
  statement.startsWith(`${TITLE}\n${log.name}\n`) && isSignedBy(statement, log);

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
