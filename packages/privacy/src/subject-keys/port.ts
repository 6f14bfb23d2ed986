/** Seals texts, each for what it is about; moved to something else it does not open. */
export interface SubjectKey {
  /** In base64. */
  seal(plain: string, about: string): string;
  /** @throws where it was sealed with another key, for something else, or was changed */
  open(sealed: string, about: string): string;
}

/** A key and how it is kept: encrypted with the master key. */
export interface NewKey {
  readonly key: SubjectKey;
  readonly wrapped: Buffer;
}

/** One key for each subject, which is the stream of a person or of what may name one. */
export interface SubjectKeys {
  /**
   * The keys of those that have one. The table is asked each time, so nothing is read with a key that was
   * destroyed; what is remembered is only what came of unwrapping.
   */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Which of these have lost their key for ever. */
  erasedOf(subjects: readonly string[]): Promise<readonly string[]>;
  /** A new key, to be written by whoever writes what it seals. */
  make(subject: string): NewKey;
  /** Forgets what is remembered of these. */
  forget(subjects: readonly string[]): void;
}
