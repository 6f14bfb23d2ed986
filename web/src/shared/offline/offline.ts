import type { SessionUser } from '@feusa/contracts/users';
import { get } from '../api.js';
import { claimBy } from './status.js';

/** What is kept is loaded beside the program, never before it. */
const load = () => import('./kept.js');
const ignore = () => undefined;

const KEPT =
  /^\/api\/(folders(\/[0-9a-f-]{36})?|folder-counts(\?in=[0-9a-f-]{36})?|employees|errors|org-chart|me\/(home|marks))$/;

/** Keeps what is on view, for when there is no connection. */
export function keepAnswer(path: string, data: unknown): void {
  if (KEPT.test(path))
    void load()
      .then(({ keep }) => keep(path, data))
      .catch(ignore);
}

/** Reads a query; without a connection, what it answered last. */
export async function readOrKept<T>(path: string): Promise<T> {
  try {
    const data = await get<T>(path);
    keepAnswer(path, data);
    return data;
  } catch (error) {
    return orKept<T>(path, error);
  }
}

/** Without a connection, what a query answered last. @throws the error where that is not it, or nothing was kept */
export async function orKept<T>(path: string, error: unknown): Promise<T> {
  if (!KEPT.test(path)) throw error;
  const kept = await load().catch(ignore);
  if (!kept) throw error;
  return kept.readKept<T>(path, error);
}

/** What a query answered last, for who asks only what has changed since. */
export const keptAnswer = <T>(path: string): Promise<T | undefined> =>
  load()
    .then(({ answered }) => answered<T>(path))
    .catch(ignore);

/** Takes its time, which another wait may hide. */
export const openDevice = (): void =>
  void load()
    .then(({ open }) => open())
    .catch(ignore);

/** Waits until nothing of anybody else is left. */
export const claimDevice = (user: SessionUser): Promise<void> =>
  claimBy(
    load()
      .then(({ claim }) => claim(user))
      .catch(ignore),
  );

export const userOfDevice = (): Promise<SessionUser | undefined> =>
  load()
    .then(({ keptUser }) => keptUser())
    .catch(ignore);

export const releaseDevice = (): Promise<void> =>
  load()
    .then(({ release }) => release())
    .catch(ignore);

export const forgetDevice = (): Promise<void> =>
  load()
    .then(({ forgetAll }) => forgetAll())
    .catch(ignore);

/** What was seen is kept no longer: some of it may be hidden by now. */
export const forgetKept = (): Promise<void> =>
  load()
    .then(({ forgetSeen }) => forgetSeen())
    .catch(ignore);
