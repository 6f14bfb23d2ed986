import { idOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';

/** The ids of invitations and removed accounts of an address that are not erased, but this one. */
export async function othersWithAddress(
  address: string,
  id: string,
  store: Pick<EventStore, 'readAbsent' | 'readStreams'>,
): Promise<string[]> {
  const latest = await store.readAbsent(['UserInvited', 'InvitationWithdrawn', 'UserRemoved']);
  const events = await store.readStreams(latest.map(({ stream }) => stream));
  const same = events.filter((event) => isOf(event, normalEmail(address)));
  const streams = new Set(same.map(({ stream }) => stream));
  streams.delete(streamOf('user', id));
  return [...streams].map(idOf);
}

const isOf = (event: StoredEvent, address: string): boolean =>
  (event.type === 'UserInvited' || event.type === 'UserRegistered') &&
  normalEmail(event.data.email) === address;
