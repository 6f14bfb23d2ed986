import { personalFields, type StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';

const forms = new WeakMap<StoredEvent, RawEvent>();

/** Remembers what stands in the log of an event that reads otherwise. */
export function rememberForm(event: StoredEvent, stored: RawEvent): void {
  forms.set(event, stored);
}

/**
 * The event as the log has it, its personal fields encrypted: what may leave for other engines.
 * @throws where that is not known, rather than give away what must stay encrypted
 */
export function storedForm(event: StoredEvent): RawEvent {
  const stored = forms.get(event);
  if (stored) return stored;
  if (!personalFields.has(event.type)) return event;
  throw new Error(`the encrypted form of the event at position ${event.position} is not known`);
}
