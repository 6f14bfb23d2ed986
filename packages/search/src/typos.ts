/** Typing errors forgiven in a word of this many letters. */
export const forgiven = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/**
 * Insertions, deletions and substitutions in which all words lie that a query of this many letters
 * may stand for, apart from `twiceSwapped`. Two neighbours swapped are one error but two edits.
 */
export const editsOf = (letters: number): number =>
  letters >= 7 ? 3 : letters >= 4 ? 2 : letters === 3 ? 1 : 0;

/** A word of 8 letters or more with two pairs of unlike neighbours swapped, in every way. */
export function* twiceSwapped(word: string): Iterable<string> {
  if (word.length < 8) return;
  const swap = (text: string, i: number) =>
    text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2);
  const unlike = (i: number) => word[i] !== word[i + 1];
  for (let i = 0; i < word.length - 3; i++) {
    if (!unlike(i)) continue;
    const once = swap(word, i);
    for (let j = i + 2; j < word.length - 1; j++) if (unlike(j)) yield swap(once, j);
  }
}

/**
 * Errors between two words, as long as there are at most `most`: a letter too many, missing or
 * wrong, or two neighbours swapped. Infinity for more.
 */
export function typos(a: string, b: string, most: number): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  if (i === a.length && i === b.length) return 0;
  if (most === 0) return Infinity;
  const after = (inA: number, inB: number) => typos(a.slice(i + inA), b.slice(i + inB), most - 1);
  const swapped = a[i] === b[i + 1] && a[i + 1] === b[i] && a[i] !== undefined;
  return 1 + Math.min(after(1, 1), after(1, 0), after(0, 1), swapped ? after(2, 2) : Infinity);
}
