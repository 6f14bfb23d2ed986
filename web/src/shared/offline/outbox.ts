import { browserBounds } from '@feusa/contracts/browser-bounds';
import type { CommandAnswer } from '@feusa/contracts/commands';
import type { SessionUser } from '@feusa/contracts/users';
import { ApiError, isUnreached, request, traceparentOf, wrote } from '../api.js';
import { newId } from '../new-id.js';
import { noteOwnWrite, showWaiting, type OwnChange, type Sent } from '../own-changes.js';
import { deviceStorage, type StoredWaiting } from './db.js';
import { waitingCounts } from './status.js';
import { noteWaiting, noWaiting } from './waiting-ids.js';
import type { Waiting } from './waiting.js';

/** Changes that a device lets wait, and those whose end is remembered. */
const MOST_WAITING = browserBounds.waiting.value;
const MOST_ENDED = browserBounds.ended.value;

interface Settlement {
  readonly promise: Promise<CommandAnswer>;
  resolve(answer: CommandAnswer): void;
  reject(error: unknown): void;
}
const settlements = new Map<string, Settlement>();

function settlementOf(key: string): Settlement {
  const known = settlements.get(key);
  if (known) return known;
  let resolve: Settlement['resolve'] = () => undefined;
  let reject: Settlement['reject'] = () => undefined;
  const promise = new Promise<CommandAnswer>((...both) => ([resolve, reject] = both));
  promise.catch(() => undefined);
  const made = { promise, resolve, reject };
  settlements.set(key, made);
  return made;
}

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('feusa-waiting');
/** Another tab has sent something, or let it wait. */
channel?.addEventListener('message', () => void look());

async function changed(): Promise<void> {
  channel?.postMessage('changed');
  await look();
}

/** All of them, in the order in which they were made. */
export const allWaiting = async (): Promise<StoredWaiting[]> =>
  (await deviceStorage()).getAll('waiting');

/** Counts, and settles what other tabs have sent. */
async function look(): Promise<void> {
  const all = await allWaiting();
  const count = (is: (each: Waiting) => boolean) => all.filter(is).length;
  waitingCounts.set({
    waiting: count(({ state }) => state === 'waiting'),
    failed: count(({ state }) => state === 'conflict' || state === 'refused'),
  });
  for (const each of all) settle(each);
  for (const key of settlements.keys())
    if (!all.some((each) => each.key === key)) settlements.get(key)?.reject(new Error('discarded'));
}

function settle({ key, state, correlationId, answer, detail }: StoredWaiting): void {
  if (state === 'waiting') return noteWaiting(correlationId);
  noWaiting(correlationId);
  if (answer) settlements.get(key)?.resolve(answer);
  else settlements.get(key)?.reject(new ApiError({ status: 409, detail: detail ?? '' }));
  settlements.delete(key);
}

/** Keeps a change until there is a connection. @throws where there are too many, or nothing to keep them in */
export async function enqueue(item: Omit<Waiting, 'state' | 'at'>): Promise<Sent> {
  const db = await deviceStorage();
  const all = await db.getAll('waiting');
  if (!(await db.get('owner', 'owner'))) throw new Error('nobody');
  if (all.filter(({ state }) => state === 'waiting').length >= MOST_WAITING)
    throw new Error('too many');
  await db.add('waiting', { ...item, at: Date.now(), state: 'waiting' });
  const waits = settlementOf(item.key).promise;
  await changed();
  const { id = '', newId: copy } = item.body as { id?: string; newId?: string };
  const show = (own: readonly OwnChange[]) => void attach(item.key, own);
  return { id: copy ?? id, version: 0, position: '0', waits, show };
}

/** So that it is shown after a restart too. */
async function attach(key: string, own: readonly OwnChange[]): Promise<void> {
  const found = (await allWaiting()).find((each) => each.key === key);
  if (found) await (await deviceStorage()).put('waiting', { ...found, own });
}

