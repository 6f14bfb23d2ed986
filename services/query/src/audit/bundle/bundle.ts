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
  return zip(entriesOf(await partsOf(of), at), at);
}

async function* entriesOf({ size, events, texts }: Parts, at: Date): AsyncGenerator<ZipEntry> {
  const parts: Record<string, PartFacts> = {};
  const told = (name: string) => (facts: PartFacts) => (parts[name] = facts);
  const log = measured(events, told('events.ndjson'));
  yield { name: 'events.ndjson', content: log, isLarge: size >= LARGE };
  for (const [name, text] of Object.entries(texts)) {
    yield { name, content: measured([Buffer.from(text)], told(name)) };
  }
  // By now the lengths and hashes of all others are known.
  const manifest = { format: 'feusa-bundle-1', at: at.toISOString(), events: String(size), parts };
  yield { name: 'manifest.json', content: [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] };
}

async function* measured(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  tell: (facts: PartFacts) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of content) {
    hash.update(part);
    size += part.length;
    yield part;
  }
  tell({ size, sha256: hash.digest('hex') });
}
