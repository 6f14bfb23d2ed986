import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@feusa/event-log/store/port';
import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { Drift, TableFingerprint } from '@feusa/contracts/fingerprint';
import { usersOf } from '@feusa/contracts/user-list';
import type { UserView } from '@feusa/contracts/users';
import { drift, same } from './row-drift.js';
import { Sum } from './sum.js';

const SETTLE_MS = 300;

type Log = Pick<EventStore, 'accounts' | 'readLatest' | 'readStreams'>;

/** Compares the accounts, which are written with their events, with what the streams of users say. */
export async function checkUsers(
  store: Log,
): Promise<{ table: TableFingerprint; drifts: readonly Drift[] }> {
  const first = await compare(store);
  if (first.drifts.length === 0) return first;
  await sleep(SETTLE_MS);
  return compare(store);
}

async function compare(store: Log) {
  const accounts = await store.accounts();
  const streams = (await store.readLatest('user')).map(({ stream }) => stream);
  const events = await store.readStreams(streams);
  const expected = new Map(usersOf(events).map((user) => [user.id, user]));
  const [found, replayed] = [new Sum(), new Sum()];
  for (const user of expected.values()) replayed.add(user);
  const drifts: Drift[] = [];
  for (const account of accounts) {
    found.add(account);
    const user = expected.get(account.id);
    expected.delete(account.id);
    if (!user || !same(user, account)) drifts.push(strange(account, user, events));
  }
  for (const { id } of expected.values()) {
    const event = lastOf(events, id);
    const detail = 'not there';
    drifts.push(drift('users', id, { kind: 'missing', detail, ...(event && { event }) }));
  }
  const { rows, hex: fingerprint } = found;
  return { table: { table: 'users', rows, fingerprint, replay: replayed.hex } as const, drifts };
}

function strange(account: UserView, user: UserView | undefined, events: readonly StoredEvent[]) {
  const event = lastOf(events, account.id);
  const fields = ['email', 'role', 'createdAt', 'suspended'] as const;
  const wrong = fields.filter((field) => user && user[field] !== account[field]);
  const detail = user
    ? wrong.map((field) => `${field} is ${account[field]} instead of ${user[field]}`).join(', ')
    : event
      ? 'it should have been removed'
      : 'the log knows nothing of it';
  const kind = user ? 'altered' : 'extra';
  return drift('users', account.id, { kind, detail, ...(event && { event }) });
}

const lastOf = (events: readonly StoredEvent[], id: string) =>
  events.findLast(({ stream }) => stream === streamOf('user', id));