/** Shows what waited when the browser was closed. */
export async function restore(): Promise<void> {
  for (const { key, state, own } of await allWaiting())
    if (state === 'waiting' && own && !settlements.has(key))
      showWaiting(own, settlementOf(key).promise);
  await look();
}

/** Sends what waits, in order, by one tab at a time. */
export async function flush(): Promise<void> {
  if (!('locks' in navigator)) return flushAll();
  await navigator.locks.request('feusa-waiting', { ifAvailable: true }, async (lock) => {
    if (lock) await flushAll();
  });
}

async function flushAll(): Promise<void> {
  const waiting = (await allWaiting()).filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return look();
  const db = await deviceStorage();
  const { user } = await request<{ user: SessionUser }>('GET', '/api/session');
  if ((await db.get('owner', 'owner'))?.user.id !== user.id) return;
  for (const { order } of waiting) {
    // What was done before it may have changed it, and somebody may have discarded it.
    const item = order === undefined ? undefined : await db.get('waiting', order);
    if (!item || item.state !== 'waiting') continue;
    const outcome = await sendOne(item);
    if (!outcome) return;
    await db.put('waiting', outcome);
    if (outcome.answer) await followUp(outcome, outcome.answer);
    await changed();
  }
  await forgetOld();
}

/** Undefined where it has to be tried later. */
async function sendOne(item: StoredWaiting): Promise<StoredWaiting | undefined> {
  const { command, body, onConflict, key } = item;
  const query = onConflict === undefined ? '' : `?onConflict=${onConflict}`;
  try {
    const headers = { 'idempotency-key': key, traceparent: traceparentOf(item.correlationId) };
    const address = `/api/commands/${command}${query}`;
    const answer = await request<CommandAnswer>('POST', address, { body, headers });
    wrote(answer.position);
    noteOwnWrite(answer.id, answer.position);
    return { ...item, state: 'done', answer };
  } catch (error) {
    if (!(error instanceof ApiError) || isLater(error)) return undefined;
    const { suggestion } = error.problem as { suggestion?: string };
    const state = error.status === 409 ? 'conflict' : 'refused';
    return { ...item, state, detail: error.detail, ...(suggestion && { suggestion }) };
  }
}

const isLater = (error: ApiError) =>
  isUnreached(error) || [401, 408, 429].includes(error.status) || error.status >= 500;

/** Two changes of one's own to the same person are no conflict. */
async function followUp(done: StoredWaiting, answer: CommandAnswer): Promise<void> {
  const { id, version } = done.body as { id?: string; version?: number };
  if (version === undefined) return;
  const db = await deviceStorage();
  for (const each of await allWaiting()) {
    const body = each.body as { id?: string; version?: number };
    if (each.state !== 'waiting' || body.id !== id || body.version !== version) continue;
    await db.put('waiting', { ...each, body: { ...body, version: answer.version } });
  }
}

async function forgetOld(): Promise<void> {
  const db = await deviceStorage();
  const done = (await allWaiting()).filter(({ state }) => state === 'done');
  for (const { order } of done.slice(0, -MOST_ENDED))
    if (order !== undefined) await db.delete('waiting', order);
}

/** Sends it once more, by another name where its own is taken. */
export async function tryAgain(item: StoredWaiting, onConflict = item.onConflict): Promise<void> {
  const { order, command, body, correlationId, at, own } = item;
  const base = { command, body, correlationId, at, onConflict, key: newId() };
  const again: StoredWaiting = {
    ...base,
    state: 'waiting',
    ...(order !== undefined && { order }),
    ...(own && { own }),
  };
  await (await deviceStorage()).put('waiting', again);
  await changed();
  await flush();
}

export async function discard(items: readonly Waiting[]): Promise<void> {
  const db = await deviceStorage();
  for (const { order, correlationId } of items) {
    if (order !== undefined) await db.delete('waiting', order);
    noWaiting(correlationId);
  }
  await changed();
}
