import type { TokenCreated, TokenScope, TokenView } from '@feusa/contracts/tokens';
import type { Session } from '../sessions/port.js';

export const TOKENS = Symbol('Tokens');

/** What tokens begin with, so that one that got out is recognised by whoever looks for secrets. */
export const TOKEN_PREFIX = 'feusa_';

/** Whether a text can be an access token at all. */
export const isAccessToken = (text: string): boolean => /^feusa_[\w-]{43}$/.test(text);

export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: string;
}

/** Access tokens of programs, hashed at rest; each acts as its owner does at that moment, and never more. */
export interface Tokens {
  /** Makes a token (256 random bits); undefined where the user has too many. */
  create(userId: string, order: NewToken): Promise<TokenCreated | undefined>;
  /** A user's tokens that have not expired, the newest first. */
  list(userId: string): Promise<TokenView[]>;
  /** Ends a token; false where that user has no such token. */
  end(userId: string, id: string): Promise<boolean>;
  /** For whom a token speaks; undefined when it has ended or expired. Asked of the database each time. */
  find(token: string): Promise<Session | undefined>;
  /** Removes what has expired, and the tokens of accounts that have gone. */
  sweep(): Promise<void>;
}
