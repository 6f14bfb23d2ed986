/** One word as people write it. */
export interface Term {
  /** The whole word: as written, then (unless an address) without its punctuation. */
  readonly forms: readonly string[];
  /** What its punctuation separates; empty for plain words and e-mail addresses. */
  readonly parts: readonly string[];
}

// Letters that Unicode does not decompose into a base letter and a mark.
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' },
  ...{ ŧ: 't', ŋ: 'n', ĸ: 'k', ƀ: 'b', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ə: 'a', ɛ: 'e', ɔ: 'o' },
  ...{ ς: 'σ' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const ASCII = /^[\0-\x7f]*$/;
const APOSTROPHES = /[´`‘’‛ʹʻʼʾʿ′＇]/g;
const HYPHENS = /[‐‑‒–—―−﹣－]/g;
const MARKS = /[\p{M}\p{Cf}]/gu;

/** Lower case without accents: Łukasz and LUKASZ are both lukasz, Groß is gross. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .replace(APOSTROPHES, "'") // first: decomposition would turn some of them into spaces
        .normalize('NFKD')
        .toLowerCase()
        .replace(MARKS, '')
        .replace(HYPHENS, '-')
        .replace(LETTER, (letter) => LETTERS[letter] ?? letter);

/** The digits of a phone number. */
export const digits = (text: string): string => text.replace(/\D/g, '');

const GAPS = /[\s,;]+/;
const PUNCTUATION = /[^\p{L}\p{N}]+/u;
const ENDS = /^[^\p{L}\p{N}@]+|[^\p{L}\p{N}]+$/gu;
const NUMBER = /^[\d+().\-/]*\d[\d+().\-/]*$/;

const term = (written: string): Term | undefined => {
  const parts = written.split(PUNCTUATION).filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const whole = written.replace(ENDS, '');
  if (whole.includes('@')) return { forms: [whole], parts: [] };
  const joined = parts.join('');
  return {
    forms: whole === joined ? [joined] : [whole, joined],
    parts: parts.length > 1 ? [...new Set(parts)] : [],
  };
};

/** Folded words; neighbours written like a phone number, as in (402) 555-01, are one word. */
export function terms(text: string): Term[] {
  const words: string[] = [];
  let afterNumber = false;
  for (const chunk of fold(text).split(GAPS)) {
    const number = NUMBER.test(chunk);
    if (number && afterNumber) words.push(`${words.pop()} ${chunk}`);
    else words.push(chunk);
    afterNumber = number;
  }
  return [...new Set(words)].map(term).filter((word) => word !== undefined);
}
