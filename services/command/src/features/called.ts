import type { EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';

type Log = Pick<EventStore, 'readStreams'>;

/** What a person is called: first and last name, or the e-mail address of an account. */
export async function calledIn(stream: string, store: Log): Promise<string | undefined> {
  const events = await store.readStreams([stream]);
  return events.map(nameIn).findLast((name) => name !== undefined);
}

export const isCalled = async (name: string, stream: string, store: Log): Promise<boolean> =>
  (await calledIn(stream, store)) === name.trim();

function nameIn(event: StoredEvent): string | undefined {
  switch (event.type) {
    case 'EmployeeAdded':
    case 'EmployeeUpdated':
      return `${event.data.firstName} ${event.data.lastName}`;
    case 'UserInvited':
    case 'UserRegistered':
      return event.data.email;
    default:
      return undefined;
  }
}
