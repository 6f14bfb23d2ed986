import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCheckpoint } from '../checkpoint.js';
import type { KeyChain } from '../keys/chain.js';
import type { TreeHead } from '../merkle.js';
import type { TransparentLog } from '../port.js';
import { LAST_SIGNED, type CheckpointSigner } from '../signer.js';
import { replaceFile } from '../witness/file.js';

/** A checkpoint of this log that was kept somewhere. */
export interface Known extends TreeHead {
  /** Where it was kept, in words. */
  readonly where: string;
  readonly note: string;
}

/** The newest one where checkpoints are written to. */
export const CHECKPOINT = 'checkpoint';

/** The newest checkpoint that was signed here, in a file beside the key. */
export class LastSigned {
  private size = -1;

  constructor(private readonly signer: CheckpointSigner) {}

  private get file(): string {
    return path.join(this.signer.directory, LAST_SIGNED);
  }

  read(): Promise<string | undefined> {
    return readFile(this.file, 'utf8').catch(() => undefined);
  }

  /** Remembers a larger one than before. */
  async grow(size: number, note: string): Promise<void> {
    if (size <= this.size) return;
    this.size = size;
    const known = readCheckpoint((await this.read()) ?? '');
    if (!known || known.size < size) await replaceFile(this.file, note);
  }

  /** Begins anew with this one. */
  async set(size: number, note: string): Promise<void> {
    this.size = size;
    await replaceFile(this.file, note);
  }
}

export interface KnownOptions {
  readonly signer: CheckpointSigner;
  readonly tree: Pick<TransparentLog, 'lastSigned'>;
  /** Where checkpoints are written to. */
  readonly directory: string | undefined;
}

/** What lies here: checkpoints by the log's keys, and such that say they are of this log by another one. */
export interface Lying {
  readonly known: readonly Known[];
  readonly foreign: readonly Known[];
}

/** What cannot be compared, and why. */
export type Report = (fault: Error) => void;

/** What is said of the log by these notes, where they lay. */
export function knownBy(
  chain: KeyChain,
  notes: readonly (readonly [where: string, note: string])[],
  report: Report,
): Lying {
  const [known, foreign]: Known[][] = [[], []];
  for (const [where, note] of notes) {
    const checkpoint = readCheckpoint(note);
    const isOwn = checkpoint && chain.hasSigned(note);
    const isForeign = checkpoint?.origin === chain.origin && chain.isForeign(note);
    if (isOwn || isForeign) (isOwn ? known : foreign)!.push({ where, note, ...headOf(checkpoint) });
    else report(new Error(`what lies in ${where} is no checkpoint by the log's key`));
  }
  return { known: known!, foreign: foreign! };
}

const headOf = ({ size, root }: TreeHead): TreeHead => ({ size, root });

/** What is kept in the database, beside the key, and where checkpoints are written to. */
export async function notesOf(
  { signer, tree, directory }: KnownOptions,
  report: Report,
): Promise<[where: string, note: string][]> {
  const files: [string, string][] = [
    ['the file beside the key', path.join(signer.directory, LAST_SIGNED)],
    ...(directory ? [[directory, path.join(directory, CHECKPOINT)] as [string, string]] : []),
  ];
  const last = await tree.lastSigned();
  const read = await Promise.all(
    files.map(async ([where, file]) => [where, await readNote(file, report)] as const),
  );
  return [...(last ? [['the database', last.note] as const] : []), ...read].flatMap(
    ([where, note]): [string, string][] => (note === undefined ? [] : [[where, note]]),
  );
}

async function readNote(file: string, report: Report): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') report(fault);
    return undefined;
  });
}
