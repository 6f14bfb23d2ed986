import { createHash } from 'node:crypto';
import type { Found } from './matcher.js';
import { keyOf, phonesOf, wordsOf } from './person-words.js';
import type { Holding, PersonDocument, Removal } from './port.js';

/** Over all that a person is found and sorted by. */
export function digestOf({ key, names, others, mails, phones }: Found & { key: string }): string {
  const words = [names, others, mails].map((each) => [...each].sort());
  const text = JSON.stringify([key, phones, ...words]);
  return createHash('sha256').update(text).digest('base64');
}

export const holdingOf = (person: PersonDocument): Holding => ({
  id: person.id,
  version: person.version,
  digest: digestOf({ key: keyOf(person), phones: phonesOf(person), ...wordsOf(person) }),
});

export const removed = ({ id, version }: Removal): Holding => ({ id, version, digest: 'removed' });
