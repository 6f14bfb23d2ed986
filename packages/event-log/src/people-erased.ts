import { nounOf, type StoredEvent } from '@feusa/contracts/events';
import type { EventStore } from './store/port.js';
import type { Entry } from '@feusa/privacy/erasure/port';

/**
 * The events by which the people among these were erased, in the order of the log. Found by their streams,
 * so that it costs the same in a log of any length.
 */
export async function peopleErased(
  erased: readonly Pick<Entry, 'stream'>[],
  store: Pick<EventStore, 'readStreams'>,
): Promise<StoredEvent<'PersonErased'>[]> {
  const people = erased.map(({ stream }) => stream).filter((stream) => nounOf(stream) !== 'error');
  const events = await store.readStreams(people);
  return events
    .filter((event): event is StoredEvent<'PersonErased'> => event.type === 'PersonErased')
    .sort((a, b) => a.position - b.position);
}
