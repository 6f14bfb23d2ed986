import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';

interface Patience {
  /** Milliseconds until it fails with what it saw last. */
  readonly timeout?: number;
  readonly interval?: number;
}

/** How long a wait may take on a busy machine; what holds at once costs nothing of it. */
const PATIENCE = { timeout: 15_000, interval: 50 };
// Taken now, before a test may fake the clock.
const now = performance.now.bind(performance);

/** Calls `attempt` until it does not throw. @throws what it threw last, once the time is over */
export async function waitFor<T>(
  attempt: () => T | Promise<T>,
  patience: Patience | number = {},
): Promise<T> {
  const given = typeof patience === 'number' ? { timeout: patience } : patience;
  const { timeout, interval } = { ...PATIENCE, ...given };
  const end = now() + timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (fault) {
      if (now() >= end) throw fault;
    }
    await sleep(interval);
  }
}

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>;

/** Calls `value` until it gives something true. */
export const waitUntil = <T>(
  value: () => T | Promise<T>,
  patience?: Patience | number,
): Promise<Truthy<T>> =>
  waitFor(async () => {
    const got = await value();
    if (!got) throw new Error(`It is still ${String(got)}.`);
    return got as Truthy<T>;
  }, patience);

type Matchers<T> = ReturnType<typeof expect<T>>['resolves'];
type AnyMatchers = Record<string, (...given: unknown[]) => void>;

/** `expect` of what `value` gives in the end: it is asked again until the matcher is content. */
export function poll<T>(value: () => T | Promise<T>, patience: Patience = {}): Matchers<T> {
  const matchers = (side: (expected: ReturnType<typeof expect<T>>) => unknown): object =>
    new Proxy(
      {},
      {
        get: (_, name: string) => {
          if (name === 'not') return matchers((expected) => expected.not);
          return (...given: unknown[]) =>
            waitFor(async () => {
              const expected = side(expect(await value())) as AnyMatchers;
              expected[name]!(...given);
            }, patience);
        },
      },
    );
  return matchers((expected) => expected) as Matchers<T>;
}
