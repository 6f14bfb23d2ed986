import { formatNumber } from '../format.js';
import { Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import styles from './comparison.module.css';
import { Found } from './found.js';
import { useComparison } from './use-comparison.js';
import { texts } from '../texts.js';

const stages = {
  events: (done: number, of: number) => texts.replaying(formatNumber(done), of),
  'search-index': () => texts.lookingThroughTheSearchIndex,
  files: (done: number, of: number) => texts.readingFiles(formatNumber(done), formatNumber(of)),
} as const;

/** Whether what people see is what a replay of the log makes: the last time, and now. */
export function Comparison() {
  const { report, busy, step, fault, start, stop } = useComparison();
  return (
    <div className={styles.comparison}>
      <div className={styles.buttons}>
        {busy ? (
          <Button onClick={stop}>{texts.stop}</Button>
        ) : (
          <>
            <Button onClick={() => start('rows')}>{texts.compareNow}</Button>
            <Button onClick={() => start('files')}>{texts.readEveryFileToo}</Button>
          </>
        )}
      </div>
      {fault !== undefined && <Failure text={texts.comparisonBroke} error={fault} />}
      {report ? (
        <Found report={report} />
      ) : (
        fault === undefined && (
          <p className={styles.muted}>
            {report === null ? texts.neverCompared : texts.readingTheLastResult}
          </p>
        )
      )}
      {busy && (
        <div className={styles.progress}>
          <p id="comparison-step">
            {step ? stages[step.stage](step.done, step.of) : texts.beginning}
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
