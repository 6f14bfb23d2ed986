import type { CommandAnswer } from '@feusa/contracts/commands';
import type { Change } from '@feusa/contracts/live';
import { useMemo } from 'react';
import { mutate } from 'swr';
import { newId } from './new-id.js';
import { createStore, useStore, useStorePart } from './store.js';

interface Row {
  readonly id: string;
  readonly version: number;
}

/** What this tab does to one row of a list. */
export interface OwnChange<R extends Row = Row> {
  /** The key under which swr keeps the list. */
  readonly list: string;
  readonly id: string;
  /** As the row will be; null where it goes. */
  readonly row: R | null;
  /** Of the accepted command; absent while it is under way. */
  readonly position?: number;
}

const changes = createStore<readonly OwnChange[]>([]);

/** A row that is added here, under the id that it keeps. */
export function newRow() {
  const now = new Date();
  const dateAdded = now.toUTCString().slice(5, 16);
  return { id: newId(), dateAdded, timestamp: now.getTime(), version: 0 };
}

/** False for what is added here and not accepted yet. */
export const isSaved = ({ version }: Row): boolean => version > 0;

/** The answer to a command; `waits` where there was no connection: then nothing has happened yet. */
export interface Sent extends CommandAnswer {
  readonly waits?: Promise<CommandAnswer>;
  /** Has these changes shown for as long as it waits, also after a restart. */
  readonly show?: (own: readonly OwnChange[]) => void;
}

const LIVE_IS_LATE = 700;

const without = (sent: readonly OwnChange[]) =>
  changes.get().filter((change) => !sent.includes(change));

/** Shows changes at once, sends them, and takes them back when they are refused. */
export async function optimistically<R extends Row>(
  own: readonly OwnChange<R>[],
  run: () => Promise<Sent>,
): Promise<Sent> {
  const sent: readonly OwnChange[] = own.map((change) => ({ ...change }));
  for (const { id } of sent) ids.add(id);
  changes.set([...changes.get(), ...sent]);
  try {
    const answer = await run();
    answer.show?.(sent);
    if (answer.waits) follow(sent, answer.waits);
    else accept(sent, answer);
    return answer;
  } catch (error) {
    changes.set(without(sent));
    throw error;
  }
}

/** Shows changes that waited when the page was closed, until it is known what became of them. */
export function showWaiting(own: readonly OwnChange[], answer: Promise<CommandAnswer>): void {
  for (const { id } of own) ids.add(id);
  changes.set([...changes.get(), ...own]);
  follow(own, answer);
}

const follow = (sent: readonly OwnChange[], answer: Promise<CommandAnswer>): void =>
  void answer.then(
    (accepted) => accept(sent, accepted),
    () => changes.set(without(sent)),
  );

function accept(sent: readonly OwnChange[], answer: CommandAnswer): void {
  const position = Number(answer.position);
  const accepted = sent.map(({ row, ...rest }) => {
    const known = row && { ...row, version: answer.version };
    return { ...rest, row: known, position };
  });
  changes.set([...without(sent), ...accepted]);
  setTimeout(() => readAgain(accepted), LIVE_IS_LATE);
}

/** Without live changes the lists are read anew. */
function readAgain(accepted: readonly OwnChange[]): void {
  const late = accepted.filter((change) => changes.get().includes(change));
  for (const { list } of late) void mutate(list);
}

/** Forgets what a list contains at a position. */
export function caughtUp(list: string, position: string): void {
  const isThere = ({ list: other, position: accepted = Infinity }: OwnChange) =>
    other === list && accepted <= Number(position);
  const all = changes.get();
  if (all.some(isThere)) changes.set(all.filter((change) => !isThere(change)));
}

/** What is to be laid over a list as it was at a position. */
export const ownChangesOf = <R extends Row>(list: string, position = '0') =>
  changes
    .get()
    .filter(
      (change): change is OwnChange<R> =>
        change.list === list && (change.position ?? Infinity) > Number(position),
    );

/** The same for a component, and which rows the server has not accepted yet. */
export function useOwnChanges<R extends Row>(list: string, position: string | undefined) {
  const all = useStore(changes);
  return useMemo(() => {
    const own = ownChangesOf<R>(list, position);
    const underWay = own.filter((change) => change.position === undefined);
    return { own, saving: new Set(underWay.map(({ id }) => id)) };
  }, [all, list, position]);
}

const ids = new Set<string>();
const positions = new Set<string>();
const writes = createStore(0);

/** Notes what this tab has changed, so that its live echo is not taken for somebody else's. */
export function noteOwnWrite(id: string, position: string): void {
  ids.add(id);
  positions.add(position);
  writes.set(writes.get() + 1);
}

/** What this tab has changed: also when an undo changes it back. */
export const ownIds = (): ReadonlySet<string> => ids;

export const isOwn = ({ id, position }: Change): boolean =>
  positions.has(position) || changes.get().some((change) => change.id === id);

/** Renders again after every own write. */
export const useOwnWrites = (): number => useStore(writes);

const highlighted = createStore<ReadonlySet<string>>(new Set());
const HIGHLIGHT_MS = 2500;
/** The answer to an own command may come a moment after its live echo. */
const ANSWER_IS_NEAR = 150;

/** Highlights the row of a change once, unless this tab has made the change. */
export const highlightForeign = (change: Change): void =>
  void setTimeout(() => !isOwn(change) && highlight(change.id), ANSWER_IS_NEAR);

function highlight(id: string): void {
  highlighted.set(new Set(highlighted.get()).add(id));
  const others = (each: string) => each !== id;
  const end = () => highlighted.set(new Set([...highlighted.get()].filter(others)));
  setTimeout(end, HIGHLIGHT_MS);
}

export const useHighlighted = (id: string): boolean =>
  useStorePart(highlighted, (all) => all.has(id));
