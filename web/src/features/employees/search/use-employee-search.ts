import { useMemo } from 'react';
import { usePast } from '../../../shared/past.js';
import type { Directory } from '../directory/directory.js';
import { matches, termsOf } from './match.js';
import { noAnswer, useAnswer } from './use-answer.js';

export interface EmployeeSearch {
  /** The ids in the order of the hits; null while everybody is shown. */
  readonly ids: readonly string[] | null;
  readonly total: number;
  /** The query that `ids` answers. */
  readonly query: string;
  /** Nothing has been answered yet. */
  readonly isAwaited: boolean;
  readonly isLate: boolean;
  readonly isLocal: boolean;
  readonly hasMore: boolean;
  more(): void;
  /** Asks again, also for the same text. */
  again(): void;
}

/** Whom the text finds: the server's hits, or this list's own while the server cannot search. */
export function useEmployeeSearch(
  text: string,
  directory: Directory,
  position: string | undefined,
): EmployeeSearch {
  const { answer: known, isLate, more, again } = useAnswer(text.trim(), position);
  const hasText = text.trim() !== '';
  const isSearching = hasText && known !== null;
  const answer = isSearching ? known : noAnswer;
  const at = usePast();
  const { query } = answer;
  // The index knows only how people are now.
  const isPast = at !== '';
  const isLocal = answer.isLocal || isPast;
  const local = useMemo(() => {
    if (!isLocal) return null;
    const terms = termsOf(query);
    return directory.rows.filter((row) => matches(terms, row)).map(({ id }) => id);
  }, [isLocal, query, directory]);
  const hits = local ?? answer.ids;
  const total = local?.length ?? answer.total;
  const hasMore = !isLocal && answer.pages * 100 < total;
  return {
    ids: isSearching ? hits : null,
    total,
    query,
    isAwaited: hasText && known === null,
    isLate,
    isLocal: isLocal && !isPast,
    hasMore,
    more,
    again,
  };
}
