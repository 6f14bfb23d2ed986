import type { FindPage } from '@feusa/contracts/find';
import { useState, type FocusEvent, type PointerEvent } from 'react';
import { ApiError } from '../../shared/api.js';
import { KindFilter } from '../../shared/find/kind-filter.js';
import { Button } from '../../shared/ui/button.js';
import { TextField, SelectField } from '../../shared/ui/field.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { EmptyState, LoadingState } from '../../shared/ui/states.js';
import { useUrlState } from '../../shared/use-url-state.js';
import styles from './find.module.css';
import { useHeldResults } from './hold-results.js';
import { Result } from './result.js';
import { texts } from './texts.js';
import { useFind } from './use-find.js';
import { findKinds, findTimes, isFindTime, type FindTime } from '../../shared/find/find.js';

/** What a list tells of who points at it. */
interface PointingOf {
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
}

/** Whether the pointer or the focus is on something in a list. */
function usePointing() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const of: PointingOf = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
  return { isPointing: pointed || focused, of };
}

interface TimeFilterProps {
  readonly when: string;
  readonly onWhen: (when: FindTime | '') => void;
}

/** How long ago what is looked for was changed at most. */
const TimeFilter = ({ when, onWhen }: TimeFilterProps) => (
  <SelectField
    label={texts.changed}
    value={isFindTime(when) ? when : ''}
    onChange={({ target: { value } }) => onWhen(isFindTime(value) ? value : '')}
  >
    <option value="">{texts.anyTime}</option>
    {(Object.keys(findTimes) as FindTime[]).map((each) => (
      <option key={each} value={each}>
        {texts.times[each]}
      </option>
    ))}
  </SelectField>
);

/** Whether the folder to look in is none, or none any more. */
const isNoFolder = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || 'in' in error.fields);

/** Everything that is found by some words; the address says which. */
export default function FindScreen() {
  const [q, setQ] = useUrlState('q');
  const [asked, setKind] = useUrlState('kind');
  const kind = findKinds.find((each) => each === asked) ?? '';
  const [folder, setFolder] = useUrlState('in');
  const [when, setWhen] = useUrlState('when');
  const pointing = usePointing();
  const found = useFind({ q, kind, folder, when });
  const { error, isLoading, isEmpty } = found;
  const { page, waiting, gone, release } = useHeldResults(
    ...([found.page, found.search, pointing.isPointing] as const),
  );
  return (
    <Page title={q ? `${q} – ${texts.title}` : texts.title}>
      <PageHeader title={texts.title} note={texts.intro} />
      <search className={styles.box}>
        <TextField
          label={texts.searchFor}
          type="search"
          value={q}
          maxLength={500}
          autoFocus
          onChange={(event) => setQ(event.target.value)}
        />
        <div className={styles.bar}>
          <KindFilter counts={page?.counts} kind={kind} onKind={setKind} />
          <TimeFilter when={when} onWhen={setWhen} />
        </div>
        {folder && (
          <p className={styles.status}>
            {texts.onlyInThisFolder}{' '}
            <Button tone="quiet" small onClick={() => setFolder('')}>
              {texts.everywhere}
            </Button>
          </p>
        )}
      </search>
      <div className={styles.summary}>
        <p role="status" className={styles.status}>
          {!isEmpty && (isLoading ? texts.searching : page && texts.found(shownOf(page, kind)))}
        </p>
        {waiting > 0 && (
          <Button small onClick={release}>
            {texts.waiting(waiting)}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <EmptyState title={texts.typeSomething}>{texts.intro}</EmptyState>
      ) : page ? (
        <Results
          {...{ page, q, gone, pointing: pointing.of }}
          onMore={found.readMore}
          onEverything={() => setKind('')}
        />
      ) : (
        <NoPage error={error} onRetry={() => void found.reload()} />
      )}
    </Page>
  );
}

const sumOf = ({ counts }: FindPage) => Object.values(counts).reduce((sum, each) => sum + each, 0);
const shownOf = (page: FindPage, kind: string) =>
  kind in page.counts ? page.counts[kind as keyof FindPage['counts']] : sumOf(page);

interface ResultsProps {
  readonly page: FindPage;
  readonly q: string;
  readonly gone: ReadonlySet<string>;
  readonly pointing: PointingOf;
  readonly onMore: () => void;
  readonly onEverything: () => void;
}

function Results({ page, q, gone, pointing, onMore, onEverything }: ResultsProps) {
  const { hits, next } = page;
  if (hits.length === 0 && sumOf(page) > 0)
    return (
      <EmptyState
        title={texts.nothingOfThisKind}
        action={<Button onClick={onEverything}>{texts.showEverything}</Button>}
      />
    );
  if (hits.length === 0)
    return <EmptyState title={texts.nothing(q)}>{texts.nothingHint}</EmptyState>;
  return (
    <>
      {hits[0]?.missing && <p className={styles.status}>{texts.closest}</p>}
      <ul aria-label={texts.results} className={styles.list} {...pointing}>
        {hits.map((hit) => (
          <Result key={hit.id} hit={hit} isGone={gone.has(hit.id)} />
        ))}
      </ul>
      {next !== null && (
        <Button className={styles.more ?? ''} onClick={onMore}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

interface NoPageProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What stands there before the first answer, or why there is none. */
const NoPage = ({ error, onRetry }: NoPageProps) =>
  isNoFolder(error) ? (
    <EmptyState title={texts.folderNotFound}>{texts.folderGone}</EmptyState>
  ) : (
    <LoadingState title={texts.couldNotSearch} error={error} onRetry={onRetry}>
      <Bones />
    </LoadingState>
  );

const Bones = () => (
  <div aria-hidden>
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} style={{ height: 62, marginTop: 12 }} />
    ))}
  </div>
);
