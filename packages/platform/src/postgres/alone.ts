import { StartFault } from '../start-fault.js';
import { Candidate, type LeaderOptions } from './leader.js';

/** Longer than the database remembers a session that has fallen silent, ms. */
const PATIENCE_MS = 15_000;

/**
 * Does work that only one process may do at a time. The signal says that this process may no longer be
 * that one.
 * @throws StartFault where another process does it, and goes on
 */
export function alone<T>(
  options: Omit<LeaderOptions, 'lead'>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  let candidate: Candidate | undefined;
  const done = new Promise<T>((resolve, reject) => {
    const busy = new StartFault(`Another process does this already (${options.name}).`);
    const timer = setTimeout(() => reject(busy), PATIENCE_MS);
    const lead: LeaderOptions['lead'] = async (_client, lost) => {
      clearTimeout(timer);
      await work(lost).then(resolve, reject);
    };
    candidate = new Candidate({ ...options, lead });
  });
  return done.finally(() => candidate?.close());
}
