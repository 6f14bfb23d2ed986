import { createStore, useStore } from '../../shared/store.js';

export type UploadState =
  | 'preparing'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'broken'
  | 'adding'
  | 'done'
  | 'skipped'
  | 'failed';

export interface Item {
  readonly id: number;
  readonly file: File;
  /** The name under which it is kept; another one after "keep both". */
  readonly name: string;
  readonly where: string;
  readonly folderId: string;
  readonly state: UploadState;
  readonly sent: number;
  readonly problem?: string;
  /** Failed for a reason that trying again does not change. */
  readonly isFinal?: boolean;
  /** A file that this one takes the place of. */
  readonly replaces?: string;
  /** What is added together is undone together. */
  readonly correlationId: string;
}

const items = createStore<readonly Item[]>([]);
let nextId = 1;

export const allItems = items.get;

export type NewItem = Pick<
  Item,
  'file' | 'name' | 'where' | 'folderId' | 'replaces' | 'correlationId'
>;

export function add(fresh: readonly NewItem[]): void {
  items.set([
    ...items.get(),
    ...fresh.map((item) => ({ ...item, id: nextId++, state: 'waiting' as const, sent: 0 })),
  ]);
}

export const change = (id: number, patch: Partial<Item>): void =>
  items.set(items.get().map((item) => (item.id === id ? { ...item, ...patch } : item)));

export const drop = (keep: (item: Item) => boolean): void => items.set(items.get().filter(keep));

export const useItems = () => useStore(items);

/** What failed comes first, among a hundred that went well too. */
export const inOrder = (list: readonly Item[]): readonly Item[] => [
  ...list.filter(({ state }) => state === 'failed'),
  ...list.filter(({ state }) => state !== 'failed'),
];

/** What was added, by what was dropped or chosen together; the last first. */
export function dropsOf(list: readonly Item[]): readonly (readonly Item[])[] {
  const done = list.filter(({ state }) => state === 'done');
  const drops = new Set(done.map(({ correlationId }) => correlationId));
  return [...drops].map((id) => done.filter((item) => item.correlationId === id)).reverse();
}

export const isActive = ({ state }: Item): boolean =>
  !['done', 'skipped', 'failed'].includes(state);

export interface Totals {
  readonly done: number;
  readonly failed: number;
  readonly active: number;
  readonly count: number;
  /** 0 to 1, by bytes. */
  readonly share: number;
  readonly paused: boolean;
}

export function totalsOf(list: readonly Item[]): Totals {
  const counted = list.filter(({ state }) => state !== 'skipped' && state !== 'failed');
  const size = counted.reduce((sum, { file }) => sum + file.size, 0);
  const sent = counted.reduce(
    (sum, item) => sum + (item.state === 'done' ? item.file.size : item.sent),
    0,
  );
  const active = list.filter(isActive);
  return {
    done: list.filter(({ state }) => state === 'done').length,
    failed: list.filter(({ state }) => state === 'failed').length,
    active: active.length,
    count: list.length,
    share: size === 0 ? 1 : sent / size,
    paused: active.length > 0 && active.every(({ state }) => state === 'paused'),
  };
}
