import { counted, formatNumber } from '../format.js';
import { Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import styles from './comparison.module.css';
import { Found } from './found.js';
import { useComparison } from './use-comparison.js';

const stages = {
  events: (done: number, of: number) =>
    `Replaying the log: ${formatNumber(done)} of ${counted(of, 'event')}`,
  'search-index': () => 'Looking through the search index',
  files: (done: number, of: number) =>
    `Reading files: ${formatNumber(done)} of ${formatNumber(of)}`,
} as const;

/** Whether what people see is what a replay of the log makes: the last time, and now. */
export function Comparison() {
  const { report, busy, step, fault, start, stop } = useComparison();
  return (
    <div className={styles.comparison}>
      <div className={styles.buttons}>
        {busy ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            <Button onClick={() => start('rows')}>Compare now</Button>
            <Button onClick={() => start('files')}>Read every file too</Button>
          </>
        )}
      </div>
      {fault !== undefined && (
        <Failure text="The comparison did not come to an end." error={fault} />
      )}
      {report ? (
        <Found report={report} />
      ) : (
        fault === undefined && (
          <p className={styles.muted}>
            {report === null
              ? 'Nothing was compared since the start.'
              : 'Reading the last result …'}
          </p>
        )
      )}
      {busy && (
        <div className={styles.progress}>
          <p id="comparison-step">
            {step ? stages[step.stage](step.done, step.of) : 'Beginning …'}
          </p>
          <progress
            aria-labelledby="comparison-step"
            max={step?.of ?? 1}
            {...(step && step.stage !== 'search-index' && { value: step.done })}
          />
        </div>
      )}
    </div>
  );
}
