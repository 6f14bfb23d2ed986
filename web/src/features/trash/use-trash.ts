import type { TrashItem, TrashPage } from '@feusa/contracts/views';
import { useState } from 'react';
import { get } from '../../shared/api.js';
import { useLogGrowth } from '../../shared/log-growth.js';
import { asOf } from '../../shared/past.js';
import { useLastAnswer } from '../../shared/use-last-answer.js';

const AT_FIRST = 200;
const MORE = 1000;

export interface Trash {
  readonly items: readonly TrashItem[] | undefined;
  /** Of all pages, read or not. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error: unknown;
  readonly readMore: () => void;
  readonly reload: () => Promise<unknown>;
}

/** The trash at a moment, page by page; `all` reads it to its end. */
export function useTrash(at: string, all: boolean): Trash {
  const [wanted, setWanted] = useState(1);
  const pages = all ? Infinity : wanted;
  // As one text, so that whatever reads the product's queries again reads this one too.
  const key = `${asOf('/api/trash', at)}#${pages}`;
  const { data, error, isLoading, mutate } = useLastAnswer({
    key,
    about: at,
    read: () => readTrash(at, pages),
  });
  useLogGrowth(data !== undefined && at === '', () => void mutate());
  return {
    ...{ items: data?.items, total: data?.total ?? 0 },
    ...{ hasMore: Boolean(data?.next), isReading: isLoading, error },
    readMore: () => (error ? void mutate() : setWanted(wanted + 1)),
    reload: () => mutate(),
  };
}

/** The trash at a moment ('' for now), so many pages of it. */
export async function readTrash(at: string, pages: number): Promise<TrashPage> {
  const pageAfter = (cursor: string, limit: number) =>
    get<TrashPage>(asOf(`/api/trash?limit=${limit}${cursor && `&cursor=${cursor}`}`, at));
  let found = await pageAfter('', AT_FIRST);
  for (let read = 1; read < pages && found.next !== null; read++) {
    const { items, next, total } = await pageAfter(found.next, MORE);
    found = { items: [...found.items, ...items], next, total };
  }
  return found;
}
