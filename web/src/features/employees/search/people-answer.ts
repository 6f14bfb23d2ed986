import type { SearchHits } from '@feusa/contracts/views';
import { ApiError, get } from '../../../shared/api.js';

/** `isLocal`: the server could not search, so only words as written are found. */
export interface Answer {
  readonly query: string;
  readonly ids: readonly string[];
  readonly total: number;
  readonly pages: number;
  readonly isLocal: boolean;
}

export const noAnswer: Answer = { query: '', ids: [], total: 0, pages: 0, isLocal: false };

const page = (query: string, number: number, signal: AbortSignal) =>
  get<SearchHits>(`/api/search?q=${encodeURIComponent(query)}&page=${number}`, signal);

/** Reads so many pages of hits on top of those that `known` has. */
export async function ask(known: Answer, pages: number, signal: AbortSignal): Promise<Answer> {
  const { query } = known;
  const ids = [...known.ids];
  let { total } = known;
  try {
    for (let number = known.pages + 1; number <= pages; number += 1) {
      const answer = await page(query, number, signal);
      total = answer.total;
      ids.push(...answer.hits.map(({ objectID }) => objectID));
      if (ids.length >= total) break;
    }
    return { query, ids: [...new Set(ids)], total, pages, isLocal: false };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code !== 'not-signed-in';
    if (!isRefused) throw error;
    return { ...noAnswer, query, pages, isLocal: true };
  }
}
