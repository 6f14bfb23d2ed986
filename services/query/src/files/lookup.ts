export const FILE_LOOKUP = Symbol('FileLookup');

/** Bytes that may be served now: those of a file, or of an employee's image. */
export interface ServedFile {
  /** SHA-256 of the bytes in hex. */
  readonly blob: string;
  /** What the file is offered as. */
  readonly name: string;
  readonly mediaType: string;
}

/** Finds what an id in `/files/{id}` stands for: a file's, or an employee's for the image. */
export interface FileLookup {
  /**
   * Undefined for what is not there or is removed. Given a position, waits until that is in the answer.
   * @throws Refusal `still-updating`
   */
  find(id: string, after?: number): Promise<ServedFile | undefined>;
}
