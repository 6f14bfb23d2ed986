import type { Change, Topic } from '@feusa/contracts/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

type Connection = 'idle' | 'connecting' | 'on' | 'off';
export type { Change } from '@feusa/contracts/live';

interface Listener {
  change(change: Change): void;
  resync(): void;
}
interface Watched {
  readonly listeners: Set<Listener>;
  cursor: number | undefined;
}

const watched = new Map<Topic, Watched>();
const observers = new Set<() => void>();
let socket: Socket | undefined;
let wanted = false;
let connection: Connection = 'idle';
let session: LiveSession | undefined;

interface LiveSession {
  /** The server has ended the session. */
  signedOut(): void;
  /** The server refuses the connection: is there still a session? */
  check(): Promise<void>;
}
const ASK_AGAIN = 3000;

function setConnection(next: Connection) {
  if (next === connection) return;
  connection = next;
  for (const run of observers) run();
}

const resync = (topic: Topic) =>
  watched.get(topic)?.listeners.forEach((listener) => listener.resync());

/** Topics at once, as the server takes them. */
const MOST = 200;
const due = new Set<Topic>();

/** What is asked for in one turn goes out together. */
function watch(topic: Topic) {
  if (due.size === 0) queueMicrotask(watchAll);
  due.add(topic);
}

function watchAll() {
  const since = new Map<number | undefined, Topic[]>();
  for (const topic of due) {
    const state = watched.get(topic);
    if (state) since.set(state.cursor, [...(since.get(state.cursor) ?? []), topic]);
  }
  due.clear();
  for (const [cursor, topics] of since)
    for (let from = 0; from < topics.length; from += MOST)
      emitWatch(topics.slice(from, from + MOST), cursor);
}

function emitWatch(topics: readonly Topic[], cursor: number | undefined) {
  if (!socket?.connected) return;
  const position = cursor === undefined ? {} : { after: String(cursor) };
  socket.emit(
    'watch',
    { topics, ...position },
    (answer: { position?: string; error?: unknown }) => {
      for (const topic of topics) {
        const state = watched.get(topic);
        if (answer.position === undefined) resync(topic);
        else if (state) state.cursor ??= Number(answer.position);
      }
    },
  );
}

function receive(change: Change) {
  const state = watched.get(change.topic);
  if (!state) return;
  state.cursor = Math.max(state.cursor ?? 0, Number(change.position));
  for (const listener of [...state.listeners]) listener.change(change);
}

/** After a refusal socket.io does not try again by itself. */
async function refused() {
  setConnection('off');
  if (!socket || socket.active) return;
  await session?.check().catch(() => undefined);
  setTimeout(reconnect, ASK_AGAIN);
}

/** Opens the one connection of this tab. */
export async function connect(handlers: LiveSession): Promise<void> {
  wanted = true;
  session = handlers;
  const { io } = await import('socket.io-client');
  if (socket || !wanted) return;
  setConnection('connecting');
  socket = io({ path: '/socket.io', transports: ['websocket', 'polling'], tryAllTransports: true });
  socket.on('connect', () => {
    setConnection('on');
    for (const topic of watched.keys()) watch(topic);
  });
  socket.on('disconnect', () => void refused());
  socket.on('connect_error', () => void refused());
  socket.on('change', receive);
  socket.on('resync', ({ topic }: { topic: Topic }) => resync(topic));
  socket.on('signed-out', () => session?.signedOut());
}

export function disconnect(): void {
  wanted = false;
  const old = socket;
  socket = undefined;
  old?.disconnect();
  setConnection('idle');
}

/** Tries again at once, for example when the browser says that it is back on line. */
export const reconnect = (): void => void (socket && !socket.connected && socket.connect());

/** Adds a listener; the first of a topic asks for what was missed since `since`. */
export function subscribe(topic: Topic, listener: Listener, since?: number): () => void {
  const state = watched.get(topic) ?? { listeners: new Set(), cursor: since };
  const isNew = !watched.has(topic) || (since ?? Infinity) < (state.cursor ?? 0);
  state.cursor = Math.min(state.cursor ?? Infinity, since ?? Infinity);
  if (state.cursor === Infinity) state.cursor = undefined;
  state.listeners.add(listener);
  watched.set(topic, state);
  if (isNew) watch(topic);
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size === 0) watched.delete(topic);
  };
}

/**
 * Follows a topic (null: none yet). `since` is the position of what is already on the screen: pass null
 * as the topic until that is known. A change can arrive twice; one at or before your position is old.
 */
export function useLive(
  topic: Topic | null,
  onChange: (change: Change) => void,
  onResync: () => void,
  since?: string,
): void {
  const change = useEffectEvent(onChange);
  const resynced = useEffectEvent(onResync);
  const start = useEffectEvent(() => (since === undefined ? undefined : Number(since)));
  useEffect(() => {
    if (topic === null) return;
    return subscribe(topic, { change: (c) => change(c), resync: () => resynced() }, start());
  }, [topic]);
}

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

export const useConnection = (): Connection => useSyncExternalStore(observe, () => connection);
