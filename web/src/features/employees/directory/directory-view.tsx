import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
  type ComponentProps,
} from 'react';
import { useAction } from '../../../shared/actions.js';
import { draftOf } from '../../../shared/drafts.js';
import { useSession } from '../../../shared/session.js';
import { useShortcutHelp } from '../../../shared/shortcuts.js';
import { isFocusFree } from '../../../shared/free-focus.js';
import { usePast } from '../../../shared/past.js';
import { usePatience } from '../../../shared/use-patience.js';
import { useTitle } from '../../../shared/ui/page.js';
import { fullName } from '../commands.js';
import { csvAddress } from './export-address.js';
import { DirectoryHead } from './directory-head.js';
import { DirectoryTools } from './directory-tools.js';
import type { Directory } from './directory.js';
import styles from './directory-view.module.css';
import { isFiltered, noFilters } from '../search/filters.js';
import { letterIndex, letterOf } from '../grid/grid.js';
import { LetterRail } from '../grid/letter-rail.js';
import { ownIds } from '../../../shared/own-changes.js';
import { SelectedBar } from '../table/selected-bar.js';
import { useEmployeeSelection, useSorted } from '../table/use-table.js';
import { EmployeeDialogs, type Task } from '../detail/employee-dialogs.js';
import { PrintList } from './print-list.js';
import { SearchNotes } from '../search/search-bar.js';
import {
  keepAnchor,
  stuckBottom,
  useScrollMemory,
  useTopOfList,
  type GridHandle,
} from '../grid/scroll.js';
import { useAttention } from './use-attention.js';
import { useDirectoryUrl } from './use-directory-url.js';
import { useHeldRows, type Row } from './use-held-rows.js';
import { useEmployees } from './use-employees.js';
import { texts } from '../texts.js';
import type { Selection } from '../../../shared/selection.js';
import { EmployeeGrid } from '../grid/employee-grid.js';
import { NoEmployees } from './no-employees.js';

const WRITE_MS = 250;

/** The text of the search box; the address follows, and Back brings an older one. */
function useSearchText(
  q: string,
  write: (q: string) => void,
): [string, (text: string, now?: boolean) => void] {
  const [text, setText] = useState(q);
  const written = useRef(q);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

  const set = (next: string, now = false) => {
    setText(next);
    clearTimeout(timer.current);
    const store = () => {
      written.current = next.trim() === '' ? '' : next;
      write(next);
    };
    if (now) store();
    else timer.current = window.setTimeout(store, WRITE_MS);
  };
  return [text, set];
}

const EmployeeTable = lazy(() => import('../table/employee-table.js'));

interface ListProps {
  readonly inList: Omit<ComponentProps<typeof EmployeeGrid>, 'label'>;
  readonly isTable: boolean;
  readonly selection: Selection;
  readonly nobody: ComponentProps<typeof NoEmployees>;
}

/** The people as cards or in a table, or why there is nobody. */
function EmployeeList({ inList, isTable, selection, nobody }: ListProps) {
  if (inList.rows.length === 0) return <NoEmployees {...nobody} />;
  if (!isTable) return <EmployeeGrid {...inList} label={texts.ourStaff} />;
  return (
    <Suspense>
      <EmployeeTable {...inList} selection={selection} />
    </Suspense>
  );
}

const AFTER_DIALOG_MS = 60;

/** When the last dialog closes and its button is gone, the focus returns to where the person stood. */
function useFocusBack(
  rows: readonly Row[],
  personId: string | null,
  isBusy: boolean,
  grid: RefObject<GridHandle | null>,
): void {
  const last = useRef(-1);
  useEffect(() => {
    const index = personId ? rows.findIndex(({ person }) => person.id === personId) : -1;
    if (index >= 0) last.current = index;
  }, [rows, personId]);

  const isOpen = personId !== null || isBusy;
  useEffect(() => {
    if (isOpen || last.current < 0) return;
    const timer = setTimeout(() => {
      if (isFocusFree()) grid.current?.focusAt(last.current);
      last.current = -1;
    }, AFTER_DIALOG_MS);
    return () => clearTimeout(timer);
  }, [isOpen, grid]);
}

const ImportDialog = lazy(() => import('../import/import-dialog.js'));

interface DirectoryViewProps {
  readonly directory: Directory;
  /** What the server has not accepted yet. */
  readonly saving: ReadonlySet<string>;
  readonly position: string | undefined;
  /** What stands there until it is known whom the address looks for. */
  readonly loading: ReactElement;
}

