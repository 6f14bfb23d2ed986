import { setTimeout as sleep } from 'node:timers/promises';

/**
 * For tests of faults: `FEUSA_FAIL_AT=append.after_commit:kill` makes this process fail at a named place.
 * `kill` ends it there as a power cut would, `stop:MS` waits there each time, `throw` throws there.
 * Several are parted by commas.
 */
const armed = new Map(
  (process.env['FEUSA_FAIL_AT'] ?? '')
    .split(',')
    .map((each) => each.trim().split(':'))
    .map(([name = '', mode = 'kill', ms]) => [name, { mode, ms: Number(ms) }] as const),
);

export const isArmed = (name: string): boolean => armed.has(name);

/** Fails here where that is wanted; otherwise nothing at all. */
export function failpoint(name: string): Promise<void> | undefined {
  const failure = armed.get(name);
  return failure && fail(name, failure);
}

async function fail(name: string, { mode, ms }: { mode: string; ms: number }): Promise<void> {
  if (mode === 'stop') return sleep(ms);
  if (mode === 'throw') throw new Error(`failpoint ${name}`);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}
