import type { jest } from '@jest/globals';

type Config = Exclude<Parameters<typeof jest.useFakeTimers>[0], undefined>;
type Api = 'setTimeout' | 'setInterval';

const others = [
  ...['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'],
  ...['setImmediate', 'clearImmediate'],
] as const;

/** Fakes one kind of timer and leaves all other time real. */
export const only = (api: Api, config: object = {}): Config => {
  const kept = api === 'setTimeout' ? 'Interval' : 'Timeout';
  return { ...config, doNotFake: [...others, `set${kept}`, `clear${kept}`] } as Config;
};
