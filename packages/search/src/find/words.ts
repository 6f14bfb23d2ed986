import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { textBounds } from '@feusa/contracts/find-bounds';
import { fold } from '@feusa/contracts/text-folding';

const WORD = /[\p{L}\p{N}]+/gu;
const LONGEST = memoryBounds.word.value;
const MOST_BYTES = memoryBounds.wordBytes.value;
const PLACES = 3;
const LAST_PLACE = 16_383;
/** The weight that words of names have; those of texts have the least. */
const NAME = 'A';
/** Shorter beginnings of words are looked for in names only: too much text has them. */
export const SHORT = 3;
/**
 * Stands before the words of names, so that one index answers for names alone: weights in a query would have
 * every text read that has the word.
 */
const IN_NAME = '=';

/** Folded words of letters and digits, in order. */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(WORD) ?? []).map((word) => word.slice(0, LONGEST));

/** The words of a name as PostgreSQL reads a tsvector: as words, and as words of a name. */
export const nameVector = (name: string): string =>
  [...new Set(wordsOf(name))]
    .flatMap((word, at) => [word, IN_NAME + word].map((each) => `'${each}':${at + 1}${NAME}`))
    .join(' ');

/** The words of a text likewise, as many as the bounds allow. */
export function textVector(text: string): string {
  const places = new Map<string, number[]>();
  let [at, bytes] = [0, 0];
  for (const word of wordsOf(text)) {
    at += 1;
    const known = places.get(word);
    if (known && known.length < PLACES) known.push(Math.min(at, LAST_PLACE));
    if (known) continue;
    bytes += Buffer.byteLength(word) + 4 + 2 * PLACES;
    if (bytes > MOST_BYTES || places.size >= textBounds.words.value) break;
    places.set(word, [Math.min(at, LAST_PLACE)]);
  }
  return Array.from(places, ([word, all]) => `'${word}':${[...new Set(all)].join()}`).join(' ');
}

const beginningOfName = (word: string) => `'${IN_NAME}${word}':*`;
const beginning = (word: string) =>
  word.length < SHORT ? `(${beginningOfName(word)} | '${word}')` : `'${word}':*`;

type Sets = readonly (readonly string[])[];
const anyOf = (sets: Sets, part: (word: string) => string) =>
  sets.map((words) => `(${words.map(part).join(' & ')})`).join(' | ');

/** A tsquery for what has all words of one of these sets. */
export const queryOf = (sets: Sets): string => anyOf(sets, beginning);

/** As `queryOf`, for words in names alone. */
export const nameQueryOf = (sets: Sets): string => anyOf(sets, beginningOfName);
