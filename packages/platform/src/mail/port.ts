export const MAIL = Symbol('Mail');

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends letters; a failure is retried in the background and reported in the log, never thrown at a user. */
export interface Mail {
  send(letter: Letter): Promise<void>;
  /** Takes away the letters that are kept here and name this address. */
  forget(address: string): Promise<void>;
  close(): Promise<void>;
}
