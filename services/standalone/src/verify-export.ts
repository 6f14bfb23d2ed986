import { createReadStream } from 'node:fs';
import { access, constants, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { canonical } from '@feusa/adapters/event-store/canonical';
import { chainHash, GENESIS } from '@feusa/adapters/event-store/chain';
import { checkpointOf, type Checkpoint } from '@feusa/adapters/event-store/checkpoint';
import type { Head } from '@feusa/adapters/event-store/port';
import { StartFault } from '@feusa/adapters/start-fault';
import type { Verdict } from '@feusa/query/audit/verify';

/**
 * Checks an export line by line, with no server: order, hashes and, where there is one, a checkpoint.
 * Lines without a position are not events and are passed over.
 * @throws StartFault for a file that cannot be read
 */
export async function verifyExport(file: string, checkpointFile?: string): Promise<Verdict> {
  const witnessed = checkpointFile ? await readCheckpoint(checkpointFile) : undefined;
  await access(file, constants.R_OK).catch(unreadable(file));
  let { position, hash } = GENESIS;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry = parsed(line);
    if (entry === 'broken') return bad(position + 1, 'the line is not JSON');
    if (entry?.['position'] === undefined) continue;
    position += 1;
    if (entry['position'] !== String(position)) return bad(position, 'an event is missing here');
    const next = hashAfter(hash, entry);
    if (!next) return bad(position, 'the hash does not fit the event');
    hash = next;
    if (differs({ position, hash }, witnessed)) {
      return bad(position, 'the log differs from the checkpoint');
    }
  }
  if (witnessed && position < witnessed.size) {
    return bad(position + 1, `the log is shorter than the checkpoint of ${witnessed.size} events`);
  }
  return { ok: true, size: String(position), head: hash.toString('hex') };
}

const differs = ({ position, hash }: Head, witnessed: Checkpoint | undefined) =>
  position === witnessed?.size && !witnessed.root.equals(hash);

/** The hash that the event claims and has; undefined where it claims another, or cannot have one. */
function hashAfter(before: Buffer, { hash, ...event }: Record<string, unknown>) {
  try {
    const next = chainHash(before, canonical(event));
    return next.toString('hex') === hash ? next : undefined;
  } catch {
    return undefined;
  }
}

const bad = (position: number, reason: string): Verdict => ({
  ok: false,
  position: String(position),
  reason,
});

const unreadable = (file: string) => () => {
  throw new StartFault(`${file} cannot be read.`);
};

async function readCheckpoint(file: string): Promise<Checkpoint> {
  const checkpoint = checkpointOf(await readFile(file, 'utf8').catch(unreadable(file)));
  if (checkpoint) return checkpoint;
  throw new StartFault(`${file} is not a checkpoint.`);
}

function parsed(line: string): Record<string, unknown> | 'broken' | undefined {
  if (line.trim() === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry ? (entry as Record<string, unknown>) : 'broken';
  } catch {
    return 'broken';
  }
}
