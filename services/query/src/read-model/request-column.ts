import type { RequestedFields } from '@feusa/contracts/employees';
import type { StoredEvent } from '@feusa/contracts/events';

/** What somebody asks for about themselves; `declined`: why not. */
export interface RequestColumn {
  readonly version: number;
  readonly at: string;
  readonly fields: RequestedFields;
  readonly declined?: string;
}

export type RequestEvent =
  'ProfileChangeRequested' | 'ProfileChangeDeclined' | 'ProfileChangeWithdrawn';

export function requestAfter(
  before: RequestColumn | null,
  event: StoredEvent<RequestEvent>,
): RequestColumn | null {
  switch (event.type) {
    case 'ProfileChangeRequested':
      return { version: event.version, at: event.at, fields: event.data };
    case 'ProfileChangeDeclined':
      return before && { ...before, declined: event.data.reason };
    case 'ProfileChangeWithdrawn':
      return null;
  }
}
