/** A table, or what else is made from the log. */
export type Made =
  'folders' | 'docs' | 'employees' | 'errors' | 'groups' | 'users' | 'search-index' | 'files';

/** `missing`: it should be there; `extra`: the log knows nothing of it; `older`: later events are not in it. */
export type DriftKind = 'missing' | 'extra' | 'older' | 'altered';

/** Something that is not what the log says. */
export interface Drift {
  readonly what: Made;
  /** The id of the row, the employee or the file. */
  readonly id: string;
  readonly kind: DriftKind;
  /** Of the event after which it differs; null where no event speaks of it. */
  readonly position: string | null;
  readonly eventType: string | null;
  /** How, in words. */
  readonly detail: string;
}

/** The sum of the hashes of all rows as they are and as a replay makes them, in hex. */
export interface TableFingerprint {
  readonly table: Made;
  readonly rows: number;
  readonly fingerprint: string;
  readonly replay: string;
}

/** `GET /api/audit/fingerprint`: what is on the screens beside what the log says. */
export interface FingerprintReport {
  readonly ok: boolean;
  /** When it was begun, ISO-8601, and how long it took. */
  readonly at: string;
  readonly seconds: number;
  /** Every event up to here was compared. */
  readonly position: string;
  readonly tables: readonly TableFingerprint[];
  /** People compared in the search index; `fault` says why that was not possible. */
  readonly index: { readonly compared: number; readonly fault: string | null };
  /** Files read and hashed, and when; null where that was not done. */
  readonly files: {
    readonly at: string;
    readonly checked: number;
    readonly bytes: number;
    readonly fault: string | null;
  } | null;
  /** Things left out: blocked streams, and those with events that this release cannot read. */
  readonly leftOut: number;
  readonly found: number;
  /** The first 100 of those found. */
  readonly differences: readonly Drift[];
}

/** What is being compared: events are replayed, then the search index is looked at, then files are read. */
export type ComparisonStage = 'events' | 'search-index' | 'files';

export interface ComparisonStep {
  readonly stage: ComparisonStage;
  readonly done: number;
  readonly of: number;
}

/** A line of the answer where `application/x-ndjson` is asked for; the last one has the result or a problem. */
export interface ComparisonLine {
  readonly step?: ComparisonStep;
  readonly result?: FingerprintReport;
  readonly problem?: { readonly code: string; readonly detail: string };
}
