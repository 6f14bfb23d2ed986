import { extensionOf } from './entries.js';

const nouns: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'recording'],
  [/spreadsheet|excel|csv/, 'spreadsheet'],
  [/presentation|powerpoint/, 'presentation'],
  [/pdf|word|document|^text\//, 'document'],
  [/zip|compressed|tar/, 'archive'],
];

/** What a file is, in a person's words: 'PDF document' for a `application/pdf` with its extension. */
export function typeName(name: string, mediaType: string): string {
  const noun = nouns.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'file';
  const extension = extensionOf(name).toUpperCase();
  return extension ? `${extension} ${noun}` : noun.charAt(0).toUpperCase() + noun.slice(1);
}
