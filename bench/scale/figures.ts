/** Measured; what is in `docs` stands there, `quiet` is a run on a quiet machine whose figures docs/scale.md names. */
export const measured = {
  commands: { quiet: { 1: 2549, 16: 6052, 64: 8146 }, busy: 4390, distributed: 1987 },
  /** Answers a second of services apart on one machine: docs/performance-distributed.md. */
  reads: { folder: 1085, page: 2206, person: 6329 },
  search: { prefix: 300, typo: 52.5 },
  /** Server cores for 10,000 pushes a second to 200 screens, of the product and of its floor. */
  pushes: { product: 0.61, floor: 0.09, rate: 10_000 },
  /** ms, of a search for documents among 100,000. */
  find: { p50: 248, p95: 519 },
  /** ms from a command to a screen of services apart. */
  toScreen: 17.32,
  /** ms in the median, of a folder and of a page of people. */
  twoReads: 10.97 + 6.21,
  /** Events a second. */
  replay: 29_921,
  verify: 75_464,
  rows: 180_520,
  /** Bytes an event, in the log, the history projection, and the trail by which the log is searched. */
  bytes: { log: 1090, past: 183, trail: 813 },
  /** MiB a second of files of 1 MiB and of 100 MiB, by the services apart, and of nginx. */
  download: { small: 26, large: 224, nginx: 911 },
} as const;

/** Guessed: what people do. A day has 8 hours, and its busiest minutes `peak` times their mean. */
export const guessed = {
  people: 100_000,
  workingDays: 250,
  seconds: 8 * 3600,
  peak: 4,
  aDay: { changes: 1, reads: 80, searches: 20, finds: 1, downloads: 4 },
  /** Of the reads. */
  reads: { folder: 0.4, page: 0.2, person: 0.4 },
  typos: 0.1,
  /** Of the changes; the rest is watched by `watching.folder` screens. */
  ofEmployees: 0.2,
  watching: { employees: 10_000, folder: 50 },
} as const;

/** Assumed: euros a month, taxes left out; not a provider's list. */
export const prices = {
  small: 10,
  medium: 25,
  large: 60,
  storedTb: 6,
  sentTb: 1,
  cdnTb: 10,
} as const;

/** A second, in the busiest minutes. */
export const peakOf = (aDay: number): number =>
  (guessed.people * aDay * guessed.peak) / guessed.seconds;
