import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { counted } from '../../shared/format.js';
import { useSingleKey } from '../../shared/shortcuts.js';
import styles from './bar.module.css';
import { isSort, type Entries, type Sort } from './entries.js';

interface FolderToolsProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly entries: Entries;
}

const summaryOf = ({ folders, files, links }: Entries) =>
  [
    folders.length > 0 && counted(folders.length, 'folder'),
    files.length > 0 && counted(files.length, 'document'),
    links.length > 0 && counted(links.length, 'link'),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing';

/** Filter box and order of a folder that holds more than a handful. */
export function FolderTools(props: FolderToolsProps): ReactNode {
  const { filter, onFilter, sort, onSort, entries } = props;
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
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
        />
      </div>
      <label className={styles.sort}>
        Order
        <select
          value={sort}
          onChange={({ target }) => isSort(target.value) && onSort(target.value)}
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
