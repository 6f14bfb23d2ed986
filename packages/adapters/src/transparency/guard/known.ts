import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSignedBy, readCheckpoint } from '../checkpoint.js';
import type { TreeHead } from '../merkle.js';
import type { TransparentLog } from '../port.js';
import { LAST_SIGNED, type CheckpointSigner } from '../signer.js';
import { replaceFile } from '../witness/file.js';

/** A checkpoint of this log that was kept somewhere, signed by its own key. */
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

/**
 * What is known of the log: in its database, beside the key, and where checkpoints are written to.
 * `tell` hears of what lies there and cannot be compared.
 */
export async function knownOf(
  { signer, tree, directory }: KnownOptions,
  tell: (fault: Error) => void = () => undefined,
): Promise<Known[]> {
  const files: [string, string | undefined][] = [
    ['the file beside the key', path.join(signer.directory, LAST_SIGNED)],
    [`${directory}`, directory && path.join(directory, CHECKPOINT)],
  ];
  const notes: [string, string | undefined][] = [
    ['the database', (await tree.lastSigned())?.note],
    ...(await Promise.all(
      files.map(async ([where, file]): Promise<[string, string | undefined]> => [
        where,
        file && (await readNote(file, tell)),
      ]),
    )),
  ];
  return notes.flatMap(([where, note]) => {
    const checkpoint = note === undefined ? undefined : readCheckpoint(note);
    if (checkpoint && isSignedBy(note!, signer.verifier)) {
      return [{ where, note: note!, size: checkpoint.size, root: checkpoint.root }];
    }
    if (note !== undefined) tell(new Error(`what lies in ${where} is no checkpoint by our key`));
    return [];
  });
}

async function readNote(file: string, tell: (fault: Error) => void): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') tell(fault);
    return undefined;
  });
}
