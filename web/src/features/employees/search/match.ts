import type { EmployeeView } from '@feusa/contracts/employees';
import { displayPhone, digitsOf } from '@feusa/contracts/phone';
import { fold, foldWithOrigin, wordsOf } from '../../../shared/fold.js';

/** A stretch of text; `near`: the word was meant, but is written otherwise. */
export interface Segment {
  readonly text: string;
  readonly mark?: 'hit' | 'near';
}

export const textFields = [
  ...(['firstName', 'lastName', 'role', 'email', 'location', 'department', 'manager'] as const),
];

interface Term {
  readonly text: string;
  /** Without punctuation, as "obrien" finds O'Brien. */
  readonly joined: string;
  readonly parts: readonly string[];
  /** Set when it can be part of a phone number. */
  readonly digits: string;
}

const ends = /^[^\p{L}\p{N}@]+|[^\p{L}\p{N}]+$/gu;
const phoneLike = /^[\d+().\-/]*\d[\d+().\-/]*$/;

/** The words of a query; neighbours written like one phone number are one. */
export function termsOf(query: string): readonly Term[] {
  const chunks: string[] = [];
  let afterNumber = false;
  for (const chunk of fold(query).split(/[\s,;]+/)) {
    const isNumber = phoneLike.test(chunk);
    if (isNumber && afterNumber) chunks.push(`${chunks.pop()}${chunk}`);
    else chunks.push(chunk);
    afterNumber = isNumber;
  }
  return chunks.flatMap((chunk) => {
    const text = chunk.replace(ends, '');
    const parts = wordsOf(text).map((word) => word.text);
    const digits = phoneLike.test(chunk) ? digitsOf(chunk) : '';
    return text === '' ? [] : [{ text, joined: parts.join(''), parts, digits }];
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const starts = (folded: string) => wordsOf(folded).map(({ at }) => at);

/** Where a term stands at the start of a word, as written or without its punctuation. */
function spansOf(folded: string, { text, joined, parts }: Term): readonly Span[] {
  const written = startingWith(folded, text);
  if (written.length > 0) return written;
  const squeezed = spansWithoutPunctuation(folded, joined);
  if (squeezed.length > 0) return squeezed;
  if (parts.length < 2) return [];
  const each = parts.map((part) => startingWith(folded, part));
  return each.every((spans) => spans.length > 0) ? each.flat() : [];
}

function startingWith(folded: string, text: string): readonly Span[] {
  const at = text.startsWith('@') ? [folded.indexOf('@')] : starts(folded);
  return at
    .filter((from) => from >= 0 && folded.startsWith(text, from))
    .map((from) => ({ from, to: from + text.length }));
}

function spansWithoutPunctuation(folded: string, joined: string): readonly Span[] {
  if (joined === '' || /^[\p{L}\p{N}\s]*$/u.test(folded)) return [];
  const spans: Span[] = [];
  for (const from of starts(folded)) {
    let at = from;
    let matched = 0;
    while (at < folded.length && matched < joined.length) {
      const letter = folded.charAt(at);
      if (letter === joined[matched]) matched += 1;
      else if (/[\p{L}\p{N}\s@]/u.test(letter)) break;
      at += 1;
    }
    if (matched === joined.length) spans.push({ from, to: at });
  }
  return spans;
}

function nearSpans(folded: string, { joined }: Term): readonly Span[] {
  const most = forgiven(joined.length);
  if (most === 0 || /\d/.test(joined)) return [];
  return wordsOf(folded)
    .filter((word) => typos(joined, word.text, most) <= most)
    .map((word) => ({ from: word.at, to: word.at + word.text.length }));
}

function segmentsOf(
  text: string,
  hits: readonly Span[],
  near: readonly Span[],
): readonly Segment[] {
  const kinds = new Array<Segment['mark']>(text.length).fill(undefined);
  for (const { from, to } of near) kinds.fill('near', from, to);
  for (const { from, to } of hits) kinds.fill('hit', from, to);
  const segments: Segment[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + 1;
    while (to < text.length && kinds[to] === kinds[from]) to += 1;
    const mark = kinds[from];
    segments.push({ text: text.slice(from, to), ...(mark && { mark }) });
    from = to;
  }
  return segments;
}

const phonesOf = (person: EmployeeView) =>
  [person.phoneNumber, person.mobile ?? ''].map((phone) => digitsOf(phone));

const inPhones = (person: EmployeeView, { digits }: Term) =>
  digits.length >= 3 && phonesOf(person).some((phone) => phone.includes(digits));

/** What to mark in the entry of one person. */
export interface Marks {
  text(field: string): readonly Segment[];
  phone(number: string): readonly Segment[];
}

export const noMarks: Marks = {
  text: (text) => [{ text }],
  phone: (number) => [{ text: displayPhone(number) }],
};

/** Marks what a query truly found: a typing error is shown only where nothing matches as written. */
export function marksOf(terms: readonly Term[], person: EmployeeView): Marks {
  if (terms.length === 0) return noMarks;
  const values = textFields.map((name) => fold(person[name]));
  const mistyped = terms.filter(
    (term) => !inPhones(person, term) && !values.some((folded) => spansOf(folded, term).length > 0),
  );
  return {
    text: (text) => {
      const { folded, origin } = foldWithOrigin(text);
      const back = ({ from, to }: Span) => ({ from: origin[from] ?? 0, to: origin[to] ?? 0 });
      return segmentsOf(
        text,
        terms.flatMap((term) => spansOf(folded, term)).map(back),
        mistyped.flatMap((term) => nearSpans(folded, term)).map(back),
      );
    },
    phone: (number) => phoneSegments(number, terms),
  };
}

function phoneSegments(number: string, terms: readonly Term[]): readonly Segment[] {
  const shown = displayPhone(number);
  const places = [...shown.matchAll(/\d/g)].map((digit) => digit.index);
  const digits = digitsOf(number);
  const added = places.length - digits.length;
  const spans = terms.flatMap(({ digits: run }) => {
    const at = run.length >= 3 ? digits.indexOf(run) : -1;
    if (at < 0 || added < 0) return [];
    const [from, to] = [places[at + added] ?? 0, places[at + added + run.length - 1] ?? 0];
    return [{ from, to: to + 1 }];
  });
  return segmentsOf(shown, spans, []);
}

/** Whether a person has every word of the query as written: for when the server cannot search. */
export function matches(terms: readonly Term[], person: EmployeeView): boolean {
  const values = textFields.map((name) => fold(person[name]));
  return terms.every(
    (term) => inPhones(person, term) || values.some((folded) => spansOf(folded, term).length > 0),
  );
}

/** Typing errors that the search forgives in a word of this many letters. */
const forgiven = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** Errors between two words (a letter too many, missing, wrong, or two swapped), at most `most` + 1. */
function typos(a: string, b: string, most: number): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  if (same === a.length && same === b.length) return 0;
  if (most === 0) return 1;
  const after = (inA: number, inB: number) =>
    1 + typos(a.slice(same + inA), b.slice(same + inB), most - 1);
  const isSwapped = a[same] === b[same + 1] && a[same + 1] === b[same] && same + 1 < a.length;
  return Math.min(after(1, 1), after(1, 0), after(0, 1), isSwapped ? after(2, 2) : Infinity);
}
