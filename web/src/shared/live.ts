import type { Change, Topic } from '@feusa/contracts/live';
import { MOST_TOPICS, TOO_MANY_SOCKETS } from '@feusa/contracts/live-bounds';
import type { Role } from '@feusa/contracts/users';
import { useEffect, useEffectEvent } from 'react';
import type { Socket } from 'socket.io-client';
import { endAhead } from './ahead.js';
import { wrote } from './api.js';
import { createStore, useStore } from './store.js';

/** `crowded`: this person has too many tabs, so that this one has to read now and then. */
type Connection = 'idle' | 'connecting' | 'on' | 'off' | 'crowded';
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
let socket: Socket | undefined;
let wanted = false;
const connection = createStore<Connection>('idle');
let session: LiveSession | undefined;

export type PersonalChange = 'opened' | 'marks' | 'waiting' | 'access';

interface LiveSession {
  /** The server has ended the session. */
  signedOut(): void;
  /** What the person may do, as the server says at the beginning and when it changes. */
  role(role: Role): void;
  /** What the person keeps has been changed, perhaps here. */
  personal(what: PersonalChange): void;
  /** The server refuses the connection: is there still a session? */
  check(): Promise<void>;
}
const ASK_AGAIN = 3000;
const READ_AGAIN = 10_000;

/** The newest position that the server has told over the connection. */
let newest = 0;
export const livePosition = (): number => newest;
const reached = (position: string): void => void (newest = Math.max(newest, Number(position)));

/** Another service may answer what is read next: it must have this position in it. */
function noteReached(position: string | undefined): void {
  if (position === undefined) return;
  wrote(position);
  reached(position);
}

const resync = (topic: Topic) =>
  watched.get(topic)?.listeners.forEach((listener) => listener.resync());

const due = new Set<Topic>();
/** What the server pushes over this connection. */
const pushed = new Set<Topic>();
let isDue = false;

/** What is asked for in one turn goes out together. */
function watch(topic: Topic) {
  due.add(topic);
  later();
}

function later() {
  if (!isDue) queueMicrotask(ask);
  isDue = true;
}

function ask() {
  isDue = false;
  const left = [...pushed].filter((topic) => !watched.has(topic));
  for (const topic of left) pushed.delete(topic);
  for (const topics of inParts(left)) if (socket?.connected) socket.emit('unwatch', { topics });
  watchAll();
}

/** As many at once as the server takes. */
const inParts = (topics: readonly Topic[]): Topic[][] =>
  Array.from({ length: Math.ceil(topics.length / MOST_TOPICS) }, (_, part) =>
    topics.slice(part * MOST_TOPICS, (part + 1) * MOST_TOPICS),
  );

function watchAll() {
  const since = new Map<number | undefined, Topic[]>();
  for (const topic of due) {
    const state = watched.get(topic);
    if (state) since.set(state.cursor, [...(since.get(state.cursor) ?? []), topic]);
  }
  due.clear();
  for (const [cursor, all] of since) for (const topics of inParts(all)) emitWatch(topics, cursor);
}

function emitWatch(topics: readonly Topic[], cursor: number | undefined) {
  if (!socket?.connected) return;
  const position = cursor === undefined ? {} : { after: String(cursor) };
  for (const topic of topics) pushed.add(topic);
  socket.emit(
    'watch',
    { topics, ...position },
    (answer: { position?: string; error?: unknown }) => {
      if (answer.position === undefined && topics.length > 1) {
        // One of them is refused, and the others with it.
        const half = topics.length >> 1;
        emitWatch(topics.slice(0, half), cursor);
        emitWatch(topics.slice(half), cursor);
        return;
      }
      for (const topic of topics) {
        const state = watched.get(topic);
        if (answer.position === undefined) refusedTopic(topic);
        else if (state) state.cursor ??= Number(answer.position);
      }
      if (answer.position !== undefined) reached(answer.position);
    },
  );
}

/** Read again; it may be allowed again by then, so that it is asked for as long as it is on view. */
function refusedTopic(topic: Topic) {
  resync(topic);
  setTimeout(() => watched.has(topic) && watch(topic), READ_AGAIN);
}

function receive(change: Change) {
  reached(change.position);
  const state = watched.get(change.topic);
  if (!state) return;
  state.cursor = Math.max(state.cursor ?? 0, Number(change.position));
  for (const listener of [...state.listeners]) listener.change(change);
}

/** After a refusal socket.io does not try again by itself. */
async function refused(reason?: string) {
  const isCrowded = reason === TOO_MANY_SOCKETS;
  connection.set(isCrowded ? 'crowded' : 'off');
  if (!socket || socket.active || isAway) return;
  await session?.check().catch(() => undefined);
  setTimeout(isCrowded ? readAndReconnect : reconnect, isCrowded ? READ_AGAIN : ASK_AGAIN);
}

/** What is not pushed is read. */
function readAndReconnect() {
  if (!document.hidden) {
    for (const topic of watched.keys()) resync(topic);
    for (const what of ['marks', 'waiting'] as const) session?.personal(what);
  }
  reconnect();
}

/** Opens the one connection of this tab. */
export async function connect(handlers: LiveSession): Promise<void> {
  wanted = true;
  session = handlers;
  addEventListener('offline', rest);
  addEventListener('online', back);
  const { io } = await import('socket.io-client');
  if (socket || !wanted) return;
  connection.set('connecting');
  socket = io({ path: '/socket.io', transports: ['websocket', 'polling'], tryAllTransports: true });
  socket.on('connect', () => {
    endAhead();
    connection.set('on');
    pushed.clear();
    for (const topic of watched.keys()) watch(topic);
  });
  socket.on('disconnect', () => void refused());
  socket.on('connect_error', ({ message }) => void refused(message));
  socket.on('change', receive);
  socket.on('resync', ({ topic }: { topic: Topic }, position?: string) => {
    noteReached(position);
    resync(topic);
  });
  socket.on('session', ({ role }: { role: Role }) => session?.role(role));
  socket.on('personal', ({ what }: { what: PersonalChange }, position?: string) => {
    noteReached(position);
    session?.personal(what);
  });
  socket.on('signed-out', () => session?.signedOut());
}

export function disconnect(): void {
  wanted = false;
  removeEventListener('offline', rest);
  removeEventListener('online', back);
  isAway = false;
  const old = socket;
  socket = undefined;
  old?.disconnect();
  connection.set('idle');
}

/** Tries again at once. */
const reconnect = (): void => void (socket && !socket.connected && !isAway && socket.connect());

let isAway = false;

/** Once the network is gone nobody can be reached until the browser says that it is back. */
function rest(): void {
  isAway = true;
  socket?.disconnect();
}

function back(): void {
  isAway = false;
  reconnect();
}

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
    if (state.listeners.size > 0 || watched.get(topic) !== state) return;
    watched.delete(topic);
    later();
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

export const useConnection = (): Connection => useStore(connection);
