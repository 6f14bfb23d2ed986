import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { ERASED } from '@feusa/contracts/personal';
import { digits, fold } from '@feusa/contracts/text-folding';

const WORD = /[\p{L}\p{N}]+/gu;
const PHONE = /\+?\d[\d\s().\-/]{5,}\d/g;
/** Shorter numbers are many things. */
const PHONE_DIGITS = 7;

const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** What somebody was ever called, and may be found by in what others write. */
export class Who {
  /** First and last name each. */
  private readonly names = new Map<string, readonly [string, string]>();
  readonly emails = new Set<string>();
  private readonly phones = new Map<string, string>();
  /** The user's id, where it is a user: what users report is signed with it. */
  readonly reporter: string | undefined;

  /** A person's stream, and all its events. */
  constructor(stream: string, history: readonly StoredEvent[]) {
    if (nounOf(stream) === 'user') this.reporter = idOf(stream);
    for (const { type, data } of history) {
      // Of whom nothing is known any more, nothing is found: the mark of the erased is nobody's name.
      if ('email' in data && data.email === ERASED) continue;
      if (type === 'UserRegistered' || type === 'UserInvited')
        this.emails.add(data.email.toLowerCase());
      if (type !== 'EmployeeAdded' && type !== 'EmployeeUpdated') continue;
      this.names.set(fold(`${data.firstName}\n${data.lastName}`), [data.firstName, data.lastName]);
      this.emails.add(data.email.toLowerCase());
      for (const phone of [data.phoneNumber, data.mobile ?? ''])
        if (digits(phone).length >= PHONE_DIGITS) this.phones.set(digits(phone), phone);
    }
  }

  /** Whoever writes of them writes the words of one of these. */
  texts(): string[] {
    const names = [...this.names.values()].map((name) => name.join(' '));
    return [...names, ...this.emails, ...this.phones.keys(), ...this.phones.values()];
  }

  /** Whether a text says the full name in either order, the address or the number. */
  isMentionedIn(text: string): boolean {
    const said = ` ${wordsOf(text).join(' ')} `;
    const says = (words: string) => said.includes(` ${wordsOf(words).join(' ')} `);
    if ([...this.names.values()].some(([a, b]) => says(`${a} ${b}`) || says(`${b} ${a}`)))
      return true;
    if ([...this.emails].some(says)) return true;
    const numbers = (text.match(PHONE) ?? []).map(digits);
    return numbers.some((number) => [...this.phones.keys()].some((each) => number.endsWith(each)));
  }

  /** Whether a name of a thing has all words of theirs, as "2024_Miller-Ann.pdf". */
  isNamedIn(text: string): boolean {
    const said = new Set(wordsOf(text));
    const hasAll = (name: readonly string[]) =>
      wordsOf(name.join(' ')).every((word) => said.has(word));
    return this.isMentionedIn(text) || [...this.names.values()].some(hasAll);
  }
}
