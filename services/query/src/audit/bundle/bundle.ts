import { createHash } from 'node:crypto';
import { partsOf, type BundleOf, type Parts } from './parts.js';
import { zip, type ZipEntry } from './zip.js';

/** An event is never larger than 128 KB: fewer than this stay below 4 GB. */
const LARGE = 30_000;

interface PartFacts {
  readonly size: number;
  readonly sha256: string;
}

/**
 * The whole log with its checkpoint, key, proofs and a script that checks them, as a ZIP archive.
 * Answers once the checkpoint is signed; events are read while the archive is.
 */
export async function openBundle(of: BundleOf, at: Date): Promise<AsyncIterable<Buffer>> {
  return openArchive(await partsOf(of), at);
}

/** These parts with their manifest as a ZIP archive. */
export const openArchive = (parts: Parts, at: Date): AsyncIterable<Buffer> =>
  zip(entriesOf(parts, at), at);

function entriesOf({ size, events, texts }: Parts, at: Date): ZipEntry[] {
  const parts: Record<string, PartFacts> = {};
  const noteAs = (name: string) => (facts: PartFacts) => (parts[name] = facts);
  const log = measured(events, noteAs('events.ndjson'));
  const others = Object.entries(texts).map(([name, text]) => ({
    name,
    content: measured([Buffer.from(text)], noteAs(name)),
  }));
  // It is written last, when the lengths and hashes of all others are known.
  function* manifest() {
    const of = { format: 'feusa-bundle-1', at: at.toISOString(), events: String(size), parts };
    yield Buffer.from(`${JSON.stringify(of, null, 2)}\n`);
  }
  return [
    { name: 'events.ndjson', content: log, isLarge: size >= LARGE },
    ...others,
    { name: 'manifest.json', content: manifest() },
  ];
}

async function* measured(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  note: (facts: PartFacts) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of content) {
    hash.update(part);
    size += part.length;
    yield part;
  }
  note({ size, sha256: hash.digest('hex') });
}
