import { person } from './contract-employees.js';
import type { PersonDocument } from './port.js';

export type Invented = PersonDocument;

const SYLLABLES = 'ba ren ko lis tam uru vel nor çi dø gra şe mał fin zü eth ós pur wyn hak'.split(
  ' ',
);
const ROLES = ['Mechanic', 'Driver', 'Clerk', 'Parts Counter', 'Buyer', 'Trainer'];

/** The same numbers from 0 up to `below` for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
};

const accents: Readonly<Record<string, string>> = {
  ç: 'c',
  ø: 'o',
  ş: 's',
  ł: 'l',
  ü: 'u',
  ó: 'o',
};

/** Lower case in plain letters. */
export const unaccented = (text: string): string =>
  text.toLowerCase().replace(/[çøşłüó]/g, (letter) => accents[letter]!);

/** People with made-up names of two to four syllables, always the same ones. */
export function invented(count: number): Invented[] {
  const next = numbers(7);
  const name = (syllables: number) => {
    const parts = Array.from({ length: syllables }, () => SYLLABLES[next(SYLLABLES.length)]!);
    const [first = '', ...rest] = parts.join('');
    return first.toUpperCase() + rest.join('');
  };
  return Array.from({ length: count }, (_, i) => {
    const [firstName, lastName] = [name(2), name(2 + next(3))];
    const phoneNumber = `402 ${100 + next(900)} ${1000 + next(9000)}`;
    const role = ROLES[next(ROLES.length)]!;
    const email = `${unaccented(firstName)}.${i}@feusa.example`;
    const manager = `${name(2)} ${name(3)}`;
    return person(`p${i}`, { firstName, lastName, email, role, manager, phoneNumber });
  });
}

/** The word with one letter wrong, missing, doubled or swapped with the next, never the first. */
export function misspelled(word: string): string {
  const next = numbers([...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const at = 1 + next(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  return [
    `${before}j${after}`,
    before + after,
    before + letter + letter + after,
    before + after[0] + letter + after.slice(1),
  ][next(4)]!;
}
