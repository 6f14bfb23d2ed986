import type { FindPage } from '@feusa/contracts/find';
import { useState } from 'react';
import useSWR from 'swr';
import { get } from '../../shared/api.js';
import { findAddress, useSettled } from '../../shared/find/find.js';

/** Anything found may change anywhere: a search on the screen is asked again so often. */
const AGAIN_MS = 5000;
const PAGE = 30;

interface Search {
  readonly q: string;
  readonly kind: string;
  readonly folder: string;
}

/** What is found, page by page; while a newer answer is under way the last one stays. */
export function useFind(search: Search) {
  const q = useSettled(search.q);
  const address = findAddress({ ...search, q, limit: PAGE });
  const [read, setRead] = useState({ address, pages: 1 });
  const pages = read.address === address ? read.pages : 1;
  const { data, error, isLoading, mutate } = useSWR<FindPage, unknown>(
    address && `${address}#${pages}`,
    () => readPages({ ...search, q }, pages),
    { keepPreviousData: true, refreshInterval: AGAIN_MS },
  );
  return {
    /** Undefined while there is nothing to look for, or no answer yet. */
    page: address === null ? undefined : data,
    isEmpty: address === null,
    isLoading: isLoading || q !== search.q,
    ...{ error, reload: () => mutate() },
    readMore: () => setRead({ address, pages: pages + 1 }),
  };
}

async function readPages(search: Search, pages: number): Promise<FindPage> {
  const page = (cursor: string | null) =>
    get<FindPage>(findAddress({ ...search, limit: PAGE, cursor }) ?? '');
  let found = await page(null);
  for (let read = 1; read < pages && found.next !== null; read++) {
    const { hits, next, counts } = await page(found.next);
    found = { hits: [...found.hits, ...hits], next, counts };
  }
  return found;
}
