import { useStillThere } from '../../../shared/since.js';
import styles from './directory-view.module.css';
import { FilterBar } from '../search/filter-bar.js';
import { isFiltered, type Filters } from '../search/filters.js';
import { SearchBar } from '../search/search-bar.js';
import { ViewSwitch } from '../table/view-switch.js';
import { StatusLine } from './status-line.js';
import type { ListedEmployees } from './use-employees.js';
import { formatNumber } from '../../../shared/format.js';
import { texts } from '../texts.js';

interface ToolsProps {
  readonly text: string;
  readonly people: ListedEmployees;
  readonly everybody: number;
  readonly filters: Filters;
  /** How many changes wait. */
  readonly held: number;
  readonly onText: (text: string, now?: boolean) => void;
  readonly onFilters: (filters: Filters) => void;
  readonly onRelease: () => void;
  readonly onLeave: () => void;
}

/** Search, filters and how many are shown; they stay in view above the list. */
export function DirectoryTools(props: ToolsProps) {
  const { text, people, everybody, filters, held, onText, onFilters, onRelease, onLeave } = props;
  const { search, found, shown } = people;
  const there = useStillThere(shown);
  return (
    <div className={styles.tools} data-stuck>
      <div className={styles.search} data-stuck>
        <SearchBar
          text={text}
          isLate={search.isLate}
          onText={onText}
          onSubmit={() => {
            onText(text, true);
            search.again();
          }}
          onClear={() => onText('', true)}
          onLeave={onLeave}
        />
        {held > 0 && (
          <button type="button" className={styles.held} onClick={onRelease}>
            {texts.newOnes(formatNumber(held))}
          </button>
        )}
      </div>
      <div className={styles.filters}>
        <FilterBar people={found} filters={filters} onChange={onFilters} />
        <StatusLine
          shown={there}
          added={shown.length - there}
          everybody={everybody}
          query={search.query}
          matches={search.ids && search.total}
          isFiltered={isFiltered(filters)}
        />
        <ViewSwitch />
      </div>
    </div>
  );
}
