import { MissingBlob } from '@feusa/files/blobs/port';
import { At } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { AppRequest } from '@feusa/http/request';
import type { z } from 'zod';
import { After, idOr, Version } from '../query-params.js';

export const FILE_LOOKUP = Symbol('FileLookup');

/** Bytes that may be served: those of a file, or of an employee's image. */
export interface ServedFile {
  /** SHA-256 of the bytes in hex. */
  readonly blob: string;
  /** What the file is offered as. */
  readonly name: string;
  readonly mediaType: string;
  /** In bytes, where that is known without asking for them. */
  readonly size?: number | undefined;
}

/** Which bytes: those of now, or at `at`, which only auditors may ask for; of a version, or the newest. */
export const FileParams = After.extend({ at: At, version: Version.optional() });
export type FileParams = z.output<typeof FileParams>;

/** Finds what an id in `/files/{id}` stands for: a file's, or an employee's for the image. */
export interface FileLookup {
  /**
   * Undefined for what is not there or is removed. Given a position, waits until that is in the answer.
   * @throws Refusal `still-updating`, `not-allowed`
   */
  find(id: string, params: FileParams, by: SessionUser): Promise<ServedFile | undefined>;
  /** The position of the latest event in the log. */
  head(): Promise<number>;
}

type WantedFile = FileParams & { readonly id: string };

/**
 * Answers with the file that a request is for. The bytes of what was purged may be gone before it is off the screens:
 * then its event is waited for.
 * @throws Refusal also `file/not-found`, `file/version-not-found`, `still-updating`; MissingBlob
 */
export async function withFile<T>(
  lookup: FileLookup,
  wanted: WantedFile,
  request: AppRequest,
  answer: (file: ServedFile) => Promise<T>,
): Promise<T> {
  const file = await requireFile(lookup, wanted, request);
  try {
    return await answer(file);
  } catch (fault) {
    if (!(fault instanceof MissingBlob)) throw fault;
    const after = await lookup.head();
    return answer(await requireFile(lookup, { ...wanted, after }, request));
  }
}

async function requireFile(
  lookup: FileLookup,
  { id, ...params }: WantedFile,
  { session }: AppRequest,
): Promise<ServedFile> {
  const by = session?.user ?? refuse('not-signed-in');
  const file = await lookup.find(idOr(id, 'file/not-found'), params, by);
  return file ?? refuse(params.version === undefined ? 'file/not-found' : 'file/version-not-found');
}
