import type { ItemAddress, ItemKind, Marks } from '@feusa/contracts/home';
import { useMemo } from 'react';
import useSWR, { mutate } from 'swr';
import { ApiError, request } from './api.js';
import type { PersonalChange } from './live.js';
import { toast } from './toast-store.js';
import { texts } from './texts.js';

export const HOME = '/api/me/home';
export const MARKS = '/api/me/marks';
/** What waits for whoever is signed in. */
export const WAITING = '/api/me/waiting';

const ignore = () => undefined;

/** What is starred and followed; nothing while that is not known. */
const useMarks = (): Marks | undefined => useSWR<Marks>(MARKS).data;

/** Everybody who is asked, or connected again, looks at once, but not all of them in the same moment. */
const SPREAD_MS = 1000;

/** Another tab, or another place of the same person, has changed something. */
export function personalChanged(what: PersonalChange): void {
  if (what === 'waiting') {
    setTimeout(() => void mutate(WAITING), Math.random() * SPREAD_MS);
    return;
  }
  void mutate(HOME);
  if (what === 'marks') void mutate(MARKS);
}

/** Reads what may have changed while nothing was pushed, where it is on view; answers how to let that be. */
export function readMissed(): () => void {
  const read = () => [HOME, MARKS, WAITING].forEach((path) => void mutate(path));
  const timer = setTimeout(read, Math.random() * SPREAD_MS);
  return () => clearTimeout(timer);
}

const lastSent = {
  marks: Promise.resolve<unknown>(undefined),
  opened: Promise.resolve<unknown>(undefined),
};

/** Sends once what was sent before is answered: what was clicked last is what holds. */
function sendInTurn(turn: keyof typeof lastSent, method: 'PUT' | 'DELETE', path: string) {
  const sent = lastSent[turn].catch(ignore).then(() => request(method, `/api/me/${path}`));
  lastSent[turn] = sent;
  return sent;
}

/** Shows it at once, and takes it back where the server refuses it. */
async function mark(change: (marks: Marks) => Marks, method: 'PUT' | 'DELETE', path: string) {
  const at = (marks: Marks = { stars: [], follows: [] }) => change(marks);
  try {
    await mutate<Marks>(MARKS, at, { revalidate: false });
    await sendInTurn('marks', method, path);
  } catch (error) {
    void mutate(MARKS);
    toast({ tone: 'danger', text: error instanceof ApiError ? error.detail : String(error) });
  }
  void mutate(HOME);
}

export const star = ({ kind, id }: ItemAddress, on: boolean) =>
  mark(
    ({ stars, follows }) => {
      const others = stars.filter((each) => each.id !== id);
      return { follows, stars: on ? [...others, { kind, id }] : others };
    },
    on ? 'PUT' : 'DELETE',
    `stars/${kind}/${id}`,
  );

/** Whether something is a favourite, and how to change that. */
export function useStar(item: ItemAddress): [isStarred: boolean, set: (on: boolean) => void] {
  return [useMarked().starred.has(item.id), (on) => void star(item, on)];
}

export interface MarkedIds {
  readonly starred: ReadonlySet<string>;
  readonly followed: ReadonlySet<string>;
}

/** The ids of all favourites and followed folders. */
export function useMarked(): MarkedIds {
  const marks = useMarks();
  return useMemo(() => {
    const starred = new Set(marks?.stars.map(({ id }) => id));
    return { starred, followed: new Set(marks?.follows) };
  }, [marks]);
}

export const follow = (id: string, on: boolean) =>
  mark(
    ({ stars, follows }) => {
      const others = follows.filter((each) => each !== id);
      return { stars, follows: on ? [...others, id] : others };
    },
    on ? 'PUT' : 'DELETE',
    `follows/${id}`,
  );

export function useFollow(id: string): [isFollowed: boolean, set: (on: boolean) => void] {
  return [useMarked().followed.has(id), (on) => void follow(id, on)];
}

/** What is new in these folders counts as seen. */
export const readNews = (folders: readonly string[]): Promise<unknown> =>
  Promise.all(folders.map((id) => follow(id, true)));

const isPast = () => new URLSearchParams(location.search).has('at');

/** Remembers on the server that something was opened; that it fails is nobody's business. */
export function noteOpened(kind: ItemKind, id: string): void {
  if (!isPast()) void sendInTurn('opened', 'PUT', `opened/${kind}/${id}`).catch(ignore);
}

export async function forgetOpened(): Promise<void> {
  await sendInTurn('opened', 'DELETE', 'opened').catch((error: unknown) =>
    toast({ tone: 'danger', text: error instanceof ApiError ? error.detail : texts.failed }),
  );
  await mutate(HOME);
}