/** A rail for a list that is shorter than this would jump nowhere. */
const RAIL_FROM = 40;

/** The form that was open when the session ended. */
function unfinished(person: string | null): Task {
  if (draftOf('employee:new') !== undefined) return 'add';
  return person !== null && draftOf(`employee:${person}`) !== undefined ? 'edit' : null;
}

interface ImportingProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const Importing = ({ isOpen, onClose }: ImportingProps) =>
  isOpen ? (
    <Suspense>
      <ImportDialog onClose={onClose} />
    </Suspense>
  ) : null;

export function DirectoryView({ directory, saving, position, loading }: DirectoryViewProps) {
  const { isAdmin } = useSession();
  const url = useDirectoryUrl();
  const [text, setText] = useSearchText(url.q, (q) => url.change({ q }));
  const people = useEmployees(directory, position, text, url.filters);
  const { search, shown, list } = people;
  const isWaiting = usePatience(search.isAwaited);
  const [isImporting, setImporting] = useState(false);
  const at = usePast();
  const [task, setTask] = useState<Task>(() => unfinished(url.person));
  const grid = useRef<GridHandle>(null);
  const { attention, listProps, onView, first } = useAttention();
  const own = useMemo(() => new Set(ownIds()), [saving, directory]);
  const { isTable, sorted, order } = useSorted(shown);
  const { rows, held, release } = useHeldRows(sorted, {
    ...{ list: `${list} ${order}`, directory, attention, own },
  });
  const { selection, selected } = useEmployeeSelection(rows, isTable);
  const letters = useMemo(() => letterIndex(shown), [shown]);
  const top = useTopOfList(list);
  useScrollMemory(text.trim() === '' || search.ids !== null, grid);
  useFocusBack(rows, url.person, task !== null, grid);
  useAction('employee.add', texts.addNewEmployee, () => setTask('add'), isAdmin);
  useShortcutHelp([
    { keys: 'A a b c', does: texts.keysJump },
    { keys: '← ↑ → ↓', does: texts.keysMove },
  ]);
  const open = url.person ? directory.byId.get(url.person) : undefined;
  useTitle(open ? texts.titleOf(fullName(open)) : texts.employees);

  const inList = { ref: grid, rows, terms: people.terms, saving, onOpen: url.open, onView };
  const person = rows[first]?.person;
  const hasRail = [!isTable, search.ids === null, shown.length >= RAIL_FROM].every(Boolean);
  useEffect(() => {
    if (search.hasMore && first + 60 > shown.length) search.more();
  }, [first, shown.length, search.hasMore]);

  if (isWaiting) return loading;
  return (
    <>
      <DirectoryHead
        people={shown}
        csv={csvAddress({ search, filters: url.filters, at })}
        onAdd={() => setTask('add')}
        onImport={() => setImporting(true)}
      />
      <DirectoryTools
        text={text}
        people={people}
        everybody={directory.rows.length}
        filters={url.filters}
        held={held}
        onText={setText}
        onFilters={(filters) => url.change({ filters })}
        onRelease={release}
        onLeave={() => grid.current?.focusAt(0)}
      />
      <SearchNotes search={search} onAgain={search.again} />
      <div ref={top} className={styles.body} data-rail={hasRail || undefined} {...listProps}>
        <EmployeeList
          inList={inList}
          isTable={isTable}
          selection={selection}
          nobody={{
            query: search.ids ? search.query : '',
            isFiltered: isFiltered(url.filters),
            onClear: () => setText('', true),
            onAllFilters: () => url.change({ filters: noFilters }),
            onAdd: isAdmin ? () => setTask('add') : undefined,
          }}
        />
        {hasRail && (
          <LetterRail
            index={letters}
            current={person ? letterOf(person.firstName) : ''}
            onJump={(index) => keepAnchor({ index, past: -stuckBottom() - 8 }, grid)}
          />
        )}
      </div>
      <SelectedBar people={selected} selection={selection} directory={directory} />
      <PrintList people={selected.length > 0 ? selected : sorted} />
      <Importing isOpen={isImporting} onClose={() => setImporting(false)} />
      <EmployeeDialogs
        directory={directory}
        personId={url.person}
        task={task}
        onTask={setTask}
        onPerson={url.open}
        onClose={() => {
          setTask(null);
          url.close();
        }}
      />
    </>
  );
}
