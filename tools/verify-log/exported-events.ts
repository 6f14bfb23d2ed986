import { canonical } from '@feusa/event-log/store/canonical';
import { chainHash, GENESIS } from '@feusa/event-log/store/chain';
import { GrowingTree, leafHash } from '@feusa/transparency/merkle';
import type { TrustedCheckpoint } from './trusted-checkpoint.js';

type Json = Record<string, unknown>;
const HASH = /^,"hash":"[0-9a-f]{64}"\}$/;
/** How long that is. */
const HASH_LENGTH = 75;

/** The events of an export so far: their chain, their streams and their tree. */
export class ExportedEvents {
  private readonly tree = new GrowingTree();
  private readonly versions = new Map<unknown, number>();
  private hash = GENESIS.hash;
  size = 0;
  /** Of the newest event. */
  leaf: Buffer | undefined;

  get head(): string {
    return this.hash.toString('hex');
  }

  /** Takes the next event: what a line says, and the line. Answers with what is wrong, if anything. */
  add({ hash, ...event }: Json, line: string): string | undefined {
    this.size += 1;
    if (event['position'] !== String(this.size)) return 'an event is missing here';
    const bytes = bytesOf(event, line);
    if (bytes === undefined) return 'the hash does not fit the event';
    this.hash = chainHash(this.hash, bytes);
    this.leaf = leafHash(bytes);
    this.tree.add(this.leaf);
    if (this.head !== hash) return 'the hash does not fit the event';
    return this.follows(event);
  }

  differs({ size, root }: TrustedCheckpoint): string | undefined {
    if (size !== this.size || root.equals(this.tree.root())) return undefined;
    return 'the log differs from the checkpoint';
  }

  private follows({ stream, version }: Json): string | undefined {
    const next = (this.versions.get(stream) ?? 0) + 1;
    this.versions.set(stream, next);
    return version === next ? undefined : `version ${next} of ${String(stream)} is missing here`;
  }
}

/**
 * The bytes that were hashed: what stands in the line, or what its words say where somebody has spaced them
 * in another way. Undefined for what cannot have been hashed.
 */
export function bytesOf(event: Json, line: string): string | undefined {
  if (HASH.test(line.slice(-HASH_LENGTH))) return `${line.slice(0, -HASH_LENGTH)}}`;
  try {
    return canonical(event);
  } catch {
    return undefined;
  }
}

/** What a line says; undefined for an empty one. */
export function parsedLine(line: string): Json | 'broken' | undefined {
  if (line.trim() === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry ? (entry as Json) : 'broken';
  } catch {
    return 'broken';
  }
}
