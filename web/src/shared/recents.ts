import { noteOpened } from './personal.js';

export interface Recent {
  readonly id: string;
  readonly kind: 'folder' | 'employee' | 'file' | 'link';
  readonly name: string;
  readonly href: string;
}

const STORED = 'feusa.recents';
const MOST = 20;

/** What this browser has opened last, newest first. */
export function recents(): readonly Recent[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

const store = (list: readonly Recent[]) => localStorage.setItem(STORED, JSON.stringify(list));

export function remember(item: Recent): void {
  store([item, ...recents().filter(({ id }) => id !== item.id)].slice(0, MOST));
  noteOpened(item.kind === 'employee' ? 'person' : item.kind, item.id);
}

/** Forgets what is of this kind and not there any more: nobody's name stays who was erased. */
export function keepRecents(kind: Recent['kind'], isThere: (id: string) => boolean): void {
  const kept = recents().filter((item) => item.kind !== kind || isThere(item.id));
  if (kept.length < recents().length) store(kept);
}

export const forgetRecents = (): void => localStorage.removeItem(STORED);
