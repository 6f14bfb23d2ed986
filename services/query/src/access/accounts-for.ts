import type { Account, EventStore } from '@feusa/event-log/store/port';
import type { AccessModel } from './access-model.js';

/**
 * Accounts among which are all that may read a folder, and `also` these: those that are named where it is restricted, and
 * administrators. Only of what is open to everybody that is every account.
 */
export function accountsFor(
  store: Pick<EventStore, 'accounts' | 'adminsAnd'>,
  access: Pick<AccessModel, 'namedFor'>,
  folder: string,
  also: readonly string[] = [],
): Promise<Account[]> {
  const named = access.namedFor(folder);
  return named ? store.adminsAnd([...named, ...also]) : store.accounts();
}
