import { INVALID_CHARACTER, lengthOf } from '@feusa/contracts/text';
import { isPattern, repeatedPart } from './patterns.js';

export interface PasswordRule {
  /** The fewest characters, as people count them. */
  readonly min: number;
  /** The account's own address, which is no password. */
  readonly email: string;
}

const EASY = 'This password is too easy to guess';
const company = ['feusa', 'feusaintranet'];
/** What the list lacks. */
const more = ['login', 'toor', 'qwertz', 'ytrewq', 'poiuyt', 'poiuytrewq', 'mnbvcxz', '420420'];
/** Past this length even a repeated letter is on nobody's list. */
const LONGEST_PATTERN = 24;
const AFFIX = 4;

/** What is wrong with a new password, in the words that a person reads; undefined where it will do. */
export async function passwordFault(
  password: string,
  { min, email }: PasswordRule,
): Promise<string | undefined> {
  if (!password.isWellFormed()) return INVALID_CHARACTER;
  if (lengthOf(password) < min) return `Password must be at least ${min} characters`;
  // Large, and needed only once somebody chooses a password.
  const { commonPasswords } = await import('./common.js');
  return isEasy(password, knownWords(folded(email), commonPasswords)) ? EASY : undefined;
}

type Known = (word: string) => boolean;

function isEasy(password: string, known: Known): boolean {
  const text = folded(password);
  return isRepetitive(text) || forms(text).some((form) => known(form) || known(repeatedPart(form)));
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

function knownWords(email: string, common: ReadonlySet<string>): Known {
  const local = email.slice(0, email.lastIndexOf('@'));
  const own = new Set([...company, ...more, email, local, lettersOf(email), lettersOf(local)]);
  return (word) => word !== '' && (common.has(word) || own.has(word));
}

function isRepetitive(text: string): boolean {
  if (text.length > LONGEST_PATTERN || !/^[ -~]*$/.test(text)) return false;
  return isPattern(text) || isPattern(repeatedPart(text)) || repeatedPart(text).length < 3;
}

/** The ways in which a word gets dressed up: `P@ssw0rd`, `password2026!`, `pass-word`. */
function forms(text: string): string[] {
  const plain = [text, stripped(text), lettersOf(text), stripped(lettersOf(text))];
  return [...plain, ...plain.map(unmasked)];
}

/** Without digits and signs around it, where these are few or a pattern. */
function stripped(text: string): string {
  const [, before = '', core = '', after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? [];
  const cheap = (affix: string) => affix.length <= AFFIX || isPattern(affix);
  return cheap(before) && cheap(after) ? core : text;
}

const masks: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const unmasked = (text: string) => text.replace(/[@431!0$57]/g, (sign) => masks[sign] ?? sign);
