import type { SessionUser } from '@feusa/contracts/users';
import type { AsOf } from '../read-model/read-model.js';

export const FILE_LOOKUP = Symbol('FileLookup');

/** Bytes that may be served: those of a file, or of an employee's image. */
export interface ServedFile {
  /** SHA-256 of the bytes in hex. */
  readonly blob: string;
  /** What the file is offered as. */
  readonly name: string;
  readonly mediaType: string;
}

/** Which bytes: those of now, or at `at`, which only auditors may ask for; of a version, or the newest. */
export interface FileParams extends AsOf {
  readonly version?: number | undefined;
}

/** Finds what an id in `/files/{id}` stands for: a file's, or an employee's for the image. */
export interface FileLookup {
  /**
   * Undefined for what is not there or is removed. Given a position, waits until that is in the answer.
   * @throws Refusal `still-updating`, `not-allowed`
   */
  find(id: string, ask: FileParams, by: SessionUser): Promise<ServedFile | undefined>;
}
