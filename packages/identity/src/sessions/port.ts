import type { TokenScope } from '@feusa/contracts/tokens';
import type { SessionUser } from '@feusa/contracts/users';

export const SESSIONS = Symbol('Sessions');

/** A live session; `id` is the hash of its secret token, safe to log and to name rooms after. */
export interface Session {
  readonly id: string;
  readonly user: SessionUser;
  /** What a program may do; undefined where a person is signed in. */
  readonly scope?: TokenScope;
  /** That a second factor is required of them, and they have none: they may set one up and nothing else. */
  readonly lacksSecondFactor?: boolean;
  /** Begun by single sign-on. */
  readonly sso?: true;
}

/** Where a session was begun: what with, in words, and the network address. */
export interface SessionOrigin {
  readonly device: string;
  readonly address: string;
  /** Where single sign-on began it: whether its provider has asked for more than one factor. */
  readonly sso?: { readonly strong: boolean } | undefined;
}

/** A session as its owner sees it; times are ISO-8601. */
export interface OwnSession extends Omit<SessionOrigin, 'sso'> {
  readonly sso?: true;
  readonly id: string;
  readonly begun: string;
  readonly lastUsed: string;
}

/** What has ended or changed: one session, or all sessions of a user. */
export type SessionChange =
  | { readonly kind: 'ended'; readonly sessionId: string }
  | { readonly kind: 'user-ended' | 'user-changed'; readonly userId: string };

/** Whether a session has ended or changed by a change. */
export const concerns = (change: SessionChange, { id, user }: Session): boolean =>
  change.kind === 'ended' ? change.sessionId === id : change.userId === user.id;

/** Opaque sessions, hashed at rest; they survive a restart of the server. */
export interface Sessions {
  /** Starts a session and answers with its secret token (at least 128 random bits). */
  start(userId: string, from?: SessionOrigin): Promise<string>;
  /** The session of a token, with the user's present role; undefined when it has ended or expired. */
  find(token: string): Promise<Session | undefined>;
  /** What `find` would answer, where it is in memory; undefined where it has to be looked up. */
  known(token: string): Session | undefined;
  end(token: string): Promise<void>;
  /** Notes that the session's person has just proved again who they are; that holds 10 minutes. */
  stepUp(token: string): Promise<void>;
  /** Whether it holds still; asked of the database each time. */
  isSteppedUp(token: string): Promise<boolean>;
  /** The live sessions of a user, the one used last first. */
  list(userId: string): Promise<OwnSession[]>;
  /** Ends one session of a user by its id; whether there was one. */
  endOne(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a user but that of a token. */
  endOthers(userId: string, token: string): Promise<void>;
  /** Ends all sessions of a user, for example after a password reset or a removal. */
  endUser(userId: string): Promise<void>;
  /** Says that a user's role or second factor has changed, so that nothing remembered of it is used again. */
  userChanged(userId: string): void;
  /**
   * Calls back at every change: at once for one made in this process, soon for one made in another.
   * Answers with the way to stop.
   */
  onChange(listener: (change: SessionChange) => void): () => void;
}
