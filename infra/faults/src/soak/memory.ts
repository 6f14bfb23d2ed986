import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServiceProcess } from '@feusa/cluster/service-process';

const run = promisify(execFile);

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
