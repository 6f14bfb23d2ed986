import { SearchUnavailable } from '../port.js';
import type { Candidates, DocumentIndex, FindQuery } from './port.js';

/** Folders that one question of the engine may name. */
const MOST_FOLDERS = 60_000;

interface Searching {
  find(wanted: FindQuery): Promise<Candidates>;
}

interface Copies {
  copied(): Promise<number>;
}

/**
 * The index that is kept in PostgreSQL, searched in another engine that has a copy of it. PostgreSQL answers
 * where the engine does not, and where what was just written must be in the answer.
 */
export function searchedIn(
  engine: Searching,
  source: DocumentIndex,
  copies: Copies,
  onFallback: () => void,
): DocumentIndex {
  const isFor = ({ hidden, within = [], isStrong }: FindQuery) =>
    !isStrong && hidden.length + within.length <= MOST_FOLDERS;
  const find = async (wanted: FindQuery): Promise<Candidates> => {
    if (!isFor(wanted)) return source.find(wanted);
    try {
      return await engine.find(wanted);
    } catch (fault) {
      if (!(fault instanceof SearchUnavailable)) throw fault;
      onFallback();
      return source.find(wanted);
    }
  };
  const index = Object.create(source) as DocumentIndex;
  return Object.assign(index, { find, revision: () => copies.copied() });
}
