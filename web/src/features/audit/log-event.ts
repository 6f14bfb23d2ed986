import type { ActorView } from '@feusa/contracts/docs';
import type { DomainEvent } from '@feusa/contracts/events';
import type { GivenProof } from './proof/proof-event.js';

interface Envelope {
  readonly position: string;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly commandId?: string;
  readonly correlationId?: string;
  readonly hash: string;
}

/** An event as `GET /api/audit/events` answers it. */
export type LogEvent = Envelope & DomainEvent;

export type NameRecord = Readonly<Record<string, string>>;

/** Who is in the directory, by the id of the account. */
type ActorRecord = Readonly<Record<string, ActorView>>;
export type ActorsById = ReadonlyMap<string, ActorView>;

export interface LogPage {
  readonly events: readonly LogEvent[];
  readonly next: string | null;
  /** What things in these events are called, by stream. */
  readonly names?: NameRecord;
  readonly people?: ActorRecord;
}

type State = Readonly<Record<string, unknown>> | null;

/** `GET /api/audit/events/{position}`. */
export interface EventDetails {
  readonly event: LogEvent;
  /** The exact text that was hashed. */
  readonly bytes: string;
  readonly before: State;
  readonly after: State;
  /** Positions of the thing's events before and behind this one. */
  readonly previous: string | null;
  readonly next: string | null;
  /** What the same request has done, this event too; null while that is being recorded. */
  readonly siblings: readonly LogEvent[] | null;
  readonly moreSiblings: boolean;
  readonly proof: GivenProof | { readonly refused: string; readonly detail: string };
  readonly key: string;
  readonly names: NameRecord;
  readonly people: ActorRecord;
}

export interface LogFilter {
  readonly text: string;
  readonly person: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly stream: string;
  readonly actor: string;
  readonly correlation: string;
}

export const noFilter: LogFilter = {
  ...{ text: '', person: '', type: '', from: '', to: '' },
  ...{ stream: '', actor: '', correlation: '' },
};
export const filterNames = Object.keys(noFilter) as (keyof LogFilter)[];
