import { useEffect } from 'react';
import { createStore, useStore, useStorePart } from './store.js';
import { texts } from './texts.js';

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
  added: texts.addedSince,
  changed: texts.changedSince,
  removed: texts.deletedSince,
};

interface SinceState {
  readonly list: readonly Since[] | undefined;
  readonly byId: ReadonlyMap<string, Since>;
}

const changes = createStore<SinceState>({ list: undefined, byId: new Map() });
const set = (list: readonly Since[] | undefined): void =>
  changes.set({ list, byId: new Map(list?.map((each) => [each.id, each])) });

/** Tells the app what differs on this screen, as long as it is on view; undefined while it is not known. */
export function usePublishSince(differences: readonly Since[] | undefined): void {
  useEffect(() => set(differences), [differences]);
  useEffect(() => () => set(undefined), []);
}

export const useSinceList = (): readonly Since[] | undefined =>
  useStorePart(changes, ({ list }) => list);
/** How many of these were there at the moment on view. */
export function useStillThere(things: readonly Thing[]): number {
  const { byId } = useStore(changes);
  return things.filter(({ id }) => byId.get(id)?.kind !== 'added').length;
}
export const useSince = (id: string): Since | undefined =>
  useStorePart(changes, ({ byId }) => byId.get(id));

interface Thing {
  readonly id: string;
}

interface Words<T extends Thing> {
  nameOf(thing: T): string;
  /** How the two differ, '' where they do not. */
  changes(then: T, now: T): string;
}

/** What was added, changed and removed between two states, in the order of the later one. */
export function changesSince<T extends Thing>(
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
    .map(([key, label]) => texts.now(label, String(now[key] ?? '') || 'none'))
    .join('; ');
