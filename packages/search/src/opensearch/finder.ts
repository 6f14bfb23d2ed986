import { PAGE_SIZE, SearchUnavailable, type Hits, type Page } from '../port.js';
import { terms, type Term } from '@feusa/contracts/text-folding';
import { wantsTypos } from '../weights.js';
import { WINDOW } from './documents.js';
import { REQUEST_MS, type Engine } from './engine.js';
import { matching, WEIGHED } from './query.js';

interface SearchResponse {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly max_score: number | null;
    readonly hits: readonly { readonly _id: string }[];
  };
}
type Found = Hits & { readonly best: number };

/** Searches in an index or the one behind an alias; all questions of one search share one bound. */
export class Finder {
  constructor(
    private readonly engine: Engine,
    private readonly name: string,
  ) {}

  async search(text: string, page: Page): Promise<Hits> {
    const query = terms(text);
    if (query.length === 0) return { ids: [], total: 0 };
    const until = performance.now() + REQUEST_MS;
    const find = (mistyped?: ReadonlySet<Term>) => this.find(query, mistyped, { page, until });
    const { ids, total } = await this.forgiving(query, find, until);
    return { ids, total };
  }

  private async forgiving(
    query: readonly Term[],
    find: (mistyped?: ReadonlySet<Term>) => Promise<Found>,
    until: number,
  ): Promise<Found> {
    const exact = await find();
    const words = query.length;
    if (words > WEIGHED || !wantsTypos(exact.total, () => exact.best, words)) return exact;
    // Words that nobody has are the mistyped ones; failing that, any may be.
    const unknown = words > 1 ? await this.unknown(query, until) : new Set<Term>();
    if (unknown.size > 0) {
      const found = await find(unknown);
      if (found.total > 0) return found;
    }
    return find(new Set(query));
  }

  private async find(
    query: readonly Term[],
    mistyped: ReadonlySet<Term> | undefined,
    { page: { page = 1, size = PAGE_SIZE }, until }: { page: Page; until: number },
  ): Promise<Found> {
    const within = page * size <= WINDOW;
    const body = {
      query: matching(query, mistyped),
      ...(within ? { from: (page - 1) * size, size } : { size: 1 }),
      ...{ _source: false, track_total_hits: true, track_scores: true },
      sort: [{ _score: 'desc' }, { key: 'asc' }],
    };
    const { hits } = await this.ask<SearchResponse>('_search', { body }, until);
    const ids = within ? hits.hits.map(({ _id }) => _id) : [];
    return { ids, total: hits.total.value, best: hits.max_score ?? 0 };
  }

  private async unknown(query: readonly Term[], until: number): Promise<Set<Term>> {
    const questions = query.map((term) => ({
      size: 0,
      terminate_after: 1,
      query: matching([term]),
    }));
    const lines = questions.map((question) => `{}\n${JSON.stringify(question)}\n`).join('');
    const { responses } = await this.ask<{ responses: Partial<SearchResponse>[] }>(
      '_msearch',
      { lines },
      until,
    );
    if (responses.some(({ hits }) => !hits)) throw new SearchUnavailable();
    return new Set(query.filter((_, i) => responses[i]!.hits!.total.value === 0));
  }

  private ask<T>(what: string, content: { body: object } | { lines: string }, until: number) {
    const withinMs = until - performance.now();
    const query = { cancel_after_time_interval: `${REQUEST_MS}ms` };
    return this.engine.ask<T>('POST', `/${this.name}/${what}`, { query, ...content, withinMs });
  }
}
