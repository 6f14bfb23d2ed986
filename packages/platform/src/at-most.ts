import { refuse } from '@feusa/contracts/refusals';

/** Runs at most `limit` pieces of work at once, and lets `most` more wait in order. */
export function atMost(limit: number, most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** @throws Refusal 'busy' where too many wait */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= most) refuse('busy');
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
