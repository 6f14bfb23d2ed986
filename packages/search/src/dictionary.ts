import SearchableMap from 'minisearch/SearchableMap';
import { editsOf, forgiven, twiceSwapped, typos } from './typos.js';

/** Where a word occurs: the slots of people with it in their name, and of others. */
export interface Posting {
  readonly word: string;
  readonly names: number[];
  readonly others: number[];
}

const NOWHERE: Posting = { word: '', names: [], others: [] };
const LETTERS = /^\p{L}+$/u;

const take = (slots: number[], slot: number): boolean => {
  const at = slots.indexOf(slot);
  if (at < 0) return false;
  const last = slots.pop()!;
  if (at < slots.length) slots[at] = last;
  return true;
};

/** Words and the people who have them; a person has a word either in the name or elsewhere. */
export class Dictionary {
  readonly #words = new SearchableMap<Posting>();

  add(word: string, where: 'names' | 'others', slot: number): Posting {
    let isNew = false;
    const posting = this.#words.fetch(word, () => {
      isNew = true;
      // Most words are one person's: a list that is pushed to takes room for seventeen at once.
      const only = [slot];
      return where === 'names'
        ? { word, names: only, others: [] }
        : { word, names: [], others: only };
    });
    if (!isNew) posting[where].push(slot);
    return posting;
  }

  drop({ word, names, others }: Posting, slot: number): void {
    if (!take(names, slot)) take(others, slot);
    if (names.length + others.length === 0) this.#words.delete(word);
  }

  exactly(word: string): Posting {
    return this.#words.get(word) ?? NOWHERE;
  }

  startingWith(start: string): Iterable<Posting> {
    return this.#words.atPrefix(start).values();
  }

  /** Words of letters that differ from `word` by forgiven typing errors, with their number. */
  near(word: string): (readonly [Posting, errors: number])[] {
    if (!LETTERS.test(word)) return [];
    const found = new Map<Posting, number>();
    for (const [posting, edits] of this.#words.fuzzyGet(word, editsOf(word.length)).values()) {
      const allowed = forgiven(posting.word.length);
      if (edits === 0 || edits > 2 * allowed || !LETTERS.test(posting.word)) continue;
      const errors = edits === 1 ? 1 : typos(word, posting.word, allowed);
      if (errors <= allowed) found.set(posting, errors);
    }
    for (const meant of twiceSwapped(word)) {
      const posting = this.#words.get(meant);
      if (posting && !found.has(posting)) found.set(posting, 2);
    }
    return [...found];
  }
}
