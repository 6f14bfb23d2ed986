import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useSingleKey } from '../../../shared/shortcuts.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './bar.module.css';
import { isSort, type Entries } from '../page/entries.js';
import type { FolderViewState } from '../page/use-view.js';
import { texts } from '../texts.js';

const summaryOf = ({ folders, files, links }: Entries) =>
  [
    folders.length > 0 && texts.folder(folders.length),
    files.length > 0 && texts.document(files.length),
    links.length > 0 && texts.link(links.length),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing';

const inSelect: ReadonlySet<string> = new Set(['name', 'newest', 'changed', 'size']);

/** Filter box and order of a folder that holds more than a handful. */
export function FolderTools({ view }: { readonly view: FolderViewState }) {
  const { filter, setFilter, sort, setSort, entries } = view;
  const input = useRef<HTMLInputElement>(null);
  useSingleKey('/', texts.filterThisFolder, () => input.current?.focus());
  return (
    <div className={styles.tools} role="search" aria-label={texts.thisFolder}>
      <div className={styles.filter}>
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label={texts.filterThisFolder}
          placeholder={texts.filterThisFolder}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
        />
      </div>
      <label className={styles.sort}>
        {texts.order}
        <select
          value={sort}
          onChange={({ target }) => isSort(target.value) && setSort(target.value)}
        >
          <option value="name">{texts.name}</option>
          <option value="newest">{texts.newestFirst}</option>
          <option value="changed">{texts.latestChangeFirst}</option>
          <option value="size">{texts.largestFirst}</option>
          {!inSelect.has(sort) && <option value={sort}>{texts.byColumn}</option>}
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
          {texts.newOnes(count)}
          <span className="visually-hidden">{texts.showChangeByOthers(count)}</span>
        </Button>
      )}
    </div>
  );
}
