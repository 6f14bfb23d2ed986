import { eventSchemas, type EventType, type StoredEvent } from '@feusa/contracts/events';

/** An event as it was stored, in whatever shape it had then. */
export type RawEvent = Omit<StoredEvent, 'type' | 'data'> & {
  readonly type: string;
  readonly data: unknown;
};

/** For event types that have left version 1: what leads from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Partial<Record<EventType, readonly ((data: never) => unknown)[]>>>;

const upcasters: Upcasters = {};

const isKnown = (type: string): type is EventType => Object.hasOwn(eventSchemas, type);

/** What this release writes, and how it reads what older ones wrote. */
export function upcasting(steps: Upcasters) {
  const schemaVersionOf = (type: EventType): number => 1 + (steps[type]?.length ?? 0);
  return {
    schemaVersionOf,

    /** The event in its newest shape. @throws where a newer release wrote it: nobody may guess at it */
    upcast(raw: RawEvent): StoredEvent {
      const { type, schemaVersion, position } = raw;
      if (!isKnown(type) || schemaVersion > schemaVersionOf(type)) {
        const shape = `${type}, version ${schemaVersion}`;
        throw new Error(`This release cannot read the event at position ${position}: ${shape}`);
      }
      const due = steps[type]?.slice(schemaVersion - 1) ?? [];
      if (due.length === 0) return raw as StoredEvent;
      const data = due.reduce((value, step) => step(value as never), raw.data);
      return { ...raw, data, schemaVersion: schemaVersionOf(type) } as StoredEvent;
    },
  };
}

/** The one place where an event that was stored in an older shape gets its newest one. */
export const { schemaVersionOf, upcast } = upcasting(upcasters);

/**
 * The same for one of many: an event that this release cannot read does not keep the others back, but
 * throws as soon as somebody looks at its type or data. As JSON it is what it was.
 */
export function upcastLater(raw: RawEvent): StoredEvent {
  try {
    return upcast(raw);
  } catch (fault) {
    return unreadable(raw, fault);
  }
}

/** The event for whoever does not look at its type or data: that throws the fault. */
export function unreadable(raw: RawEvent, fault: unknown): StoredEvent {
  const look = (): never => {
    throw fault;
  };
  const hidden = { get: look, enumerable: true };
  const members = { type: hidden, data: hidden, toJSON: { value: () => raw } };
  return Object.defineProperties({ ...raw }, members) as StoredEvent;
}
