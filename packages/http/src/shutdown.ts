import { stillClosing } from '@feusa/platform/closing';
import { toOperator } from '@feusa/platform/start-fault';

const PATIENCE_MS = 9500;

/**
 * Ends the program when it is asked to: what is starting gets started, then everything is closed in
 * order. A second request, or 9.5 s, ends it at once, and what was not closed by then is named.
 */
export function endOnSignals(
  started: Promise<() => Promise<void>>,
  patienceMs = PATIENCE_MS,
): void {
  let asked = 'the start';
  let ending = false;
  const giveUp = (why: string) => {
    console.error(`${why} before these were closed: ${stillClosing().join(', ') || asked}`);
    process.exit(1);
  };
  const end = () => {
    if (ending) return giveUp('Ended by a second signal');
    ending = true;
    setTimeout(() => giveUp(`Ended after ${patienceMs / 1000} s`), patienceMs).unref();
    // A start that fails is told by whoever started it.
    const tell = (fault: unknown) => {
      console.error(toOperator(fault));
      process.exit(1);
    };
    started.then(
      (close) => {
        asked = 'the service';
        close().then(() => process.exit(0), tell);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
