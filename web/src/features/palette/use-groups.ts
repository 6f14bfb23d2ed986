import { File, Folder, Link as LinkIcon, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { isFindable } from '../../shared/find/find.js';
import { recents, type Recent } from '../../shared/recents.js';
import { rank } from './items.js';
import { useActionItems } from './use-action-items.js';
import { everythingItem, useFindItems, type FoundItems } from './use-find-items.js';
import { texts } from './texts.js';

const icons = { folder: Folder, employee: UserRound, file: File, link: LinkIcon };
const places: Record<Recent['kind'], string> = {
  folder: texts.folder,
  employee: texts.employee,
  file: texts.document,
  link: texts.link,
};

/** The lines for what is typed, in groups: recent things first while nothing is. */
export function useGroups(text: string, kind: string, go: (href: string) => void): FoundItems {
  const actions = useActionItems(go);
  const found = useFindItems(text, kind, go);
  const recent = useMemo(
    () =>
      recents().map(({ id, kind, name, href }) => ({
        id: `recent-${id}`,
        name,
        place: places[kind],
        icon: icons[kind],
        run: () => go(href),
      })),
    [go],
  );
  const query = text.trim();
  const groups =
    query === ''
      ? [
          { title: texts.recent, items: recent.slice(0, 7) },
          { title: texts.do, items: actions },
        ]
      : [
          ...found.groups,
          { title: texts.do, items: kind === '' ? rank(actions, query, 5) : [] },
          {
            title: texts.more,
            items: isFindable(query) ? [everythingItem(query, kind, go)] : [],
          },
        ];
  return { groups: groups.filter(({ items }) => items.length > 0), counts: found.counts };
}
