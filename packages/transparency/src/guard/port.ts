export const LOG_GUARD = Symbol('LogGuard');

/** Keeps the product from writing to a log that is not the one that is known. */
export interface LogGuard {
  /** Why nothing may be written, in a few words; undefined where all is well. */
  readonly fault: string | undefined;
  /**
   * Compares the log with what is known of it, once; what is wrong is looked at again until an operator has
   * signed for it.
   */
  start(): Promise<void>;
  close(): void;
}
