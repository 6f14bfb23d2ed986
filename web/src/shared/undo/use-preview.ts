import type { UndoPreview, UndoStep } from '@feusa/contracts/undo';
import { useEffect, useState } from 'react';
import { request } from '../api.js';
import type { Wanted } from './done-stack.js';

interface Preview {
  readonly preview: UndoPreview | undefined;
  readonly steps: readonly UndoStep[];
  readonly error: unknown;
  readonly hasMore: boolean;
  more(): void;
  reload(): void;
}

const read = (wanted: Wanted, before?: string | null): Promise<UndoPreview> =>
  request(
    'GET',
    `/api/undo?${new URLSearchParams({ ...wanted, ...(before && { before }) }).toString()}`,
  );

/** What undoing comes to; a later page that belongs to another plan begins it anew. */
export function usePreview(wanted: Wanted): Preview {
  const [pages, setPages] = useState<readonly UndoPreview[]>([]);
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    setPages([]);
    const take = (first: UndoPreview) => isCurrent && setPages([first]);
    read(JSON.parse(key) as Wanted).then(take, (fault: unknown) => isCurrent && setError(fault));
    return () => void (isCurrent = false);
  }, [key, tries]);
  const [first] = pages;
  const reload = () => setTries((before) => before + 1);
  const more = () => {
    const take = (page: UndoPreview) =>
      page.plan === first?.plan ? setPages((all) => [...all, page]) : reload();
    read(wanted, pages.at(-1)?.next).then(take, setError);
  };
  const hasMore = Boolean(pages.at(-1)?.next);
  return {
    preview: first,
    steps: pages.flatMap(({ steps }) => steps),
    error,
    hasMore,
    more,
    reload,
  };
}
