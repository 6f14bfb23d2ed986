import type { LogEvent, LogPage } from './log-event.js';

/** Reads events after a position, oldest first, at most `limit`. */
export type ReadLog = (after: number, limit: number) => Promise<LogPage>;

export interface Older {
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** Everything after this position has been read; 0: the whole log. */
  readonly reached: number;
}

const LIMIT = 1000;
const WANTED = 100;

/**
 * The log is read forwards, a person reads it backwards: this takes stretches of it from the end, longer
 * ones where a filter finds little and shorter ones where it finds more than one answer can hold.
 */
export async function readBackwards(read: ReadLog, end: number): Promise<Older> {
  let reached = end;
  let length = WANTED;
  let events: readonly LogEvent[] = [];
  while (reached > 0 && events.length < WANTED) {
    const start = Math.max(0, reached - length);
    const { events: found, next } = await read(start, Math.min(length, LIMIT));
    const last = Number(found.at(-1)?.position ?? 0);
    const isWhole = next === null || last >= reached;
    if (!isWhole) {
      length = Math.max(1, Math.min(Math.floor(length / 4), LIMIT));
      continue;
    }
    const before = reached;
    events = [...events, ...found.filter((e) => Number(e.position) <= before).toReversed()];
    reached = start;
    length *= 4;
  }
  return { events, reached };
}
