import { auditBounds } from '@feusa/contracts/bounds';
/** What a witness remembers of the logs that it watches: the newest checkpoint of each, durably. */
export interface WitnessMemory {
  /** The newest checkpoint of a log that was signed here. */
  last(origin: string): Promise<string | undefined>;
  /** Remembers a newer one, unless `from` (0 where there is none) is not the size of the last any more. */
  move(origin: string, from: number, newer: WitnessedNote): Promise<boolean>;
  /**
   * Forgets a log, so that its next checkpoint counts as its first. What is forgotten is kept aside, with who
   * wanted it and why; it is answered, undefined where the log was not known.
   */
  startOver(wish: StartOver): Promise<string | undefined>;
  /** When it was started over with a log, oldest first. */
  startedOver(origin: string): Promise<readonly StartOver[]>;
  close(): Promise<void>;
}

/** An operator of a witness wants to start over with a log. */
export interface StartOver {
  readonly origin: string;
  readonly by: string;
  readonly reason: string;
  /** By which the log itself has given up what the witness remembers. */
  readonly statement: string;
}

export interface WitnessedNote {
  readonly size: number;
  readonly note: string;
}

/** Of a request to a witness, bytes: 63 hashes and a checkpoint with many signatures. */
export const WITNESS_BODY_LIMIT = auditBounds.witnessed.value;

/** Signs checkpoints of logs that only grow, by C2SP tlog-witness. */
export interface Witnessing {
  /** By which its signatures are checked: `NAME+ID+KEY`. */
  readonly key: string;
  /** Answers `add-checkpoint` with this body. */
  add(body: string): Promise<WitnessAnswer>;
}

/** What a witness answers over HTTP; `type` is the media type of the text. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: string;
  readonly text: string;
}
