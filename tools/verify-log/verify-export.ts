import { canonical } from '@feusa/event-log/store/canonical';
import {
  isSignedBy,
  readVerifierKey,
  WITNESS,
  type Verifier,
} from '@feusa/transparency/checkpoint';
import { StartFault } from '@feusa/platform/start-fault';
import { linesOf, verifyLog } from '@feusa/query/audit/bundle/verify.mjs';
import type { Verdict } from '@feusa/query/audit/verify';
import { bounded, openSource, textOf, type LogSource } from './log-source.js';
import { notSigned, readKept, readVerifier } from './trusted-checkpoint.js';

export interface Trust {
  /** A file with a checkpoint that was kept, perhaps of an earlier time. */
  readonly checkpoint?: string | undefined;
  /** `NAME+ID+KEY`: who must have signed every checkpoint. Left out, the key in a bundle. */
  readonly key?: string | undefined;
  /** Keys of witnesses who must have signed one of them. Left out, those that a bundle names. */
  readonly witnesses?: readonly string[] | undefined;
}

/** What was found, and the sizes of the checkpoints that the log fits to. */
export type ExportVerdict = Verdict & {
  readonly fits?: readonly number[];
  /** The sizes at which the key of the log was turned. */
  readonly turned?: readonly number[];
  /** How many events were picked out of a log of `size`; left out where it is the whole log. */
  readonly selected?: number;
  /** Sizes of checkpoints that a selection cannot be compared with. */
  readonly apart?: readonly number[];
};

/**
 * Checks an export, or a bundle, packed or not, with no server, by the script that bundles bring along.
 * @throws StartFault for a file or a key that cannot be read
 */
export async function verifyExport(file: string, trust: Trust = {}): Promise<ExportVerdict> {
  return verifySource(await openSource(file), trust);
}

/** The same of what was opened already. */
export async function verifySource(given: LogSource, trust: Trust = {}): Promise<ExportVerdict> {
  const source = bounded(given);
  const key = trust.key ?? (await textOf(source, 'key'));
  const verifier = verifierOf(key);
  const kept = trust.checkpoint ? [await readKept(trust.checkpoint)] : [];
  refuseOtherWitnesses(trust.witnesses ?? linesIn(await textOf(source, 'witnesses')));
  const options = {
    checkpoints: kept.map(({ note }) => note),
    ...(key && { key }),
    ...(trust.witnesses && { witnesses: trust.witnesses }),
  };
  const verdict = await verifyLog(source, options);
  const isFinal = verdict.ok || source.isBundle;
  const found = isFinal ? verdict : await verifyLog(compact(source), options);
  if (!found.ok && verifier && found.reason === notSignedBy(verifier))
    refuseByOther(kept, verifier, trust);
  return verdictOf(found, kept);
}

const verifierOf = (key: string | undefined) => (key ? readVerifier(key) : undefined);

function refuseOtherWitnesses(keys: readonly string[]): void {
  for (const each of keys)
    if (!readVerifierKey(each, WITNESS))
      throw new StartFault(`The key of a witness is none: ${each}`);
}

/** As the script says it. */
const notSignedBy = ({ name }: Verifier) => `the checkpoint is not signed by ${name}`;

function refuseByOther(
  kept: readonly { readonly note: string }[],
  verifier: Verifier,
  { checkpoint = '' }: Trust,
): void {
  if (kept.some(({ note }) => !isSignedBy(note, verifier))) notSigned(checkpoint, verifier);
}

const linesIn = (text: string) => text.split('\n').filter(Boolean);

function verdictOf(
  verdict: Awaited<ReturnType<typeof verifyLog>>,
  kept: readonly { readonly size: number }[],
): ExportVerdict {
  if (!verdict.ok) return verdict;
  const { size, head = '', fits, turned, selected } = verdict;
  const more = { ...(fits.length > 0 && { fits }), ...(turned.length > 0 && { turned }) };
  const found = { ok: true, size, head, ...more } as const;
  if (selected === undefined) return found;
  const sizes = kept.map((each) => each.size);
  return { ...found, selected, apart: sizes.filter((each) => each !== Number(size)) };
}

/** An export as the product writes it, where somebody has spaced its lines in another way. */
const compact = (source: LogSource): LogSource => ({
  ...source,
  async *bytes(name) {
    for await (const line of linesOf(source.bytes(name))) yield Buffer.from(`${asWritten(line)}\n`);
  },
});

function asWritten(line: string): string {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const { hash, ...event } = entry;
    if (event['position'] === undefined) return JSON.stringify(entry);
    return `${canonical(event).slice(0, -1)},"hash":"${String(hash)}"}`;
  } catch {
    return line;
  }
}
