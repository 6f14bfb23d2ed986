import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of its time that a process works which nobody waits for. */
const IDLE = 0.1;

interface IdleOptions {
  /** How long it waits between two looks. */
  readonly lookMs: number;
  /** After so long it counts as idle, whatever it does. */
  readonly patienceMs: number;
}

/** Settles once this process has had next to nothing to do since the last look. Keeps no process alive. */
export async function whenIdle({ lookMs, patienceMs }: IdleOptions): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let last = performance.eventLoopUtilization(); performance.now() < until;) {
    await sleep(lookMs, undefined, { ref: false });
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, last).utilization <= IDLE) return;
    last = now;
  }
}
