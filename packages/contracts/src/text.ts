import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { digitsOf } from './phone.js';

/** Made when it is needed: that takes 12 ms of a start. */
let segmenter: Intl.Segmenter | undefined;
const segments = (text: string) =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);

const AT_ONCE = 256;

/**
 * Characters as people count them: a family emoji or an accented letter is one. Each that is found holds a copy of all
 * that was looked through, so a long text is looked through piece by piece.
 */
export function lengthOf(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length;) {
    const piece = pieceOf(text, from, AT_ONCE);
    if (from + piece.length === text.length) return count + charactersIn(piece);
    const { index } = segments(piece).containing(piece.length - 1)!;
    count += index > 0 ? charactersIn(piece.slice(0, index)) : 1;
    from += index > 0 ? index : firstOf(text, from);
  }
  return count;
}

const charactersIn = (text: string): number =>
  text.length <= 1 ? text.length : [...segments(text)].length;

/** The length of a character that is longer than a piece. */
function firstOf(text: string, from: number): number {
  for (let size = 2 * AT_ONCE; ; size *= 2) {
    const piece = pieceOf(text, from, size);
    const [first] = segments(piece);
    if (first!.segment.length < piece.length || from + piece.length === text.length)
      return first!.segment.length;
  }
}

/** No pair of surrogates is torn. */
function pieceOf(text: string, from: number, size: number): string {
  const isTorn = /[\ud800-\udbff]/.test(text.charAt(from + size - 1));
  return text.slice(from, from + size - (isTorn ? 1 : 0));
}

/** A character of so many parts is none that anybody types. */
const PARTS = 32;

/** Whether it has so few characters, as people count them. */
export const isAtMost = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= most * PARTS && lengthOf(text) <= most);

const notAllowed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const invisible = /[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Whether there is nothing in it that a person could see. */
export const isBlank = (text: string) => text.replace(invisible, '') === '';

export const INVALID_CHARACTER = 'Text has an invalid character';

/** Whether PostgreSQL and every UTF-8 reader can take this text as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

interface LineRule {
  readonly required: string;
  readonly max: number;
  readonly characters?: string;
}

/** One trimmed line of well-formed text, 1 to `max` characters as people count them. */
export const line = ({ required, max, characters = INVALID_CHARACTER }: LineRule) =>
  z
    .string({ error: required })
    .trim()
    .superRefine((text, context) => {
      const fault = lineFault(text, { required, max, characters });
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

function lineFault(text: string, rule: Required<LineRule>): string | undefined {
  if (isBlank(text)) return rule.required;
  if (!text.isWellFormed()) return INVALID_CHARACTER;
  if (!isAtMost(text, rule.max)) return 'Too Long!';
  return notAllowed.test(text) ? rule.characters : undefined;
}

const FORBIDDEN = 'Name has characters that are not allowed';

/** Name of a folder or a link (seed, points 5 and 9). */
export const Name = line({
  required: 'Please choose a name',
  max: commandBounds.name.value,
  characters: FORBIDDEN,
});

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Name of a file: as long as that of an upload may be, and no path. */
export const FileName = line({
  required: 'Please choose a name',
  max: commandBounds.fileName.value,
  characters: FORBIDDEN,
})
  .refine((name) => !/[\\/]/.test(name), { error: FORBIDDEN })
  .refine((name) => bytesOf(name) <= commandBounds.fileName.value, { error: 'Too Long!' });

/** What tells the type of a file by its name, with the dot: '.pdf'; empty where there is none. */
export const fileExtension = (name: string): string => /(?<=.)\.[^.]{1,20}$/s.exec(name)?.[0] ?? '';

export const EMAIL_FAULT = 'Enter a valid e-mail address';
const email = /^[\p{L}\p{N}.!#$%&'*+/=^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** E-mail address of at most 254 characters, trimmed, its case kept. */
export const Email = (required = EMAIL_FAULT) =>
  z
    .string({ error: required })
    .trim()
    .superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: required });
      else if (text.length > commandBounds.email.value || !email.test(text) || text.includes('..'))
        context.addIssue({ code: 'custom', message: EMAIL_FAULT });
    });

/** The form under which two spellings of one address are the same account. */
export const normalEmail = (address: string): string =>
  address.trim().normalize('NFC').toLowerCase();

const phone = /^\+?[0-9 ().-]{7,40}$/;

/** 7 to 15 digits, written with spaces, parentheses, dots or dashes, after an optional plus. */
export const isPhone = (text: string): boolean => {
  const digits = digitsOf(text).length;
  return phone.test(text) && digits >= 7 && digits <= 15;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID, lower-cased; `fault` is said of anything else. */
export const idOr = (fault: string) =>
  z
    .string({ error: fault })
    .regex(uuid, { error: fault })
    .transform((id) => id.toLowerCase());

export const Id = idOr('Not a valid id');

const NIL = '00000000-0000-0000-0000-000000000000';

/** The id that a client gives to what it adds, not the nil UUID, which stands for no folder; left out, the server makes one. */
export const NewId = Id.refine((id) => id !== NIL, { error: 'Not a valid id' }).optional();
