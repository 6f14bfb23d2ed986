import { stillClosing } from '@feusa/platform/closing';
import { endWith } from '@feusa/platform/start-fault';

const PATIENCE_MS = 9500;

/** One Ctrl-C comes twice under npm: from the terminal, and passed on by npm. */
const SAME_REQUEST_MS = 1000;

/**
 * Ends the program when it is asked to: what is starting gets started, then everything is closed in
 * order. A second request a second later or more, or 9.5 s, ends it at once, and what was not closed by then is
 * named.
 */
export function endOnSignals(
  started: Promise<() => Promise<void>>,
  patienceMs = PATIENCE_MS,
): void {
  let asked = 'the start';
  let askedAt: number | undefined;
  const giveUp = (why: string) => {
    console.error(`${why} before these were closed: ${stillClosing().join(', ') || asked}`);
    process.exit(1);
  };
  const end = () => {
    const now = performance.now();
    if (askedAt !== undefined) {
      if (now - askedAt >= SAME_REQUEST_MS) giveUp('Ended by a second signal');
      return;
    }
    askedAt = now;
    setTimeout(() => giveUp(`Ended after ${patienceMs / 1000} s`), patienceMs).unref();
    // A start that fails is told by whoever started it.
    started.then(
      (close) => {
        asked = 'the service';
        close().then(() => process.exit(0), endWith);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
