import { Search } from 'lucide-react';
import { useRef } from 'react';
import { counted } from '../../../shared/format.js';
import { useSingleKey } from '../../../shared/shortcuts.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './bar.module.css';
import { isSort, type Entries } from '../page/entries.js';
import type { FolderViewState } from '../page/use-view.js';

const summaryOf = ({ folders, files, links }: Entries) =>
  [
    folders.length > 0 && counted(folders.length, 'folder'),
    files.length > 0 && counted(files.length, 'document'),
    links.length > 0 && counted(links.length, 'link'),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing';

/** Filter box and order of a folder that holds more than a handful. */
export function FolderTools({ view }: { readonly view: FolderViewState }) {
  const { filter, setFilter, sort, setSort, entries } = view;
  const input = useRef<HTMLInputElement>(null);
  useSingleKey('/', 'Filter this folder', () => input.current?.focus());
  return (
    <div className={styles.tools} role="search" aria-label="This folder">
      <div className={styles.filter}>
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label="Filter this folder"
          placeholder="Filter this folder"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
        />
      </div>
      <label className={styles.sort}>
        Order
        <select
          value={sort}
          onChange={({ target }) => isSort(target.value) && setSort(target.value)}
        >
          <option value="name">Name</option>
          <option value="newest">Newest first</option>
          <option value="size">Largest first</option>
        </select>
      </label>
      <p className={styles.summary} role="status">
        {summaryOf(entries)}
      </p>
    </div>
  );
}

interface NewItemsProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Changes by others that wait so as not to move what is pointed at. */
export function NewItems({ count, onShow }: NewItemsProps) {
  return (
    <div className={styles.news} role="status">
      {count > 0 && (
        <Button small onClick={onShow}>
          {count} new
          <span className="visually-hidden">: show {counted(count, 'change')} by others</span>
        </Button>
      )}
    </div>
  );
}
