import { canonical } from '@feusa/event-log/store/canonical';
import { readVerifierKey, WITNESS } from '@feusa/transparency/checkpoint';
import { StartFault } from '@feusa/platform/start-fault';
import { linesOf, verifyLog } from '@feusa/query/audit/bundle/verify.mjs';
import type { Verdict } from '@feusa/query/audit/verify';
import { bounded, openSource, textOf, type LogSource } from './log-source.js';
import { readTrusted, readVerifier } from './trusted-checkpoint.js';

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
  const verifier = key ? readVerifier(key) : undefined;
  const kept = trust.checkpoint ? [await readTrusted(trust.checkpoint, verifier)] : [];
  for (const each of trust.witnesses ?? linesIn(await textOf(source, 'witnesses')))
    if (!readVerifierKey(each, WITNESS))
      throw new StartFault(`The key of a witness is none: ${each}`);
  const options = {
    checkpoints: kept.map(({ note }) => note),
    ...(key && { key }),
    ...(trust.witnesses && { witnesses: trust.witnesses }),
  };
  const verdict = await verifyLog(source, options);
  return verdict.ok || source.isBundle
    ? told(verdict, kept)
    : told(await verifyLog(compact(source), options), kept);
}

const linesIn = (text: string) => text.split('\n').filter(Boolean);

function told(
  verdict: Awaited<ReturnType<typeof verifyLog>>,
  kept: readonly { readonly size: number }[],
): ExportVerdict {
  if (!verdict.ok) return verdict;
  const { size, head = '', fits, selected } = verdict;
  const found = { ok: true, size, head, ...(fits.length > 0 && { fits }) } as const;
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
