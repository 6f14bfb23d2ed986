import { browserBounds } from '@feusa/contracts/browser-bounds';
import type { SessionUser } from '@feusa/contracts/users';
import { ApiError, isUnreached } from '../api.js';
import { anyStorage, deviceStorage, wipe } from './db.js';
import { claimed, shownFrom } from './status.js';

/** Bounds of what a device keeps. */
const MOST_ANSWERS = browserBounds.answers.value;
const LONGEST_ANSWER = browserBounds.answer.value;
/** As long as a session lives without use: what is kept opens to nobody whose session has ended by itself. */
const TRUSTED_MS = 3 * 24 * 3600 * 1000;

const ignore = () => undefined;
let owner: string | undefined;

export const open = async (): Promise<void> => void (await anyStorage());

/** The server has said who this is; what somebody else has kept goes before anything is shown. */
export async function claim(user: SessionUser): Promise<void> {
  const db = await anyStorage();
  const before = await db.get('owner', 'owner');
  if (before && before.user.id !== user.id) await wipe();
  const seen = before?.user.id === user.id ? before.seen : undefined;
  await db.put('owner', { user, at: Date.now(), ...(seen !== undefined && { seen }) }, 'owner');
  owner = user.id;
}

/** Up to where nothing that is kept was hidden; undefined where nothing was kept before. */
export const seenTo = async (): Promise<number | undefined> =>
  (await (await deviceStorage()).get('owner', 'owner'))?.seen;

export async function noteSeen(seen: number): Promise<void> {
  const db = await deviceStorage();
  const kept = await db.get('owner', 'owner');
  if (kept) await db.put('owner', { ...kept, seen }, 'owner');
}

/** All that was seen goes; changes that wait stay. */
export const forgetSeen = (): Promise<void> => wipe('waiting');

/** Who this was, where the server does not answer. */
export async function keptUser(): Promise<SessionUser | undefined> {
  const db = await anyStorage();
  const kept = await db.get('owner', 'owner');
  if (!kept || Date.now() - kept.at > TRUSTED_MS) return undefined;
  owner = kept.user.id;
  return kept.user;
}

/** The session has ended: only changes that wait for the same person stay. */
export async function release(): Promise<void> {
  await claimed();
  owner = undefined;
  await wipe('waiting');
}

export async function forgetAll(): Promise<void> {
  await claimed();
  owner = undefined;
  await wipe();
}

/** Keeps an answer for times without a connection; those seen longest ago go first. */
export async function keep(path: string, data: unknown): Promise<void> {
  const db = await deviceStorage();
  if (owner === undefined || JSON.stringify(data).length > LONGEST_ANSWER) return;
  await db.put('answers', { path, data, at: Date.now() });
  const surplus = (await db.count('answers')) - MOST_ANSWERS;
  if (surplus <= 0) return;
  const oldest = await db.getAllKeysFromIndex('answers', 'at', undefined, surplus);
  await Promise.all(oldest.map((each) => db.delete('answers', each)));
}

/** What a query answered last. */
export async function answered<T>(path: string): Promise<T | undefined> {
  const db = await deviceStorage();
  if (owner === undefined) return undefined;
  return (await db.get('answers', path))?.data as T | undefined;
}

/** Reads by a query, else what was kept of it. @throws ApiError where nothing was */
export async function readKept<T>(path: string, error: unknown): Promise<T> {
  if (!isUnreached(error) || !(error instanceof ApiError)) throw error;
  const db = await deviceStorage().catch(ignore);
  if (!db || owner === undefined) throw error;
  const kept = await db.get('answers', path).catch(ignore);
  if (!kept) throw error;
  shownFrom.set(kept.at);
  return kept.data as T;
}
