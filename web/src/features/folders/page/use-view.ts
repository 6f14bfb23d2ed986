import type { FolderPage } from '@feusa/contracts/views';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useOwnChanges, ownIds, useOwnWrites } from '../../../shared/own-changes.js';
import { useUrlState } from '../../../shared/use-url-state.js';
import { allOf, arrange, isSort, type Entries, type Entry, type Sort } from './entries.js';
import { pageKey, withOwn } from './folder-page.js';
import { useHoldBack } from './hold-back.js';

/** What the pointer or the focus is on in the list. */
export function useAnchor() {
  const [anchor, setAnchor] = useState<string>();
  const pointer = useRef<string>(undefined);
  const place = useRef('');
  const focus = useRef<string>(undefined);
  const idOf = (target: EventTarget) =>
    target instanceof Element
      ? (target.closest('[data-entry]')?.getAttribute('data-entry') ?? undefined)
      : undefined;
  const settle = () => setAnchor(focus.current ?? pointer.current);
  return {
    anchor,
    handlers: {
      // A pointer that merely lies where rows happen to be drawn points at nothing.
      onPointerMove: ({ target, pointerType, clientX, clientY }: React.PointerEvent) => {
        const now = `${clientX} ${clientY}`;
        if (pointerType !== 'mouse' || now === place.current) return;
        place.current = now;
        pointer.current = idOf(target);
        settle();
      },
      onPointerLeave: () => {
        pointer.current = undefined;
        settle();
      },
      onFocus: ({ target }: React.FocusEvent) => {
        focus.current = idOf(target);
        settle();
      },
      onBlur: () => {
        focus.current = undefined;
        settle();
      },
    },
  };
}

export interface FolderViewState {
  readonly page: FolderPage;
  readonly entries: Entries;
  readonly order: readonly Entry[];
  readonly saving: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly waiting: number;
  release(): void;
  readonly filter: string;
  setFilter(text: string): void;
  readonly sort: Sort;
  setSort(sort: Sort): void;
}

/** The rows to draw: what the server says, held back and overlaid, filtered and in order. */
export function useView(
  latest: FolderPage,
  id: string | null,
  anchor: string | undefined,
): FolderViewState {
  const [filter, setFilter] = useUrlState('filter');
  const [sortText, setSort] = useUrlState('sort');
  const sort = isSort(sortText) ? sortText : 'name';
  useOwnWrites();
  const held = useHoldBack(latest, {
    anchor,
    order: (page) => allOf(arrange(page, sort, filter)).map((entry) => entry.id),
    isOwn: (id) => ownIds().has(id),
  });
  const { own, saving } = useOwnChanges<Entry>(pageKey(id), held.page.position);
  const page = useMemo(() => withOwn(held.page, own), [held.page, own]);
  const lateFilter = useDeferredValue(filter);
  const entries = useMemo(() => arrange(page, sort, lateFilter), [page, sort, lateFilter]);
  const order = useMemo(() => allOf(entries), [entries]);
  useEffect(held.release, [filter, sort]);
  return {
    page,
    entries,
    order,
    saving,
    gone: held.gone,
    waiting: held.waiting,
    release: held.release,
    filter,
    setFilter,
    sort,
    setSort: (next) => setSort(next === 'name' ? '' : next),
  };
}
