/** What the access log tells about. */
export const accessKinds = [
  'signed-in',
  'signed-out',
  'sign-in-failed',
  'step-up',
  'account',
  'refused',
  'downloaded',
  'previewed',
  'exported',
  'past',
  'access-changed',
  'lost',
  'pruned',
  'missing',
] as const;

export type AccessKind = (typeof accessKinds)[number];

/** An entry as auditors see it. What nobody knows, or what was erased with a person, is null. */
export interface AccessView {
  readonly position: string;
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly kind: AccessKind;
  /** The user who did it; null where nobody was signed in. */
  readonly user: string | null;
  readonly email: string | null;
  /** The network address. */
  readonly address: string | null;
  /** A mark of an e-mail address that no account has, the same for one day. */
  readonly mark: string | null;
  /** What exactly: a code, a route, the type of an event. */
  readonly detail: string | null;
  readonly files: readonly string[];
  /** More of them than are named. */
  readonly moreFiles: number;
  readonly fileNames: readonly (string | null)[];
  readonly folder: string | null;
  /** The stream of what was changed, and what it is called. */
  readonly about: string | null;
  readonly aboutName: string | null;
  /** What was sent. */
  readonly bytes: number | null;
  /** How many requests this entry stands for. */
  readonly requests: number;
  /** The moment that was looked at, as it was asked for. */
  readonly shown: string | null;
  /** How many entries were not written, or were removed by their age. */
  readonly count: number | null;
  readonly hash: string;
}

/** `GET /api/access-log`: the newest first. */
export interface AccessPage {
  readonly entries: readonly AccessView[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** Older entries are removed. */
  readonly keptDays: number;
}

/** `GET /api/access-log/verify`. */
export type AccessVerdict =
  | {
      readonly ok: true;
      /** The first entry that is still kept, and the last. */
      readonly first: string;
      readonly last: string;
      readonly head: string;
    }
  | { readonly ok: false; readonly position: string; readonly reason: AccessFault };

/** Why the access log is not what was written, from the first place where that shows. */
export type AccessFault = 'changed' | 'missing' | 'cut' | 'beginning' | 'anchor';
