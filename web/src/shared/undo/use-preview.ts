import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { UndoPreview, UndoStep } from '@feusa/contracts/undo';
import { useEffect, useState } from 'react';
import { request } from '../api.js';
import type { UndoTarget } from './done-stack.js';

interface Preview {
  readonly preview: UndoPreview | undefined;
  readonly steps: readonly UndoStep[];
  readonly error: unknown;
  /** What is to be done about names that are taken is not in it yet. */
  readonly isStale: boolean;
  readonly hasMore: boolean;
  more(): void;
  reload(): void;
}

type Query = UndoTarget & { readonly onConflict: OnNameTaken; readonly before?: string };

const read = (query: Query): Promise<UndoPreview> =>
  request('GET', `/api/undo?${new URLSearchParams({ ...query }).toString()}`);

/**
 * What undoing comes to; a later page that belongs to another plan begins it anew. The one before stays until
 * it is known what doing otherwise about names that are taken comes to.
 */
export function usePreview(wanted: UndoTarget, onNameTaken: OnNameTaken): Preview {
  const [pages, setPages] = useState<readonly UndoPreview[]>([]);
  const [known, setKnown] = useState<OnNameTaken>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    const take = (first: UndoPreview) => {
      if (!isCurrent) return;
      setPages([first]);
      setKnown(onNameTaken);
    };
    const query = { ...(JSON.parse(key) as UndoTarget), onConflict: onNameTaken };
    read(query).then(take, (fault: unknown) => isCurrent && setError(fault));
    return () => void (isCurrent = false);
  }, [key, tries, onNameTaken]);
  const [first] = pages;
  const reload = () => {
    setPages([]);
    setTries((before) => before + 1);
  };
  const more = () => {
    const take = (page: UndoPreview) =>
      page.plan === first?.plan ? setPages((all) => [...all, page]) : reload();
    const before = pages.at(-1)?.next;
    const query = { ...wanted, onConflict: onNameTaken, ...(before && { before }) };
    read(query).then(take, setError);
  };
  const hasMore = Boolean(pages.at(-1)?.next);
  return {
    preview: first,
    isStale: known !== onNameTaken,
    steps: pages.flatMap(({ steps }) => steps),
    error,
    hasMore,
    more,
    reload,
  };
}
