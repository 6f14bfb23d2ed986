import type { Snapshot } from './log-rows.js';

const POSITION = /^\d{1,15}$/;

interface Neighbours {
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** The events beside one in the list, where it is on it; else in the log, or at its end. */
export function neighbours(
  log: Pick<Snapshot, 'count' | 'indexOf' | 'positionAt' | 'at'>,
  position: string,
): Neighbours {
  if (!POSITION.test(position)) return { newer: undefined, older: undefined };
  const { count = 0 } = log;
  const index = log.indexOf(position);
  const at = (row: number) => (row < 0 || row >= count ? undefined : log.positionAt(row));
  if (index >= 0 && index < count) return { newer: at(index - 1), older: at(index + 1) };
  const number = Number(position);
  const newest = Number(log.at(0)?.position ?? 0);
  const older = Math.min(number - 1, newest);
  return {
    newer: number < newest ? String(number + 1) : undefined,
    older: older > 0 ? String(older) : undefined,
  };
}
