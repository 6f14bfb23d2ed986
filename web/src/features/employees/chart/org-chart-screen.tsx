import { ChevronLeft } from 'lucide-react';
import { useShortcutHelp } from '../../../shared/shortcuts.js';
import { LinkButton } from '../../../shared/ui/button.js';
import { NoticePlace } from '../../../shared/ui/notice-place.js';
import { Page } from '../../../shared/ui/page.js';
import { Late } from '../../../shared/ui/skeleton.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { EmptyState, LoadingState } from '../../../shared/ui/states.js';
import { texts } from '../texts.js';
import { ChartView } from './chart-view.js';
import styles from './chart.module.css';
import { PrintTree } from './print-tree.js';
import { useChart } from './use-chart.js';

/** Who reports to whom. */
export default function OrgChartScreen() {
  const { chart, forest, error, reload } = useChart();
  useShortcutHelp([
    { keys: '↑ ↓', does: texts.keysMove },
    { keys: '← →', does: texts.chart.keysOpen },
    { keys: 'Enter', does: texts.chart.keysPerson },
  ]);
  return (
    <Page title={texts.chart.title}>
      <header className={styles.head}>
        <LinkButton href="/dashboard/employees" icon={ChevronLeft}>
          {texts.back}
        </LinkButton>
        <div className={styles.title}>
          <h1>{texts.chart.title}</h1>
          {chart && (
            <p className={styles.counts}>
              {texts.chart.counts(chart.people.length, chart.loops.length, chart.unresolved.length)}
            </p>
          )}
        </div>
        <NoticePlace at="heading" />
      </header>
      {forest && forest.byId.size > 0 ? (
        <>
          <ChartView forest={forest} />
          <PrintTree forest={forest} />
        </>
      ) : forest ? (
        <EmptyState title={texts.nobodyYet}>{texts.chart.nobodyHint}</EmptyState>
      ) : (
        <LoadingState title={texts.notLoaded} error={error} onRetry={reload}>
          <Late>
            <Spinner />
          </Late>
        </LoadingState>
      )}
    </Page>
  );
}
