import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventStore } from '@feusa/event-log/store/port';
import { isSignedBy, readVerifierKey, WITNESS } from '@feusa/transparency/checkpoint';
import type { TransparentLog } from '@feusa/transparency/port';
import { Refusal } from '@feusa/contracts/refusals';
import { byKeys, endOf, exportLines, type ExportEnd } from '../export.js';
import { README } from './readme.js';

/** Events whose inclusion proofs come along; the script hashes all events anyway. */
const PROOFS = 64;
const EARLIER = 20;
const here = path.dirname(fileURLToPath(import.meta.url));

export interface BundleOf {
  readonly store: EventStore;
  readonly transparentLog: TransparentLog;
}

/** The files of a bundle but the manifest, which says how large the others were; the events come first. */
export interface Parts {
  /** How many events. */
  readonly size: number;
  readonly events: AsyncIterable<Buffer>;
  readonly texts: Readonly<Record<string, string>>;
}

/** What is known when a bundle begins; its events are read as they are asked for. */
export async function partsOf({ store, transparentLog }: BundleOf): Promise<Parts> {
  const end = await endOf(store, transparentLog);
  const { size, trailer } = end;
  const proofs = await proofsOf(transparentLog, end);
  const notes = [trailer.checkpoint ?? '', ...proofs.earlier];
  const witnesses = transparentLog.witnesses.filter((key) => signsOneOf(notes, key));
  return {
    size,
    events: eventsOf(store, size),
    texts: {
      ...(trailer.checkpoint !== null && { checkpoint: trailer.checkpoint }),
      key: `${trailer.key}\n`,
      ...(witnesses.length > 0 && { witnesses: `${witnesses.join('\n')}\n` }),
      'proofs.json': `${JSON.stringify(proofs)}\n`,
      'verify.mjs': script(),
      'README.txt': README,
    },
  };
}

function signsOneOf(notes: readonly string[], key: string): boolean {
  const verifier = readVerifierKey(key, WITNESS);
  return verifier !== undefined && notes.some((note) => isSignedBy(note, verifier));
}

async function* eventsOf(store: EventStore, size: number): AsyncGenerator<Buffer> {
  for await (const lines of exportLines(store, { size })) yield Buffer.from(lines);
}

/** None where the log is not what was signed of it: then the checkpoint itself shows that. */
async function proofsOf(tree: TransparentLog, { size, isProved, trailer }: ExportEnd) {
  const notes = (await tree.earlier(size, EARLIER)).map(({ note }) => note);
  const successions = trailer.successions ?? [];
  const more = {
    ...{ size: String(size), earlier: byKeys(trailer, notes) },
    ...(successions.length > 0 && { successions }),
  };
  if (!isProved || size === 0) return { inclusion: [], ...more };
  try {
    const inclusion = await Promise.all(
      spread(size).map((position) => proofOf(tree, position, size)),
    );
    return { inclusion, ...more };
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'audit/contradiction') throw fault;
    return { inclusion: [], ...more };
  }
}

async function proofOf(tree: TransparentLog, position: number, size: number) {
  const { leafHash, proof } = await tree.inclusion(position, size);
  const base64 = (hash: Buffer) => hash.toString('base64');
  return { position: String(position), leafHash: base64(leafHash), proof: proof.map(base64) };
}

/** Positions from the first to the last, evenly. */
function spread(size: number): number[] {
  const count = Math.min(size, PROOFS);
  const step = count > 1 ? (size - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => Math.round(1 + index * step));
}

/** Beside this file as source, beside the programs once they are built. */
export function script(): string {
  for (const place of ['verify.mjs', '../verify.mjs']) {
    try {
      return readFileSync(path.join(here, place), 'utf8');
    } catch {
      // Looked for in the next place.
    }
  }
  throw new Error('verify.mjs does not lie beside the program');
}
