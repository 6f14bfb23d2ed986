import type { LucideIcon } from 'lucide-react';
import { fold, wordsOf } from '../../shared/fold.js';

/** What can be looked for by its name, and by where it is. */
export interface Rankable {
  readonly name: string;
  readonly place?: string;
}

/** How well a folded word fits the folded name: 0 not at all. */
function fit(word: string, name: string, starts: readonly number[]): number {
  if (name === word) return 10;
  if (name.startsWith(word)) return 8;
  if (starts.some((at) => name.startsWith(word, at))) return 6;
  return name.includes(word) ? 3 : 0;
}

/** 0: not every word is found. Words found only in the place count little. */
export function score({ name, place = '' }: Rankable, query: string): number {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const folded = fold(name);
  const starts = wordsOf(folded).map(({ at }) => at);
  const foldedPlace = fold(place);
  let sum = 0;
  for (const word of words) {
    const here = fit(word, folded, starts) || (foldedPlace.includes(word) ? 1 : 0);
    if (here === 0) return 0;
    sum += here;
  }
  return sum / Math.max(words.length, 1);
}

/** The best, best first; equals in the order they came, shorter names before longer ones. */
export function rank<T extends Rankable>(items: readonly T[], query: string, most: number): T[] {
  return items
    .map((item, index) => ({ item, index, score: score(item, query) }))
    .filter((entry) => entry.score > 0)
    .sort(
      (a, b) => b.score - a.score || a.item.name.length - b.item.name.length || a.index - b.index,
    )
    .slice(0, most)
    .map(({ item }) => item);
}

/** One line of the palette. */
export interface Item extends Rankable {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Text around the words, as `/api/find` gives it. */
  readonly excerpt?: string;
  /** The words that it has not. */
  readonly missing?: readonly string[];
  run(): void;
}

export interface Group {
  readonly title: string;
  readonly items: readonly Item[];
}
