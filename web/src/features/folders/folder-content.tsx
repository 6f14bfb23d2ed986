import type { FolderPage } from '@feusa/contracts/views';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { counted } from '../../shared/format.js';
import { remember } from '../../shared/recents.js';
import { useRoving } from '../../shared/roving.js';
import { useSession } from '../../shared/session.js';
import { useShortcutHelp } from '../../shared/shortcuts.js';
import { Button } from '../../shared/ui/button.js';
import { Page } from '../../shared/ui/page.js';
import { useColumns, useSizeClass } from '../../shared/use-size.js';
import { useUrlState } from '../../shared/use-url-state.js';
import barStyles from './bar.module.css';
import { crumbsOf } from './crumbs.js';
import { Dialogs } from './dialogs.js';
import { MoveContext } from './drag-folders.js';
import { DropArea } from './drop-area.js';
import { FolderBar } from './folder-bar.js';
import { FolderEmpty } from './folder-empty.js';
import { folderHref } from './folder-page.js';
import { FolderTools } from './folder-tools.js';
import { ListProvider, type FolderDialog, type ListContext } from './list-context.js';
import { listKeyHelp, useListKeys } from './list-keys.js';
import styles from './list.module.css';
import { moveAll } from './moving.js';
import { reveal } from './reveal.js';
import { Documents, FolderGrid, Links } from './sections.js';
import { useSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { useFocusKept } from './use-focus-kept.js';
import { useFolderKeys } from './use-folder-keys.js';
import { useAnchor, useView } from './use-view.js';

const WORTH_FILTERING = 12;

interface FolderContentProps {
  readonly page: FolderPage;
  readonly id: string | null;
}

export function FolderContent({ page: latest, id }: FolderContentProps) {
  const { isAdmin } = useSession();
  const [path] = useLocation();
  const { anchor, handlers } = useAnchor();
  const view = useView(latest, id, anchor);
  const { page, entries, order } = view;
  const columns = useColumns([2, 3, 6]);
  const isPhone = useSizeClass() === 0;
  const [dialog, open] = useState<FolderDialog | null>(null);
  const [, showDetail] = useUrlState('detail', { push: true });

  const idsOf = (list: readonly { id: string }[]) => list.map((entry) => entry.id);
  const runs = [
    { name: 'folders', ids: idsOf(entries.folders), columns },
    { name: 'files', ids: idsOf(entries.files), columns: 1 },
    { name: 'links', ids: idsOf(entries.links), columns: 1 },
  ] as const;
  const roving = useRoving(runs, (target) => reveal(runs, target, isPhone));
  const selection = useSelection(idsOf(order));
  const onKeyDown = useListKeys({ runs, entries: order, roving, selection, isAdmin, open });
  useShortcutHelp(listKeyHelp);
  useFocusKept(order, roving);
  useFolderKeys(crumbsOf(page).at(-1)?.href, id, roving, order.length > 0);

  const name = page.folder?.name ?? 'Files';
  useEffect(() => {
    if (id !== null) remember({ id, kind: 'folder', name, href: path });
  }, [id, name, path]);

  const list: ListContext = {
    isAdmin,
    href: page.folder ? path.replace(/\/+$/, '') : folderHref(''),
    selection,
    roving,
    saving: view.saving,
    gone: view.gone,
    open,
    showDetail,
  };
  const isFiltered = view.filter !== '';
  const size = latest.folders.length + latest.docs.length;
  return (
    <Page title={page.folder ? `${name} – Files` : 'Files'}>
      <ListProvider value={list}>
        <MoveContext value={(folders, to) => void moveAll(folders, to)}>
          <FolderBar page={page} open={open} />
          {(size >= WORTH_FILTERING || isFiltered) && (
            <FolderTools
              filter={view.filter}
              onFilter={view.setFilter}
              sort={view.sort}
              onSort={view.setSort}
              entries={entries}
            />
          )}
          <SelectionBar entries={order.filter((entry) => selection.ids.has(entry.id))} />
          <div className={barStyles.news} role="status">
            {view.waiting > 0 && (
              <Button small onClick={view.release}>
                {`${view.waiting} new`}
                <span className="visually-hidden">
                  : show {counted(view.waiting, 'change')} by others
                </span>
              </Button>
            )}
          </div>
          <DropArea page={page}>
            <div
              className={`${styles.list} ${selection.ids.size > 0 ? styles.selecting : ''}`}
              onKeyDown={onKeyDown}
              {...handlers}
            >
              <FolderGrid folders={entries.folders} columns={columns} />
              <Documents docs={entries.files} isPhone={isPhone} />
              <Links docs={entries.links} isPhone={isPhone} />
              {order.length === 0 && (
                <FolderEmpty
                  filter={view.filter}
                  onClear={() => view.setFilter('')}
                  inside={id !== null}
                  open={open}
                />
              )}
            </div>
          </DropArea>
          <Dialogs page={page} dialog={dialog} onClose={() => open(null)} />
        </MoveContext>
      </ListProvider>
    </Page>
  );
}
