import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { canonical } from '@feusa/adapters/event-store/canonical';
import { chainHash, GENESIS } from '@feusa/adapters/event-store/chain';
import { GrowingTree, leafHash } from '@feusa/adapters/transparency/merkle';
import type { Verdict } from '@feusa/query/audit/verify';
import { readVerifier, readWitness, unreadable, witnessOf, type Witness } from './witness.js';

export interface Trust {
  /** A file with a checkpoint that was kept, perhaps of an earlier time. */
  readonly checkpoint?: string | undefined;
  /** `NAME+ID+KEY`: who must have signed every checkpoint. */
  readonly key?: string | undefined;
}

/** What was found, and the sizes of the checkpoints that the log fits to. */
export type ExportVerdict = Verdict & { readonly fits?: readonly number[] };

/**
 * Checks an export line by line, with no server: order, hashes, and the Merkle root of as many events as a
 * checkpoint is of; the one in the file, and one from elsewhere. Lines without a position are not events.
 * @throws StartFault for a file or a key that cannot be read
 */
export async function verifyExport(file: string, trust: Trust = {}): Promise<ExportVerdict> {
  const verifier = trust.key === undefined ? undefined : readVerifier(trust.key);
  const kept = trust.checkpoint ? [await readWitness(trust.checkpoint, verifier)] : [];
  await access(file, constants.R_OK).catch(unreadable(file));
  const { verdict, note, events } = await read(file, kept);
  if (!verdict.ok || note === undefined) return told(verdict, kept);
  const own = witnessOf(note, verifier);
  if (typeof own === 'string') return bad(Number(verdict.size), own);
  // It stands behind the events: those of a smaller size are read again.
  const fault = events.differs(own);
  if (fault) return bad(own.size, fault);
  const again = own.size === events.size ? verdict : (await read(file, [own])).verdict;
  return told(again, [...kept, own]);
}

const told = (verdict: Verdict, witnesses: readonly Witness[]): ExportVerdict =>
  verdict.ok && witnesses.length > 0
    ? { ...verdict, fits: witnesses.map(({ size }) => size) }
    : verdict;

interface Read {
  readonly verdict: Verdict;
  readonly events: Events;
  /** The checkpoint in the file. */
  readonly note: string | undefined;
}

async function read(file: string, witnesses: readonly Witness[]): Promise<Read> {
  const events = new Events();
  let note: string | undefined;
  const failed = (verdict: Verdict): Read => ({ verdict, events, note });
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry = parsed(line);
    if (entry === 'broken') return failed(bad(events.size + 1, 'the line is not JSON'));
    if (entry?.['position'] === undefined) {
      if (typeof entry?.['checkpoint'] === 'string') note = entry['checkpoint'];
      continue;
    }
    const fault = events.add(entry) ?? witnesses.map((each) => events.differs(each)).find(Boolean);
    if (fault) return failed(bad(events.size, fault));
  }
  const longest = Math.max(...witnesses.map(({ size }) => size));
  if (events.size < longest) {
    const fault = `the log is shorter than the checkpoint of ${longest} events`;
    return failed(bad(events.size + 1, fault));
  }
  return { verdict: { ok: true, size: String(events.size), head: events.head }, events, note };
}

/** The events of a file so far: their chain and their tree. */
class Events {
  private readonly tree = new GrowingTree();
  private hash = GENESIS.hash;
  size = 0;

  get head(): string {
    return this.hash.toString('hex');
  }

  /** Answers with what is wrong, if anything. */
  add({ hash, ...event }: Record<string, unknown>): string | undefined {
    this.size += 1;
    if (event['position'] !== String(this.size)) return 'an event is missing here';
    const bytes = bytesOf(event);
    if (bytes === undefined) return 'the hash does not fit the event';
    this.hash = chainHash(this.hash, bytes);
    this.tree.add(leafHash(bytes));
    return this.head === hash ? undefined : 'the hash does not fit the event';
  }

  differs({ size, root }: Witness): string | undefined {
    if (size !== this.size || root.equals(this.tree.root())) return undefined;
    return 'the log differs from the checkpoint';
  }
}

/** Undefined for what cannot have been hashed. */
function bytesOf(event: Record<string, unknown>): string | undefined {
  try {
    return canonical(event);
  } catch {
    return undefined;
  }
}

const bad = (position: number, reason: string): Verdict => ({
  ok: false,
  position: String(position),
  reason,
});

function parsed(line: string): Record<string, unknown> | 'broken' | undefined {
  if (line.trim() === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry ? (entry as Record<string, unknown>) : 'broken';
  } catch {
    return 'broken';
  }
}
