import { useEffect, useSyncExternalStore } from 'react';

/** What has become of a thing since the moment on view. */
export type SinceKind = 'added' | 'changed' | 'removed';

export interface Since {
  readonly id: string;
  readonly name: string;
  readonly kind: SinceKind;
  /** What is different now, in words. */
  readonly detail: string;
}

export const sinceWords: Readonly<Record<SinceKind, string>> = {
  added: 'added since',
  changed: 'changed since',
  removed: 'gone now',
};

let list: readonly Since[] = [];
let byId: ReadonlyMap<string, Since> = new Map();
const observers = new Set<() => void>();

function set(next: readonly Since[]): void {
  if (next.length === 0 && list.length === 0) return;
  list = next;
  byId = new Map(next.map((each) => [each.id, each]));
  for (const run of observers) run();
}

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

/** Tells the app what differs on this screen, as long as it is on view. */
export function useTellSince(differences: readonly Since[]): void {
  useEffect(() => set(differences), [differences]);
  useEffect(() => () => set([]), []);
}

export const useSinceList = (): readonly Since[] => useSyncExternalStore(observe, () => list);
export const useSince = (id: string): Since | undefined =>
  useSyncExternalStore(observe, () => byId.get(id));

interface Thing {
  readonly id: string;
}

interface Words<T extends Thing> {
  nameOf(thing: T): string;
  /** How the two differ, '' where they do not. */
  changes(then: T, now: T): string;
}

/** What was added, changed and removed between two states, in the order of the later one. */
export function sinceThen<T extends Thing>(
  then: readonly T[],
  now: readonly T[],
  { nameOf, changes }: Words<T>,
): Since[] {
  const later = new Map(now.map((each) => [each.id, each]));
  const before = new Set(then.map(({ id }) => id));
  const since = (thing: T, kind: SinceKind, detail = ''): Since => {
    return { id: thing.id, name: nameOf(thing), kind, detail };
  };
  const old = then.flatMap((thing) => {
    const next = later.get(thing.id);
    if (!next) return [since(thing, 'removed')];
    const detail = changes(thing, next);
    return detail ? [since(thing, 'changed', detail)] : [];
  });
  return [...old, ...now.filter(({ id }) => !before.has(id)).map((each) => since(each, 'added'))];
}

/** 'role was A, is now B' for each field that differs. */
export const fieldChanges = <T extends object>(
  then: T,
  now: T,
  fields: readonly (readonly [keyof T, string])[],
): string =>
  fields
    .filter(([key]) => (then[key] ?? '') !== (now[key] ?? ''))
    .map(([key, label]) => `${label}: now ${String(now[key] ?? '') || 'none'}`)
    .join('; ');
