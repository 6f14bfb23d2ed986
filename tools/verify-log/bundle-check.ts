import { createHash } from 'node:crypto';
import { verifyInclusion } from '@feusa/transparency/merkle';
import { EVENTS, textOf, type LogSource } from './log-source.js';
import type { TrustedCheckpoint } from './trusted-checkpoint.js';

interface Proof {
  readonly position: string;
  readonly leafHash: string;
  readonly proof: readonly string[];
}
interface Proofs {
  readonly inclusion?: readonly Proof[];
  readonly earlier?: readonly string[];
}
interface Manifest {
  readonly events?: string;
  readonly parts?: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>;
}

export async function proofsOf(source: LogSource): Promise<Proofs> {
  return (jsonOf(await textOf(source, 'proofs.json')) ?? {}) as Proofs;
}

/** The position of an inclusion proof that does not lead from its event to the checkpoint. */
export function wrongProof(
  { inclusion = [] }: Proofs,
  leaves: ReadonlyMap<number, Buffer>,
  head: TrustedCheckpoint | undefined,
): number | undefined {
  const wrong = inclusion.find(({ position, leafHash, proof }) => {
    const leaf = leaves.get(Number(position));
    if (!leaf?.equals(Buffer.from(leafHash, 'base64')) || !head) return true;
    const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
    const claim = { leaf: Number(position) - 1, leafHash: leaf, proof: hashes };
    return !verifyInclusion(claim, head);
  });
  return wrong && Number(wrong.position);
}

/** What the manifest says that is not so, if anything. */
export async function wrongPart(source: LogSource, size: number): Promise<string | undefined> {
  const manifest = jsonOf(await textOf(source, 'manifest.json')) as Manifest | undefined;
  const { events, parts = {} } = manifest ?? {};
  if (parts[EVENTS] === undefined) return 'there is no manifest';
  if (events !== String(size)) return `the manifest speaks of ${events} events`;
  for (const [name, part] of Object.entries(parts)) {
    const found = source.names.includes(name) ? await measure(source, name) : undefined;
    if (found?.size === part.size && found.sha256 === part.sha256) continue;
    return `${name} is not the one that the manifest speaks of`;
  }
  return undefined;
}

async function measure(source: LogSource, name: string) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of source.bytes(name)) {
    hash.update(part);
    size += part.length;
  }
  return { size, sha256: hash.digest('hex') };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
