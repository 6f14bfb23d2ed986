/** What a person is worth who has a word of a query, by where and how. */
export const NAME = { exact: 60, start: 52, typo: 20 };
export const OTHER = { exact: 40, start: 30, typo: 10 };
export const SAME_INITIAL = 2;
export const SECOND_TYPO = 6;
// A word without its punctuation is worth less than any name that has it as it is written.
export const JOINED = 9;
export const APART = 5;

export const RUN_OF_DIGITS = /^\d{3,}$/;

/** Fewer exact hits than these leave room for people meant by a mistyped word. */
const FEW = 10;

/**
 * Whether typing errors are to be forgiven, where `total` people are found without, the best one at
 * `best`. A word that somebody has, a start of somebody's name and a full name are meant as written.
 */
export const wantsTypos = (total: number, best: () => number, words: number): boolean =>
  total < FEW && best() < (words === 1 ? OTHER.exact : words * NAME.exact);
