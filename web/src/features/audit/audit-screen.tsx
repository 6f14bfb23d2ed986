import { Download, Eye, GitCompareArrows, KeyRound, Package, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { goBack, isOpenedHere, stateOfOpened } from '../../shared/dialog-history.js';
import { saveAfterStepUp } from '../../shared/step-up/save.js';
import { useRecovery } from '../../shared/recovery.js';
import { RetryBanner } from '../../shared/ui/banner.js';
import { Anchor, Button } from '../../shared/ui/button.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { PhoneFold } from '../../shared/ui/phone-fold.js';
import { refusalIn } from '../../shared/api.js';
import { EmptyState, ErrorState } from '../../shared/ui/states.js';
import styles from './audit.module.css';
import { EventList } from './log/event-list.js';
import { SaveCsv } from './log/save-csv.js';
import { LogFilters } from './log/log-filters.js';
import { searchOf, useFilter } from './log/use-filter.js';
import { neighbours } from './log/neighbours.js';
import { queryOf, useLog } from './log/use-log.js';
import { useNames } from './use-names.js';
import { VerifyLog } from './proof/verify-log.js';
import { texts } from './texts.js';
import { exactTime } from '../../shared/format.js';
import { useSizeClass } from '../../shared/use-size.js';
import { sizeOf, useWitness } from './proof/use-witness.js';

/** What this browser itself can say of the log. */
function SeenLine() {
  const { state, seen, alarm } = useWitness();
  if (alarm) return null;
  if (state === 'unable') return <Line>{texts.cannotCheckLog}</Line>;
  if (state !== 'fine' || !seen) return null;
  const since = exactTime(Date.parse(seen.at));
  return (
    <Line>
      {texts.checkedOn}
      {since}
      {texts.noneAltered(sizeOf(seen))}
    </Line>
  );
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.seen}>
    <Eye size={16} strokeWidth={1.5} aria-hidden />
    <span>{children}</span>
  </p>
);

const ComparisonDialog = lazy(() => import('./comparison-dialog.js'));
const EventDialog = lazy(() => import('./event/event-dialog.js'));

const EVENT = 'event';

export default function AuditScreen() {
  const { filter, isFiltered, set: setFilter, add } = useFilter();
  const log = useLog(filter);
  const known = useNames(log.names, log.people);
  const { position = '' } = useParams<{ position?: string }>();
  const [, navigate] = useLocation();
  const search = searchOf(filter);
  const addressOf = (to: string) => `/log${to && `/${to}`}${search}`;
  const open = (to: string) => navigate(addressOf(to), { state: stateOfOpened(EVENT) });
  const stepTo = (to: string) =>
    navigate(addressOf(to), { replace: true, state: history.state as unknown });
  const [comparing, setComparing] = useState(false);
  useOldAddress();
  const refusal = refusalIn(log.error);
  const showAll = <Button onClick={() => setFilter({})}>{texts.showAllEvents}</Button>;

  return (
    <Page title={texts.log}>
      <div className={styles.screen}>
        <PageHeader title={texts.log} note={texts.intro}>
          <Tools>
            <Link href="/access-log" asChild>
              <Anchor icon={KeyRound}>{texts.accessLog}</Anchor>
            </Link>
            <VerifyLog />
            <Button icon={GitCompareArrows} onClick={() => setComparing(true)}>
              {texts.compareDataWithTheLog}
            </Button>
            <Export query={queryOf(filter)} />
            <SaveCsv query={queryOf(filter)} known={known} />
            <DownloadLink
              icon={Package}
              href="/api/audit/bundle"
              label={texts.downloadVerificationBundle}
            />
          </Tools>
        </PageHeader>
        <LogFilters
          filter={filter}
          known={known}
          isFiltered={isFiltered}
          onChange={add}
          onClear={() => setFilter({})}
        />
        {refusal ? (
          <EmptyState title={refusal.detail} action={showAll} />
        ) : log.error === undefined || log.count !== undefined ? (
          <>
            {log.error !== undefined && (
              <RestNotLoaded error={log.error} onRetry={() => log.rows.again()} />
            )}
            <EventList log={log} known={known} onOpen={open} />
          </>
        ) : (
          <ErrorState title={texts.theLogDidNotLoad} error={log.error} onRetry={log.retry} />
        )}
        {log.count === 0 && log.error === undefined && (
          <EmptyState
            title={isFiltered ? texts.noMatchingEvents : texts.nothingHasHappenedYet}
            action={isFiltered && showAll}
          />
        )}
        <SeenLine />
      </div>
      <Suspense>{comparing && <ComparisonDialog onClose={() => setComparing(false)} />}</Suspense>
      <Suspense>
        {position && (
          <EventDialog
            position={position}
            {...neighbours(log, position)}
            onGo={stepTo}
            onStream={(stream) => setFilter({ stream })}
            onClose={() => (isOpenedHere(EVENT) ? goBack() : stepTo(''))}
          />
        )}
      </Suspense>
    </Page>
  );
}

interface RestNotLoadedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What is on view stays, wherever somebody has scrolled. */
function RestNotLoaded({ error, onRetry }: RestNotLoadedProps) {
  useRecovery(error, onRetry);
  return (
    <RetryBanner tone="danger" onRetry={onRetry}>
      {texts.restDidNotLoad}
    </RetryBanner>
  );
}

/** Folded on phones, where they would fill half of the screen before the first event. */
function Tools({ children }: { readonly children: ReactNode }) {
  const isPhone = useSizeClass() === 0;
  const tools = <div className={styles.tools}>{children}</div>;
  return isPhone ? <PhoneFold label={texts.checkAndExport}>{tools}</PhoneFold> : tools;
}

/** Links to `?event=` were sent to others. */
function useOldAddress() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const event = new URLSearchParams(search).get('event');
  useEffect(() => {
    if (event) navigate(`/log/${event}`, { replace: true });
  }, [event, navigate]);
}

const Export = ({ query }: { readonly query: string }) => (
  <DownloadLink
    icon={Download}
    href={`/api/audit/export${query && `?${query}`}`}
    label={query ? texts.exportTheseEvents : texts.exportTheLog}
  />
);

interface DownloadLinkProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly label: string;
}

const DownloadLink = ({ icon, href, label }: DownloadLinkProps) => {
  const save = (event: MouseEvent) => {
    event.preventDefault();
    void saveAfterStepUp(href);
  };
  return (
    <Anchor icon={icon} href={href} download onClick={save}>
      {label}
    </Anchor>
  );
};
