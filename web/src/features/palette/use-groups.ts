import { File, Folder, Link as LinkIcon, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { isFindable } from '../../shared/find/find.js';
import { carried } from '../../shared/past.js';
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

/** Documents and links open in a tab of their own, as in their folder. */
function openRecent({ id, kind, href }: Recent, go: (href: string) => void): void {
  if (kind !== 'file' && kind !== 'link') return go(href);
  const address = kind === 'file' ? carried(`/files/${id}?inline=1`) : href;
  open(address, '_blank', 'noopener,noreferrer');
}

/** The lines for what is typed, in groups: recent things first while nothing is. */
export function useGroups(text: string, kind: string, go: (href: string) => void): FoundItems {
  const actions = useActionItems(go);
  const found = useFindItems(text, kind, go);
  const recent = useMemo(
    () =>
      recents().map((item) => ({
        id: `recent-${item.id}`,
        name: item.name,
        place: places[item.kind],
        icon: icons[item.kind],
        run: () => openRecent(item, go),
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
