import type { AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import type { StoredEvent } from '@feusa/contracts/events';

/** Stands where a request is for everybody with an account. */
export const EVERYONE = 'everyone';

/** The request that stands to acknowledge a file. */
export interface AcknowledgementColumn extends Omit<AcknowledgementRequest, 'from'> {
  readonly at: string;
  /** Users and groups, or everyone. */
  readonly to: readonly string[];
}

/** Nothing is left out: who is in none of these has nothing to do with it. */
export const WAITS_FOR = `removed_at is null and acknowledgement is not null and acknowledgement -> 'to' ?| $1`;

export const waitingIndex = (schema: string) =>
  `create index if not exists docs_waiting on "${schema}".docs using gin ((acknowledgement -> 'to'))
   with (fastupdate = off) where removed_at is null and acknowledgement is not null`;

type Event = StoredEvent<'AcknowledgementAsked' | 'AcknowledgementWithdrawn'>;

export function acknowledgementAfter(event: Event): AcknowledgementColumn | null {
  if (event.type === 'AcknowledgementWithdrawn') return null;
  const { fileVersion, from, due, renew } = event.data;
  const to =
    'everyone' in from ? [EVERYONE] : [...(from.users ?? []), ...(from.groups ?? [])].sort();
  const isDue = due !== undefined && { due };
  return { at: event.at, fileVersion, to, ...isDue, ...(renew !== undefined && { renew }) };
}
