/** What nobody can go beyond. The table of them in `docs/operations.md` is written from here. */
export interface Bound {
  readonly what: string;
  /** In the unit that `unit` begins with: bytes, MiB, ms, or a count of what it names. */
  readonly value: number;
  readonly unit: string;
  /** The time that `value` is counted in, where it is a rate. */
  readonly seconds: number;
  /** What whoever reaches it sees. */
  readonly answer: string;
  /** The setting that changes it; `value` is then its default. */
  readonly setting: string | undefined;
}

type Amount = readonly [value: number, unit: string, seconds?: number];

export const bound = (
  what: string,
  [value, unit, seconds = 0]: Amount,
  answer: string,
  setting?: string,
): Bound => ({ what, value, unit, seconds, answer, setting });

/** The answer where too much is waiting already. */
export const BUSY = '503 with `Retry-After`';

export const KIB = 1024;
export const GIB = 1024 ** 3;
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
