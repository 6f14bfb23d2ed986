import type { FindHit, FindPage } from '@feusa/contracts/find';
import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { get } from '../../shared/api.js';
import { findAddress, findIcons, hrefOf, useSettled } from '../../shared/find/find.js';
import { useLastAnswer } from '../../shared/use-last-answer.js';
import type { Group, Item } from './items.js';
import { texts } from './texts.js';

const MOST = 14;

const titles = {
  folder: texts.folders,
  person: texts.employees,
  file: texts.documents,
  link: texts.links,
};
type Kind = keyof typeof titles;

export interface FoundItems {
  readonly groups: readonly Group[];
  readonly counts: FindPage['counts'] | undefined;
}

/** What is found by what is typed, by kind, the best kind first; while a newer answer is under way the last one stays. */
export function useFindItems(text: string, kind: string, go: (href: string) => void): FoundItems {
  const q = useSettled(text);
  const address = findAddress({ q, kind, limit: MOST });
  const { data } = useLastAnswer({
    key: address,
    ...{ about: address ?? '', read: () => get<FindPage>(address ?? '') },
  });
  const page = address === null || text.trim() === '' ? undefined : data;
  return useMemo(() => {
    const hits = page?.hits ?? [];
    const kinds = [...new Set(hits.map((hit) => hit.kind))] as Kind[];
    const groups = kinds.map((each) => ({
      title: titles[each],
      items: hits.filter((hit) => hit.kind === each).map((hit) => itemOf(hit, go)),
    }));
    return { groups, counts: page?.counts };
  }, [page, go]);
}

/** The line that leads to the page of results. */
export const everythingItem = (text: string, kind: string, go: (href: string) => void): Item => ({
  id: 'everything-found',
  name: texts.allResultsFor(text.trim()),
  icon: Search,
  run: () =>
    go(`/find?${new URLSearchParams({ q: text.trim(), ...(kind && { kind }) }).toString()}`),
});

function itemOf(hit: FindHit, go: (href: string) => void): Item {
  const { id, kind, name, path, excerpt, missing } = hit;
  const href = hrefOf(hit);
  return {
    ...{ id, name, icon: findIcons[kind], place: path.map((each) => each.name).join(' / ') },
    ...(excerpt !== undefined && { excerpt }),
    ...(missing && { missing }),
    run: () => {
      if (href === undefined) return;
      if (kind === 'link') open(href, '_blank', 'noopener,noreferrer');
      else go(href);
    },
  };
}
