import type { Term } from '@feusa/contracts/text-folding';
import {
  APART,
  JOINED,
  NAME,
  OTHER,
  RUN_OF_DIGITS,
  SAME_INITIAL,
  SECOND_TYPO,
} from '../weights.js';

/**
 * Words of a query that say how well somebody matches; more must match, no more, and as written: the
 * engine takes 1024 clauses, and every word is many.
 */
export const WEIGHED = 10;
const LETTERS = /^\p{L}+$/u;
const DIGIT = /\d/;
/** Nobody has a longer name; the engine's work for one grows with its length. */
const LONGEST = 50;

export type Clause = Readonly<Record<string, unknown>>;
type Weight = (score: number) => number;

const worth = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });
const best = (queries: readonly Clause[]): Clause => ({ dis_max: { queries } });
const every = (must: readonly Clause[]): Clause => ({ bool: { must } });

/** Everybody who has all words of the query; of those in `mistyped` nearly the same word is enough. */
export function matching(query: readonly Term[], mistyped: ReadonlySet<Term> = new Set()): Clause {
  const weighed = query.slice(0, WEIGHED);
  const must = weighed.map((term) => has(term, mistyped.has(term) && !DIGIT.test(term.forms[0]!)));
  return { bool: { must, filter: query.slice(WEIGHED).map(hasSomewhere) } };
}

/** Who has the term: as a word, at the start of a word, or among the digits of a phone. */
function has({ forms, parts }: Term, mistyped: boolean): Clause {
  const asWritten = forms.flatMap((form, i) => word(form, (score) => score - i * JOINED));
  const similar = mistyped ? near(forms.at(-1)!, (score) => score) : [];
  const apart: Weight = (score) => Math.max(1, score - APART) / parts.length;
  const part = (text: string) =>
    best([...word(text, apart), ...(mistyped ? near(text, apart) : [])]);
  return best([...asWritten, ...similar, ...(parts.length > 0 ? [every(parts.map(part))] : [])]);
}

const word = (text: string, weight: Weight): Clause[] => [
  worth(weight(NAME.exact), { term: { names: text } }),
  worth(weight(NAME.start), { prefix: { names: text } }),
  worth(weight(OTHER.exact), { term: { others: text } }),
  worth(weight(OTHER.start), { prefix: { others: text } }),
  worth(weight(OTHER.exact), { term: { mails: text } }),
  worth(weight(OTHER.exact), { prefix: { mails: `${text}@` } }), // a local part is a word of its own
  worth(weight(OTHER.start), { prefix: { mails: text } }),
  ...phone(text).map((clause) => worth(weight(OTHER.exact), clause)),
];

const phone = (text: string): Clause[] =>
  RUN_OF_DIGITS.test(text) ? [{ match_phrase: { phones: text } }] : [];

/** Words of letters that differ by forgiven typing errors: one, or in long words two. */
function near(text: string, weight: Weight): Clause[] {
  if (!LETTERS.test(text) || text.length < 3 || text.length > LONGEST) return [];
  return (['names', 'others'] as const).flatMap((group) => {
    const { typo } = group === 'names' ? NAME : OTHER;
    const similar = (field: string, errors: number, initial: number) => {
      const more = initial * SAME_INITIAL - (errors - 1) * SECOND_TYPO;
      const fuzzy = { value: text, fuzziness: errors, prefix_length: initial };
      return worth(weight(typo + more), {
        fuzzy: { [`${group}.${field}`]: { ...fuzzy, rewrite: 'constant_score' } },
      });
    };
    const one = [similar('near', 1, 1), similar('near', 1, 0)];
    return text.length < 6 ? one : [...one, similar('far', 2, 1), similar('far', 2, 0)];
  });
}

/** Finds the same people as `has`, without ranking them. */
function hasSomewhere({ forms, parts }: Term): Clause {
  const anywhere = (text: string): Clause[] => [{ prefix: { all: text } }, ...phone(text)];
  const one = (should: Clause[]): Clause => ({ bool: { should } });
  const apart = parts.map((text) => one(anywhere(text)));
  return one([...forms.flatMap(anywhere), ...(apart.length > 0 ? [every(apart)] : [])]);
}
