import type { Alarm, Seen } from './witness.js';

/** What this browser remembers of the log, until somebody clears its storage. */

const SEEN = 'feusa.log-seen';
const ALARM = 'feusa.log-alarm';

function read<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const lastSeen = (): Seen | null => read<Seen>(SEEN);
export const keepSeen = (seen: Seen): void => localStorage.setItem(SEEN, JSON.stringify(seen));

/** Stays until somebody decides, also where the log has become what it was again. */
export const lastAlarm = (): Alarm | null => read<Alarm>(ALARM);
export const keepAlarm = (alarm: Alarm | null): void =>
  alarm ? localStorage.setItem(ALARM, JSON.stringify(alarm)) : localStorage.removeItem(ALARM);
