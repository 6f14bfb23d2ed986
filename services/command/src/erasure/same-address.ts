import { idOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';

const NO_ACCOUNT = new Set(['UserInvited', 'InvitationWithdrawn', 'UserRemoved']);

/** The ids of invitations and removed accounts of an address that are not erased, but this one. */
export async function othersWithAddress(
  address: string,
  id: string,
  store: Pick<EventStore, 'readLatest' | 'readStreams'>,
): Promise<string[]> {
  const latest = (await store.readLatest('user')).filter(({ type }) => NO_ACCOUNT.has(type));
  const events = await store.readStreams(latest.map(({ stream }) => stream));
  const same = events.filter((event) => isOf(event, normalEmail(address)));
  const streams = new Set(same.map(({ stream }) => stream));
  streams.delete(streamOf('user', id));
  return [...streams].map(idOf);
}

const isOf = (event: StoredEvent, address: string): boolean =>
  (event.type === 'UserInvited' || event.type === 'UserRegistered') &&
  normalEmail(event.data.email) === address;
