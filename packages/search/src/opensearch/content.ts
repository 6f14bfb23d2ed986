import type { Holding, Tally } from '../port.js';
import type { Operation } from './bulk.js';
import { holdingOf, type Source } from './documents.js';
import type { Engine } from './engine.js';

interface Page<T> {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly T[] };
}
const expired = (before: string) => ({ range: { removedAt: { lt: before } } });
const PURGED_AT_ONCE = 1000;
const HELD_AT_ONCE = 2000;
const WITHIN_MS = 10_000;

/** Reads what an index holds, without searching. */
export class IndexContent {
  constructor(
    private readonly engine: Engine,
    private readonly name: string,
  ) {}

  async tally(since: string, without: readonly string[]): Promise<Tally> {
    const answer = await this.ask<Page<never> & { aggregations: { seals: { value: number } } }>({
      ...{ size: 0, track_total_hits: true },
      query: { bool: { must_not: [expired(since), { terms: { id: without } }] } },
      aggs: { seals: { sum: { field: 'seal' } } },
    });
    return { documents: answer.hits.total.value, seals: answer.aggregations.seals.value };
  }

  /** The engine is asked for the next page while one is looked at. */
  async *holdings(): AsyncGenerator<Holding[]> {
    for (let next: Promise<Source[]> | undefined = this.sourcesAfter(''); next;) {
      const sources: Source[] = await next;
      const last = sources.at(-1);
      next = sources.length === HELD_AT_ONCE && last ? this.sourcesAfter(last.id) : undefined;
      next?.catch(() => undefined); // is waited for above
      yield sources.map(holdingOf);
    }
  }

  /** Ids never change, so pages in their order need no snapshot: what is there all along comes once. */
  private async sourcesAfter(id: string): Promise<Source[]> {
    const { hits } = await this.ask<Page<{ _source: Source }>>({
      ...{ size: HELD_AT_ONCE, sort: [{ id: 'asc' }], track_total_hits: false },
      ...(id !== '' && { search_after: [id] }),
    });
    return hits.hits.map(({ _source }) => _source);
  }

  /** Deletions of removals before a time, some at once; empty when there are none. */
  async expired(before: string): Promise<Operation[]> {
    const { hits } = await this.ask<Page<{ _id: string; _version: number }>>({
      ...{ size: PURGED_AT_ONCE, version: true, _source: false, query: expired(before) },
    });
    return hits.hits.map(({ _id: id, _version: version }) => ({ id, version }));
  }

  async refresh(): Promise<void> {
    await this.engine.ask('POST', `/${this.name}/_refresh`, { withinMs: WITHIN_MS });
  }

  private ask<T>(body: object): Promise<T> {
    return this.engine.ask('POST', `/${this.name}/_search`, { body, withinMs: WITHIN_MS });
  }
}
