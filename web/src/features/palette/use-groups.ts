import { File, Folder, Link as LinkIcon, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { recents, type Recent } from '../../shared/recents.js';
import { type Group, rank } from './items.js';
import { useActionItems } from './use-action-items.js';
import { usePeopleItems } from './use-people-items.js';
import { useTreeItems } from './use-tree-items.js';
import { texts } from './texts.js';

const icons = { folder: Folder, employee: UserRound, file: File, link: LinkIcon };
const places: Record<Recent['kind'], string> = {
  folder: texts.folder,
  employee: texts.employee,
  file: texts.document,
  link: texts.link,
};

/** The lines for what is typed, in groups: recent things first while nothing is. */
export function useGroups(text: string, go: (href: string) => void): readonly Group[] {
  const actions = useActionItems(go);
  const { folders, docs } = useTreeItems(go);
  const people = usePeopleItems(text, go);
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
  const best = useMemo(
    () => ({ folders: rank(folders, query, 6), docs: rank(docs, query, 6) }),
    [folders, docs, query],
  );
  const groups =
    query === ''
      ? [
          { title: texts.recent, items: recent.slice(0, 7) },
          { title: texts.do, items: actions },
        ]
      : [
          { title: texts.folders, items: best.folders },
          { title: texts.employees, items: people },
          { title: texts.documentsAndLinks, items: best.docs },
          { title: texts.do, items: rank(actions, query, 5) },
        ];
  return groups.filter(({ items }) => items.length > 0);
}
