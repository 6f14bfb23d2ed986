import type { DomainEvent } from '@feusa/contracts/events';

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

export interface LogPage {
  readonly events: readonly LogEvent[];
  readonly next: string | null;
}

export interface LogFilter {
  readonly type: string;
  readonly stream: string;
  readonly actor: string;
  readonly from: string;
  readonly to: string;
}

export const noFilter: LogFilter = { type: '', stream: '', actor: '', from: '', to: '' };
export const filterNames = Object.keys(noFilter) as (keyof LogFilter)[];
