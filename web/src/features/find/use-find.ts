import type { FindPage } from '@feusa/contracts/find';
import { FIND_TOPIC } from '@feusa/contracts/topics';
import { useEffect, useRef, useState } from 'react';
import { get } from '../../shared/api.js';
import { findAddress, useSettled } from '../../shared/find/find.js';
import { useLive } from '../../shared/live.js';
import { useLastAnswer } from '../../shared/use-last-answer.js';

const PAGE = 30;

interface Search {
  readonly q: string;
  readonly kind: string;
  readonly folder: string;
  readonly when: string;
}

/** What is found, page by page; while a newer answer is under way the last one stays. */
export function useFind(search: Search) {
  const q = useSettled(search.q);
  const address = findAddress({ ...search, q, limit: PAGE });
  const [read, setRead] = useState({ address, pages: 1 });
  const pages = read.address === address ? read.pages : 1;
  const { data, error, isLoading, mutate } = useLastAnswer({
    key: address && `${address}#${pages}`,
    ...{ about: address ?? '', read: () => readPages({ ...search, q }, pages) },
  });
  useChanges(address !== null, () => void mutate());
  return {
    /** Undefined while there is nothing to look for, or no answer yet. */
    page: address === null ? undefined : data,
    isEmpty: address === null,
    search: `${address}#${pages}`,
    isLoading: isLoading || q !== search.q,
    ...{ error, reload: () => mutate() },
    readMore: () => setRead({ address, pages: pages + 1 }),
  };
}

/** Anything found may change anywhere: it is asked for again, once somebody looks at it. */
function useChanges(isWanted: boolean, onChange: () => void) {
  const isStale = useRef(false);
  const changed = () => {
    isStale.current = document.hidden;
    if (!document.hidden) onChange();
  };
  useLive(isWanted ? FIND_TOPIC : null, changed, changed);
  useEffect(() => {
    const shown = () => isStale.current && !document.hidden && changed();
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  });
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
