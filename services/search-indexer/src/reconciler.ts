import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteSearchIndex } from '@feusa/search/port';
import type { Logger } from 'pino';
import { compareIndex, FLAWS, type Difference, type Flaw } from '@feusa/search/compare';
import { Expectations, type Log } from '@feusa/search/expectations';
import { REMOVALS } from '@feusa/search/person-changes';
import { repair } from './repair.js';

const HOUR_MS = 3_600_000;
const SHOWN = 20;

export interface ReconcilerOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Between two looks, ms. */
  readonly everyMs?: number;
  /** How long what is on its way may still be, ms. */
  readonly settleMs?: number;
  /** How long a removal is kept in the index, ms: it answers late writes of the removed person. */
  readonly keepMs?: number;
}

/**
 * Finds what the index lost, or never got, by comparing it with the log, and repairs just that. One of
 * all workers runs it at a time.
 */
export class Reconciler {
  /** Documents repaired so far, by what was wrong with them. */
  readonly repaired: Record<Flaw, number> = Object.fromEntries(
    FLAWS.map((flaw) => [flaw, 0]),
  ) as Record<Flaw, number>;
  /** Why the last look failed; undefined while all is well. */
  fault: string | undefined;
  /** Both tallies at the last comparison that could repair nothing: no use in doing it again. */
  private hopeless: string | undefined;
  private purgedTo = '';
  private logTally: { of: string; is: Awaited<ReturnType<Log['tallyLatest']>> } | undefined;

  constructor(
    private readonly index: RemoteSearchIndex,
    private readonly store: Log,
    private readonly options: ReconcilerOptions,
  ) {}

  /** Looks again and again until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    let upTo: number | undefined;
    while (!signal.aborted) {
      try {
        upTo = await this.look(upTo, signal);
        this.fault = undefined;
      } catch (err) {
        if (signal.aborted) return;
        this.fault = (err as Error).message;
        this.options.log.warn({ err }, 'search index not compared');
      }
      const { everyMs = 10_000 } = this.options;
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Compares all but what is later than a position, left out at the first time. Answers with the position
   * for the next time, which is by then old enough for all before it to have arrived.
   */
  async look(given?: number, stopped?: AbortSignal): Promise<number> {
    await this.index.prepare();
    const { position } = await this.store.head();
    const bounds = { upTo: given ?? position, since: await this.forgetOld() };
    if (await this.agrees(bounds)) return position;
    await sleep(this.options.settleMs ?? 2000, undefined, stopped && { signal: stopped });
    await this.index.refresh();
    const tallies = await this.tallies(bounds);
    if (tallies.agree || tallies.text === this.hopeless) return position;
    const expectations = new Expectations(this.store, this.index, bounds.since);
    const { differences } = await compareIndex(this.index, bounds.upTo, () => expectations.load());
    const refused = new Set(await repair(this.store, this.index, differences, stopped));
    this.hopeless = differences.every(({ id }) => refused.has(id)) ? tallies.text : undefined;
    this.report(differences, refused);
    return position;
  }

  private async agrees(bounds: { upTo: number; since: string }): Promise<boolean> {
    const { agree, text } = await this.tallies(bounds);
    return agree || text === this.hopeless;
  }

  private async tallies({ upTo, since }: { upTo: number; since: string }) {
    const said = await this.tallyOfLog(upTo, since);
    const held = await this.index.tally(since, said.later);
    const agree = said.documents === held.documents && said.seals === held.seals;
    return { agree, text: JSON.stringify([since, said.documents, said.seals, held]) };
  }

  /** Only what is appended changes what the log says. */
  private async tallyOfLog(upTo: number, since: string) {
    const { position } = await this.store.head();
    const of = `${position} ${upTo} ${since}`;
    if (this.logTally?.of !== of) {
      const gone = { types: REMOVALS, before: since } as const;
      this.logTally = { of, is: await this.store.tallyLatest('employee', { upTo, gone }) };
    }
    return this.logTally.is;
  }

  /** The time before which removals are no longer kept, in whole hours; forgets them once an hour. */
  private async forgetOld(): Promise<string> {
    const { keepMs = 7 * 24 * HOUR_MS } = this.options;
    const since = new Date(Math.floor((Date.now() - keepMs) / HOUR_MS) * HOUR_MS).toISOString();
    if (since === this.purgedTo) return since;
    await this.index.purge(since);
    this.purgedTo = since;
    this.hopeless = undefined;
    return since;
  }

  private report(differences: readonly Difference[], refused: ReadonlySet<string>): void {
    const fixed = differences.filter(({ id }) => !refused.has(id));
    for (const { flaw } of fixed) this.repaired[flaw]++;
    const people = fixed.slice(0, SHOWN);
    if (fixed.length > 0) {
      this.options.log.warn({ repaired: fixed.length, people }, 'search index repaired');
    }
    if (refused.size > 0) {
      const some = [...refused].slice(0, SHOWN);
      this.options.log.warn({ refused: refused.size, people: some }, 'people cannot be searched');
    }
  }
}
