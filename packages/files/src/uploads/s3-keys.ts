export const UPLOADS_PREFIX = 'uploads/';

/** More states than any upload has. */
const MOST = 999_999_999;
const STATE = /^uploads\/[^/]+\/state-\d{9}\.json$/;

/** One object of bytes; its name is never given twice. */
export interface Chunk {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

export const folderOf = (id: string): string => `${UPLOADS_PREFIX}${id}/`;
export const chunkKey = (id: string, { name }: Chunk): string => `${folderOf(id)}${name}`;
export const statesOf = (id: string): string => `${folderOf(id)}state-`;

/** `revision` counts from 1. Later states come first in the order of keys. */
export const stateKey = (id: string, revision: string): string =>
  `${statesOf(id)}${String(MOST - Number(revision)).padStart(9, '0')}.json`;

export const idOf = (key: string): string => key.split('/')[1] ?? '';

/** Not so what a server shows of an object that it is still writing, under a name of its own. */
export const isState = (key: string): boolean => STATE.test(key);

export const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((size, chunk) => size + chunk.size, 0);
