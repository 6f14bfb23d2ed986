/** Encrypts texts, each for what it is about; moved to something else it cannot be decrypted. */
export interface SubjectKey {
  /** In base64. */
  encrypt(plain: string, about: string): string;
  /** @throws where it was encrypted with another key, for something else, or was changed */
  decrypt(ciphertext: string, about: string): string;
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
  /**
   * The key that is remembered of one. Only to encrypt with, where nothing is kept that was encrypted with a key that
   * has been destroyed.
   */
  remembered(subject: string): SubjectKey | undefined;
  /** Which of these have lost their key for ever. */
  erasedOf(subjects: readonly string[]): Promise<readonly string[]>;
  /** A new key, to be written by whoever writes what it encrypts. */
  make(subject: string): NewKey;
  /** Remembers new keys that have been written. */
  remember(made: ReadonlyMap<string, NewKey>): void;
  /** Looks what the master key is by now; whether new keys are wrapped by another one than before. */
  renewed(): Promise<boolean>;
  /** Forgets what is remembered of these. */
  forget(subjects: readonly string[]): void;
}
