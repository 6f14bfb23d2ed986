import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServiceProcess } from '@feusa/cluster/service-process';
import type { Report } from '../report.js';
import type { Span } from './waits.js';

const run = promisify(execFile);

/** How much of the time memory may still grow: caches fill, the collector finds its pace. */
const SETTLING_SHARE = 1 / 6;
/** What a service may have more at the end than once it had settled. */
const SLACK_MIB = 40;
const SLACK_SHARE = 1.15;

/** Resident memory of each service over time. */
export class Memory {
  private readonly seen = new Map<string, { readonly at: number; readonly mib: number }[]>();

  constructor(private readonly services: readonly ServiceProcess[]) {}

  /** Takes down what each service has now. */
  async look(): Promise<void> {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,rss=']);
    const kib = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
    );
    const at = Date.now();
    for (const { name, pid } of this.services) {
      const rss = pid === undefined ? undefined : kib.get(pid);
      if (rss !== undefined) this.of(name).push({ at, mib: rss / 1024 });
    }
  }

  /** The median of a service in a span of time, MiB; times in ms since 1970. */
  median(name: string, from: number, to: number): number {
    const values = this.of(name)
      .filter(({ at }) => at >= from && at <= to)
      .map(({ mib }) => mib)
      .sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  }

  get names(): readonly string[] {
    return this.services.map(({ name }) => name);
  }

  private of(name: string) {
    const list = this.seen.get(name) ?? [];
    this.seen.set(name, list);
    return list;
  }
}

/** A line for each service; one that grows once it had settled is a violation. */
export function judgeMemory(memory: Memory, report: Report, { from, to }: Span): readonly string[] {
  const part = (to - from) * SETTLING_SHARE;
  return memory.names.map((name) => {
    const settled = Math.round(memory.median(name, from + part, from + 2 * part));
    const last = Math.round(memory.median(name, to - part, to));
    const said = `${settled} MiB after ${minutesOf(part)}, ${last} MiB after ${minutesOf(to - from)}`;
    report.expect(last <= settled * SLACK_SHARE + SLACK_MIB, `${name}: its memory grows, ${said}`);
    return `${name.padEnd(12)} ${said}`;
  });
}

const minutesOf = (ms: number) => `${Number((ms / 60_000).toFixed(1))} minutes`;
