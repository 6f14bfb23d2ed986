import { Dictionary, type Posting } from './dictionary.js';
import type { PersonWords } from './person-words.js';
import { Scores } from './scores.js';
import type { Term } from '@feusa/contracts/text-folding';
import { APART, JOINED, NAME, OTHER, RUN_OF_DIGITS, SAME_INITIAL, SECOND_TYPO } from './weights.js';

const DIGIT = /\d/;

/** What is known of a person, to be forgotten again. */
export interface Known {
  readonly words: readonly Posting[];
  readonly mails: readonly Posting[];
}

/** What a person is found by: words in each group, and the digits of phones. */
export interface Found {
  readonly names: Iterable<string>;
  readonly others: Iterable<string>;
  readonly mails: Iterable<string>;
  readonly phones: string;
}

/** The words of everybody, and how well each person matches a word of a query. */
export class Matcher {
  readonly #words = new Dictionary();
  /** Apart from the words: nearly all differ, and none is searched with typing errors. */
  readonly #mails = new Dictionary();
  readonly #phones: (string | undefined)[] = [];

  learn(slot: number, { names, others, mails }: PersonWords, phones: string): Known {
    this.#phones[slot] = phones;
    // Made by `map` and `concat`, these lists are as long as what is in them; others have room for more.
    const inName = [...names].map((word) => this.#words.add(word, 'names', slot));
    const elsewhere = [...others].map((word) => this.#words.add(word, 'others', slot));
    const inMails = [...mails].map((word) => this.#mails.add(word, 'others', slot));
    return { words: inName.concat(elsewhere), mails: inMails };
  }

  forget(slot: number, { words, mails }: Known): void {
    this.#phones[slot] = undefined;
    for (const posting of words) this.#words.drop(posting, slot);
    for (const posting of mails) this.#mails.drop(posting, slot);
  }

  /** All that a person is found by. */
  wordsOf(slot: number, { words, mails }: Known): Found {
    const word = (posting: Posting) => posting.word;
    const isName = ({ names }: Posting) => names.includes(slot);
    return {
      names: words.filter(isName).map(word),
      others: words.filter((posting) => !isName(posting)).map(word),
      mails: mails.map(word),
      phones: this.#phones[slot] ?? '',
    };
  }

  /** Who has the term: as a word, at the start of a word, or among the digits of a phone. */
  match(term: Term): Scores {
    const found = this.#nobody();
    term.forms.forEach((form, i) => this.#addWord(found, form, i * JOINED));
    this.#addParts(found, term, (part) => this.#word(part));
    return found;
  }

  /** Adds who has the term but for forgiven typing errors; there are none in digits. */
  addTypos(found: Scores, term: Term): void {
    if (DIGIT.test(term.forms[0]!)) return;
    this.#addNear(found, term.forms.at(-1)!);
    this.#addParts(found, term, (part) => {
      const scores = this.#word(part);
      this.#addNear(scores, part);
      return scores;
    });
  }

  #nobody(): Scores {
    return new Scores(this.#phones.length);
  }

  #word(word: string): Scores {
    const found = this.#nobody();
    this.#addWord(found, word, 0);
    return found;
  }

  #addWord(found: Scores, word: string, less: number): void {
    const { names, others } = this.#words.exactly(word);
    found.raiseAll(names, NAME.exact - less);
    found.raiseAll(others, OTHER.exact - less);
    for (const { names, others } of this.#words.startingWith(word)) {
      found.raiseAll(names, NAME.start - less);
      found.raiseAll(others, OTHER.start - less);
    }
    found.raiseAll(this.#mails.exactly(word).others, OTHER.exact - less);
    for (const { word: mail, others } of this.#mails.startingWith(word)) {
      const whole = mail[word.length] === '@'; // the local part is a word of its own
      found.raiseAll(others, (whole ? OTHER.exact : OTHER.start) - less);
    }
    if (RUN_OF_DIGITS.test(word)) this.#addPhones(found, word, OTHER.exact - less);
  }

  #addPhones(found: Scores, run: string, score: number): void {
    this.#phones.forEach((phones, slot) => {
      if (phones?.includes(run)) found.raise(slot, score);
    });
  }

  #addNear(found: Scores, word: string): void {
    for (const [{ word: meant, names, others }, errors] of this.#words.near(word)) {
      const initial = meant[0] === word[0] ? SAME_INITIAL : 0;
      const more = initial - (errors - 1) * SECOND_TYPO;
      found.raiseAll(names, NAME.typo + more);
      found.raiseAll(others, OTHER.typo + more);
    }
  }

  /** Who has all parts of a term, each as `match` finds it. */
  #addParts(found: Scores, { parts }: Term, match: (part: string) => Scores): void {
    if (parts.length === 0) return;
    const all = Scores.every(parts.map(match));
    for (const slot of all.slots) {
      found.raise(slot, Math.max(1, Math.floor(all.of[slot]! / parts.length) - APART));
    }
  }
}
