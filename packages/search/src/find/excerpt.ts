import { fold } from '@feusa/contracts/text-folding';

const BEFORE = 60;
const LENGTH = 220;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/**
 * The part of a text around the first of these words (folded), with every one of them in `<mark>`; all else is
 * escaped for HTML. Undefined where there is none of them.
 */
export function excerptOf(text: string, words: readonly string[]): string | undefined {
  const first = firstOf(text, words);
  if (first === undefined) return undefined;
  const start = first <= BEFORE ? 0 : afterGap(text, first - BEFORE, first);
  const end = start + LENGTH >= text.length ? text.length : beforeGap(text, start + LENGTH, first);
  const shown = marked(text.slice(start, end), words);
  return `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`;
}

/** Most texts have the word as it is: those are not taken apart. */
function firstOf(text: string, words: readonly string[]): number | undefined {
  const lower = text.toLowerCase();
  const found = lower.length === text.length ? words.flatMap((word) => placeOf(lower, word)) : [];
  if (found.length > 0) return Math.min(...found);
  for (const { 0: word, index } of text.matchAll(WORD)) if (begins(word, words)) return index;
  return undefined;
}

function placeOf(lower: string, word: string): number[] {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(lower[at - 1]!)) return [at];
  return [];
}

const begins = (word: string, words: readonly string[]) => {
  const folded = fold(word);
  return words.some((wanted) => folded.startsWith(wanted));
};

function marked(part: string, words: readonly string[]): string {
  let shown = '';
  let from = 0;
  for (const { 0: word, index } of part.matchAll(WORD)) {
    if (!begins(word, words)) continue;
    shown += `${escaped(part.slice(from, index))}<mark>${escaped(word)}</mark>`;
    from = index + word.length;
  }
  return shown + escaped(part.slice(from));
}

function afterGap(text: string, from: number, first: number): number {
  const gap = text.indexOf(' ', from);
  return gap < 0 || gap >= first ? first : gap + 1;
}

function beforeGap(text: string, to: number, first: number): number {
  const gap = text.lastIndexOf(' ', to);
  return gap > first ? gap : to;
}
