import { idOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { GroupEvents } from '@feusa/contracts/groups';
import { fold } from '@feusa/domain/decider';
import { groups } from '@feusa/domain/groups';
import type { EventStore } from '@feusa/event-log/store/port';

/** The ids of the members of a group, at the head of the log; undefined where there is no such group. */
export async function membersOf(
  store: Pick<EventStore, 'readStreams'>,
  id: string,
): Promise<readonly string[] | undefined> {
  const events = await store.readStreams([streamOf('group', id)]);
  const { state } = fold(groups, events as StoredEvent<keyof typeof GroupEvents>[]);
  return state && !state.removed ? state.members : undefined;
}

interface Nameable {
  readonly groups: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
}

/** Who can be named: the groups that are there, and those of these ids that are somebody's with an account. */
export async function nameable(
  store: Pick<EventStore, 'readLatest' | 'accountsById'>,
  ids: readonly string[],
): Promise<Nameable> {
  const groups = (await store.readLatest('group')).filter(({ type }) => type !== 'GroupRemoved');
  const accounts = await store.accountsById(ids);
  return {
    groups: new Set(groups.map(({ stream }) => idOf(stream))),
    users: new Set(accounts.map(({ id }) => id)),
  };
}
