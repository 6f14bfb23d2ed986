/** A clock that is behind the log by more than this is taken at its word: the log was written by one far ahead. */
const BEHIND_MS = 24 * 3_600_000;

/**
 * When an event is said to have happened, ISO-8601: what the clock says, but never before the event that it follows,
 * so that `?at=` a time answers what people saw then, also where a clock was behind or those of two services differ.
 * A clock that is behind by more than a day is believed all the same: one event that was stamped a year ahead would
 * hold the times of all others still for a year.
 */
export function stampAfter(previous: string | undefined, now = Date.now()): string {
  const behindMs = previous === undefined ? 0 : Date.parse(previous) - now;
  const isHeld = behindMs > 0 && behindMs <= BEHIND_MS;
  return new Date(isHeld ? now + behindMs : now).toISOString();
}
