import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../shared/ui/button.js';
import { Page } from '../../shared/ui/page.js';
import { EmptyState, ErrorState } from '../../shared/ui/states.js';
import { useUrlState } from '../../shared/use-url-state.js';
import styles from './audit.module.css';
import { EventList } from './event-list.js';
import { LogFilters } from './log-filters.js';
import type { LogEvent } from './log-event.js';
import { useFilter } from './use-filter.js';
import { useLog } from './use-log.js';
import { useNames } from './use-names.js';
import { VerifyLog } from './verify-log.js';

const EventDialog = lazy(() => import('./event-dialog.js'));
const none: readonly LogEvent[] = [];

export default function AuditScreen() {
  const [filter, setFilter, isFiltered] = useFilter();
  const log = useLog(filter);
  const known = useNames(log.events ?? none);
  const [position, setPosition] = useUrlState('event');
  const isEmpty = log.events?.length === 0 && !log.hasOlder && !log.isReading;

  return (
    <Page title="Log" narrow>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>Log</h1>
          <p className={styles.muted}>Everything that was ever changed, by whom and when.</p>
        </div>
        <div className={styles.actions}>
          <VerifyLog />
          <a href="/api/audit/export" download="feusa-log.ndjson" className={styles.export}>
            <Download size={17} strokeWidth={1.5} aria-hidden />
            Export the log
          </a>
        </div>
      </header>
      <LogFilters
        filter={filter}
        users={known.users}
        isFiltered={isFiltered}
        onChange={setFilter}
      />
      {log.error === undefined ? (
        <EventList log={log} known={known} onOpen={setPosition} />
      ) : (
        <ErrorState title="The log did not load" error={log.error} onRetry={log.retry} />
      )}
      {isEmpty && (
        <EmptyState
          title={isFiltered ? 'No event is like that' : 'Nothing has happened yet'}
          action={isFiltered && <Button onClick={() => setFilter({})}>Show all events</Button>}
        />
      )}
      <Suspense>
        {position && (
          <EventDialog
            position={position}
            events={log.events ?? none}
            known={known}
            onStream={(stream) => setFilter({ stream })}
            onClose={() => setPosition('')}
          />
        )}
      </Suspense>
    </Page>
  );
}
