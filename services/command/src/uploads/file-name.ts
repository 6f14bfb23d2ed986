import { commandBounds } from '@feusa/contracts/bounds';
const MOST_BYTES = commandBounds.fileName.value;
const MOST_EXTENSION = 20;
const UNNAMED = 'file';

const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/gu;
const invisible = /[\s\p{Cf}]/gu;
const refused = /\.(?:exe|bat|cmd|com|scr|lnk|msi|ps1|vbs)(?::[^/]*)?$/i;

/**
 * The name that a file is kept and offered under: without its path, control characters and characters
 * that turn the direction of text, at most 255 bytes of UTF-8 with its extension. Any text gives one.
 */
export function cleanFileName(text: string): string {
  const last = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const name = last
    .toWellFormed()
    .replace(unsafe, '')
    .trim()
    .replace(/[\s.]+$/u, '');
  return name.replace(invisible, '') === '' ? UNNAMED : shortened(name);
}

/** Whether a clean name is that of a program, also behind the name of a stream inside a file. */
export const isProgramName = (name: string): boolean => refused.test(name);

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MOST_EXTENSION ? name.slice(dot) : '';
  let room = MOST_BYTES - Buffer.byteLength(extension);
  let kept = '';
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept.trimEnd() + extension;
}
