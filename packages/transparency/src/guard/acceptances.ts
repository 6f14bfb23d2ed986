import type { Pool } from 'pg';
import { createHash } from 'node:crypto';
import {
  isSignedBy,
  readVerifierKey,
  verifierKey,
  type LogKey,
  type Verifier,
} from '../checkpoint.js';
import { readSuccession } from '../keys/succession.js';
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

/** Without what statements by the log's own keys have given up, a key with all that it has signed. */
export async function withoutAbandoned(
  pool: Pool,
  signer: CheckpointSigner,
  found: readonly Contradiction[],
): Promise<Contradiction[]> {
  if (found.length === 0) return [];
  const said = await saidIn(pool);
  const own = turnedInto(signer.verifier, said);
  const abandoned = new Set(abandonedBy(said.statements, own));
  const keys = keysIn(abandoned);
  return found.filter((each) => {
    const isByOther = keys.some((key) => each.known && isSignedBy(each.known.note, key));
    return !isByOther && !abandoned.has(keyOf(each));
  });
}

/** All that was ever signed of keys and by operators. */
interface Said {
  readonly statements: readonly string[];
  readonly successions: readonly string[];
}

type Client = Pick<Pool, 'query'>;

async function saidIn(pool: Client): Promise<Said> {
  const text = `select array(select statement from transparency.acceptances order by epoch) as statements,
    array(select note from transparency.successions) as successions`;
  return (await pool.query<Said>(text)).rows[0]!;
}

/** All keys that the log of this key had before: those that were turned into it, and what its operators gave up. */
export async function keysBefore(pool: Client, key: Verifier): Promise<readonly LogKey[]> {
  const said = await saidIn(pool);
  let [known, count]: [readonly Verifier[], number] = [[key], 0];
  while (known.length > count) {
    count = known.length;
    const given = keysIn(abandonedBy(said.statements, known));
    known = once([...known, ...known.flatMap((each) => turnedInto(each, said)), ...given]);
  }
  const links = said.successions.flatMap((note) => readSuccession(note) ?? []);
  const after = new Map(links.map((link) => [verifierKey(link.before), verifierKey(link.after)]));
  // This key is the log's, whatever it once was turned into.
  return known.map((each) =>
    each === key ? each : { ...each, turnedInto: after.get(verifierKey(each)) },
  );
}

/** This key, and those that were turned into it by the word of both. */
function turnedInto(key: Verifier, { successions }: Said): readonly Verifier[] {
  const links = successions.flatMap((note) => readSuccession(note) ?? []);
  let [known, count]: [readonly Verifier[], number] = [[key], 0];
  while (known.length > count) {
    count = known.length;
    const names = known.map(verifierKey);
    const before = links.filter(({ after }) => names.includes(verifierKey(after)));
    known = once([...known, ...before.map((link) => link.before)]);
  }
  return known;
}

const once = (keys: readonly Verifier[]) => [
  ...new Map(keys.map((key) => [verifierKey(key), key])).values(),
];

const keysIn = (abandoned: Iterable<string>): Verifier[] =>
  [...abandoned].flatMap((each) =>
    each.startsWith(KEY) ? (readVerifierKey(each.slice(KEY.length)) ?? []) : [],
  );

/** What statements by one of these keys have given up. */
const abandonedBy = (statements: readonly string[], keys: readonly Verifier[]): string[] =>
  statements
    .filter((statement) => keys.some((key) => isStatementOf(statement, key)))
    .flatMap((statement) => statement.split('\n'))
    .flatMap((line) => (line.startsWith('abandons ') ? [line.slice('abandons '.length)] : []));

/**
 * Names what contradicts: a checkpoint by its size and root, a witness by its name and what it holds, another
 * key by itself, what turns a key into another one by its hash.
 */
export function keyOf({ known, witness, logKey, successions }: Contradiction): string {
  if (logKey !== undefined) return KEY + logKey;
  if (successions !== undefined) return `successions ${hashOf(successions)}`;
  if (witness !== undefined) return `witness ${witness.name} ${witness.size}`;
  return `${known!.size} ${known!.root.toString('base64')}`;
}

/** Whether this is a statement by a log's own key that it goes on otherwise than it was signed before. */
export const isStatementOf = (statement: string, log: Verifier): boolean =>
  statement.startsWith(`${TITLE}\n${log.name}\n`) && isSignedBy(statement, log);

const hashOf = (notes: readonly string[]) =>
  createHash('sha256').update(notes.join('\n')).digest('base64');

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
