import { lettersOf } from './letters.js';

const firstLetter = (text: string) => lettersOf(text.trim())[0] ?? '';

export const initialsOf = (firstName: string, lastName: string): string =>
  `${firstLetter(firstName)}${firstLetter(lastName)}`.toLocaleUpperCase('en');

/** The same one of `count` tints for the same person on every screen. */
export function tintOf(id: string, count: number): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % count;
}
