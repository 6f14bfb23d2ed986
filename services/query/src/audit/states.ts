import type { EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { evolveRow, tableOf, type Row } from '../read-model/rows.js';

type State = Readonly<Record<string, unknown>>;

/** A thing before and after one of its events: null before there was any, and where it cannot be told. */
export interface Around {
  readonly before: State | null;
  readonly after: State | null;
  /** Positions of the thing's events before and behind this one. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Tells from its whole stream; where one of its events cannot be read, nothing is told. */
export async function statesAround(
  store: Pick<EventStore, 'readStreams'>,
  { stream, version }: StoredEvent,
): Promise<Around> {
  const unknown = { before: null, after: null, previous: null, next: null };
  const events = await store.readStreams([stream]).catch(() => undefined);
  if (!events) return unknown;
  const place = (wanted: number) => {
    const found = events.find((event) => event.version === wanted);
    return found ? String(found.position) : null;
  };
  return {
    before: stateAt(events, version - 1),
    after: stateAt(events, version),
    previous: place(version - 1),
    next: place(version + 1),
  };
}

function stateAt(events: readonly StoredEvent[], version: number): State | null {
  const past = events.filter((event) => event.version <= version);
  if (past.length === 0) return null;
  return tableOf(past[0]!.stream) ? rowState(past) : userState(past);
}

/** What is told by the event itself. */
const same: ReadonlySet<string> = new Set([
  ...['id', 'version', 'addedAt'],
  ...['addedBy', 'changedAt', 'changedBy'],
]);

function rowState(events: readonly StoredEvent[]): State | null {
  const fold = (row: Row | undefined, event: StoredEvent) => evolveRow(row, event) ?? row;
  const row = events.reduce<Row | undefined>(fold, undefined);
  return row ? Object.fromEntries(Object.entries(row).filter(([name]) => !same.has(name))) : null;
}

/** The read model does not show users: an account is what its events say. */
const userState = (events: readonly StoredEvent[]): State =>
  events.reduce<State>((state, { type, data, at, actor }) => {
    switch (type) {
      case 'UserInvited':
      case 'UserRegistered':
        return { ...data, removedAt: null, removedBy: null };
      case 'UserRoleSet':
        return { ...state, role: data.role };
      case 'UserSuspended':
        return { ...state, suspended: true };
      case 'UserReinstated':
        return { ...state, suspended: false };
      case 'InvitationWithdrawn':
      case 'UserRemoved':
        return { ...state, removedAt: at, removedBy: actor };
      default:
        return state;
    }
  }, {});
