import type { EventType, StoredEvent } from '@feusa/contracts/events';

type Raw = Omit<StoredEvent, 'type' | 'data'> & {
  readonly type: EventType;
  readonly data: unknown;
};

/** The newest version of each event type that has left version 1, and the steps that lead there. */
const upcasters: Partial<Record<EventType, readonly ((data: never) => unknown)[]>> = {};

export const schemaVersionOf = (type: EventType): number => 1 + (upcasters[type]?.length ?? 0);

/** The one place where an event that was stored in an older shape gets its newest one. */
export function upcast(raw: Raw): StoredEvent {
  const steps = upcasters[raw.type]?.slice(raw.schemaVersion - 1) ?? [];
  if (steps.length === 0) return raw as StoredEvent;
  const data = steps.reduce((value, step) => step(value as never), raw.data);
  return { ...raw, data, schemaVersion: schemaVersionOf(raw.type) } as StoredEvent;
}
