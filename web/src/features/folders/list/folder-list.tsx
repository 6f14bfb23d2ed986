import type { HTMLAttributes } from 'react';
import { FolderEmpty } from './empty.js';
import type { FolderDialog } from './list-context.js';
import styles from './list.module.css';
import { Documents, FolderGrid, Links } from './sections.js';
import type { ListState } from './use-list-state.js';
import { FolderCountsOf, useCounts } from '../page/use-counts.js';
import type { FolderViewState } from '../page/use-view.js';

interface FolderListProps extends HTMLAttributes<HTMLDivElement> {
  readonly view: FolderViewState;
  readonly state: ListState;
  readonly open: (dialog: FolderDialog) => void;
}

/** Folders, Documents and Links, or what to do when there are none. */
export function FolderList({ view, state, open, ...handlers }: FolderListProps) {
  const { entries, order, page } = view;
  const { list, columns, isPhone, onKeyDown } = state;
  const counts = useCounts(page.folder?.id ?? null, page.folders);
  const selecting = list.selection.ids.size > 0 ? styles.selecting : '';
  return (
    <div className={`${styles.list} ${selecting}`} onKeyDown={onKeyDown} {...handlers}>
      <FolderCountsOf value={counts}>
        <FolderGrid folders={entries.folders} columns={columns} />
      </FolderCountsOf>
      <Documents docs={entries.files} isPhone={isPhone} />
      <Links docs={entries.links} isPhone={isPhone} />
      {order.length === 0 && (
        <FolderEmpty
          filter={view.filter}
          onClear={() => view.setFilter('')}
          inside={page.folder !== null}
          open={open}
        />
      )}
    </div>
  );
}
