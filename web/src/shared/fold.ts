const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
};

const plain = /^[a-z0-9 ]*$/;

/** Text as people type it when they look for something: lower case, without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðþßæœıħ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

/** Folded text, and for each of its characters where in `text` it comes from. */
export function foldWithOrigin(text: string): { folded: string; origin: readonly number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = fold(letter);
    folded += part;
    for (let index = 0; index < part.length; index += 1) origin.push(at);
    at += letter.length;
  }
  origin.push(text.length);
  return { folded, origin };
}

const wordPattern = /[\p{L}\p{N}]+/gu;

interface Word {
  readonly text: string;
  readonly at: number;
}

/** The words of folded text and where they start. */
export const wordsOf = (folded: string): Word[] =>
  [...folded.matchAll(wordPattern)].map((found) => ({ text: found[0], at: found.index }));
