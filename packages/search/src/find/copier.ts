import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { compareAndCopy, type Copied, type CopySource, type CopyTarget } from './copied.js';

const LOOK_MS = 500;
const REST_MS = 5000;
const AT_ONCE = 100;
/** Revisions are given before they are committed: so long they are looked for again. */
const LATE_MS = 10_000;
/** What may have been on its way while all was compared. */
const UNCOMMITTED = 1000;
const COMPARE_MS = 600_000;

interface CopierOptions {
  readonly source: CopySource;
  readonly target: CopyTarget & { prepare(): Promise<void> };
  readonly log: Pick<Logger, 'warn'>;
  readonly lookMs?: number;
}

/** Keeps a copy of the index in step, for one of all workers: compares all at first, then follows revisions. */
export class DocumentCopier {
  /** Why nothing is copied; undefined while all is well. */
  fault: string | undefined;
  /** Entries that were not what they should be, at any comparison but a first. */
  repaired = 0;
  /** What was seen, by when: revisions before those of some time ago are all there. */
  private seen: { readonly at: number; readonly revision: number }[] = [];
  private readonly written = new Map<string, number>();
  private comparedAt = -Infinity;

  constructor(private readonly options: CopierOptions) {}

  /** Until the signal. */
  async run(stopped: AbortSignal): Promise<void> {
    this.comparedAt = -Infinity;
    while (!stopped.aborted) {
      const isIdle = await this.look().catch((fault: unknown) => {
        if (stopped.aborted) return true;
        this.comparedAt = -Infinity;
        this.fault = (fault as Error).message;
        this.options.log.warn({ err: fault }, 'documents wait to be copied into the search engine');
        return undefined;
      });
      if (isIdle !== false) {
        const ms = isIdle ? (this.options.lookMs ?? LOOK_MS) : REST_MS;
        await sleep(ms, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  }

  /** Copies some of what is new; says whether there is nothing more. */
  async look(): Promise<boolean> {
    if (performance.now() - this.comparedAt > COMPARE_MS) await this.compare();
    const { source, target } = this.options;
    const some = await source.copiesAfter(this.settled(), AT_ONCE + this.written.size);
    const fresh = some.filter(({ id, revision }) => this.written.get(id) !== revision);
    if (fresh.length > 0) await this.copy(fresh.slice(0, AT_ONCE));
    if (fresh.length <= AT_ONCE && fresh.length > 0) {
      await target.refresh();
      await source.saveCopied(this.newest());
    }
    this.fault = undefined;
    return fresh.length <= AT_ONCE;
  }

  private async copy(entries: readonly Copied[]): Promise<void> {
    await this.options.target.write(entries);
    for (const { id, revision } of entries) this.written.set(id, revision);
    this.saw(Math.max(...entries.map(({ revision }) => revision)));
  }

  private async compare(): Promise<void> {
    const { source, target } = this.options;
    const isFirst = this.comparedAt === -Infinity;
    await target.prepare();
    const newest = await source.newestRevision();
    const differing = await compareAndCopy(source, target);
    if (!isFirst) this.repaired += differing;
    this.seen = [{ at: performance.now(), revision: Math.max(0, newest - UNCOMMITTED) }];
    await source.saveCopied(newest);
    this.comparedAt = performance.now();
  }

  private saw(revision: number): void {
    const newest = Math.max(revision, this.newest());
    this.seen.push({ at: performance.now(), revision: newest });
  }

  private newest(): number {
    return this.seen.at(-1)?.revision ?? 0;
  }

  /** Up to where nothing comes late any more; what is older need not be remembered. */
  private settled(): number {
    const since = performance.now() - LATE_MS;
    const last = this.seen.findLastIndex(({ at }) => at < since);
    if (last > 0) this.seen = this.seen.slice(last);
    const from = this.seen[0]?.revision ?? 0;
    for (const [id, written] of this.written) if (written <= from) this.written.delete(id);
    return from;
  }
}
