import type { PersonDocument } from './port.js';
import { digits, fold, terms } from '@feusa/contracts/text-folding';

/** The words a person is found by, each in one group only. */
export interface PersonWords {
  readonly names: ReadonlySet<string>;
  /** The words of role, location, department and manager. */
  readonly others: ReadonlySet<string>;
  /** The address, its domain and what its local part has beyond the words above. */
  readonly mails: ReadonlySet<string>;
}

const PLAIN = /^[a-z]+( [a-z]+)*$/;

const spellings = (text: string): string[] => {
  const folded = fold(text);
  if (PLAIN.test(folded)) return folded.split(' '); // nearly all are: halves the time to fill
  return terms(folded).flatMap(({ forms, parts }) => [...forms, ...parts]);
};

const NUMBER = /^\d*$/;

export function wordsOf(person: PersonDocument): PersonWords {
  const names = new Set([person.firstName, person.lastName].flatMap(spellings));
  const others = new Set(
    [person.role, person.location, person.department, person.manager].flatMap(spellings),
  );
  for (const name of names) others.delete(name);
  const address = fold(person.email).trim();
  const [local = ''] = address.split('@');
  const [, ...inside] = local.split(/[^\p{L}\p{N}]+/u).filter((word) => !NUMBER.test(word));
  const mails = new Set([address, address.slice(local.length), ...inside]);
  for (const word of ['', ...names, ...others]) mails.delete(word);
  return { names, others, mails };
}

/** All phones as digits, kept apart so that no run of digits spans two of them. */
export const phonesOf = ({ phoneNumber, mobile }: PersonDocument): string =>
  `${digits(phoneNumber)} ${digits(mobile ?? '')}`;

/** The order of people who match equally: by name. */
export const keyOf = ({ firstName, lastName, id }: PersonDocument): string =>
  `${fold(firstName)} ${fold(lastName)} ${id}`;
