import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from './outcome.js';
import { endPostmaster, interrupt, type Launch, type Postmaster } from './postmaster.js';
import { adoptOrStart } from './start.js';

const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
const SETTLED = 60_000;

export interface Reports {
  /** Called with a line on what happens to the server after its start. */
  log: (line: string) => void;
  /** Called whenever the server ended without being told to; it is being restarted then. */
  onExit?: () => void;
}

/**
 * Restarts the server on the same port whenever it ends, with a growing delay.
 * @returns ends the restarting and the server; it never rejects
 */
export const supervise = (launch: Launch, first: Postmaster, { log, onExit }: Reports) => {
  const stopping = new AbortController();
  let current = first;
  let running = true;

  const watch = async (): Promise<void> => {
    for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      const since = performance.now();
      await current.ended;
      running = false;
      if (stopping.signal.aborted) return;
      if (performance.now() - since > SETTLED) delay = FIRST_DELAY;
      log('PostgreSQL ended unexpectedly; starting it again');
      onExit?.();
      await restart(delay);
      if (stopping.signal.aborted) return endPostmaster(current);
    }
  };

  const restart = async (delay: number) => {
    for (; !stopping.signal.aborted; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      await sleep(delay, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      try {
        current = (await adoptOrStart(launch, first.port, stopping.signal)).postmaster;
        running = true;
        return log('PostgreSQL is running again');
      } catch (error) {
        if (!stopping.signal.aborted) log(reason(error));
      }
    }
  };

  // for a process that exits without stopping us, as after an uncaught error
  const onProcessExit = () => running && interrupt(current);
  process.once('exit', onProcessExit);
  const watching = watch();
  return async () => {
    process.off('exit', onProcessExit);
    stopping.abort();
    await endPostmaster(current);
    await watching;
  };
};
