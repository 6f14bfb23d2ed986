import { fold } from '@feusa/contracts/text-folding';
import type { FindKind } from '@feusa/contracts/find';
import type { EmployeeView } from '@feusa/contracts/employees';
import type { Candidate } from '@feusa/search/find/port';
import { wordsOf } from '@feusa/search/find/words';
import { z } from 'zod';

/** Something found, with its place among all others. */
export interface Ranked {
  readonly kind: FindKind;
  readonly id: string;
  readonly name: string;
  readonly matched: string;
  readonly score: number;
  readonly folderId: string | null;
  readonly blob: string | null;
  /** Of a person: by which words. */
  readonly has?: { readonly words: readonly string[]; readonly person: EmployeeView };
}

const NAME = 2;

/** How well a name that has all the words fits them, from 2 to 3. */
export function nameFit(name: string, words: readonly string[]): number {
  const own = wordsOf(name);
  const [folded, wanted] = [own.join(' '), words.join(' ')];
  if (folded === wanted) return NAME + 1;
  if (folded.startsWith(wanted)) return NAME + 0.8;
  if (folded.includes(` ${wanted}`)) return NAME + 0.6;
  const whole = words.filter((word) => own.includes(word)).length;
  return NAME + (0.4 * whole) / words.length;
}

export function rankedDoc({ byName, rank, ...doc }: Candidate, words: readonly string[]): Ranked {
  const matched = byName ? 'name' : 'content';
  const score = byName ? nameFit(doc.name, words) : rank / (rank + 1);
  return { ...doc, matched, score };
}

/** Score, name and id: where something stands in the list, as its cursor says it. */
export const RankKey = z.tuple([z.number(), z.string(), z.string()]).readonly();
type RankKey = z.output<typeof RankKey>;

/** Rounded, so that a place in the list is the same when it comes back from the browser. */
export const rankKeyOf = ({ score, name, id }: Ranked): RankKey => [
  Math.round(score * 1e5),
  fold(name),
  id,
];

const compare = (a: RankKey, b: RankKey) =>
  b[0] - a[0] ||
  (a[1] < b[1] ? -1 : Number(a[1] > b[1])) ||
  (a[2] < b[2] ? -1 : Number(a[2] > b[2]));

/** The best first. */
export const byRank = (a: Ranked, b: Ranked) => compare(rankKeyOf(a), rankKeyOf(b));

export const isAfter = (start: RankKey) => (each: Ranked) => compare(rankKeyOf(each), start) > 0;
