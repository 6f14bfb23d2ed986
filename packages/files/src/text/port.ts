import type { TextFormat } from '@feusa/contracts/find';

/** The text of a document, within `textBounds`; or why there is none, for people to read. */
export type ExtractedText = { readonly text: string } | { readonly reason: string };

/**
 * Reads the text of documents apart from the requests: one that is broken, endless or made to harm costs
 * itself and nothing else.
 */
export interface TextExtractor {
  /**
   * One after the other. Never rejects because of what is in a document.
   * @param charset declared with a text
   */
  extract(bytes: Uint8Array, format: TextFormat, charset?: string): Promise<ExtractedText>;
  close(): Promise<void>;
}

/** Why a document can't be searched, in words for those who have it. */
export const reasons = {
  tooLarge: 'The file is too large to be searched',
  damaged: 'The file is damaged, or is not what its name says',
  locked: 'The file is protected by a password',
  older: 'The file has an older Office format; saved in a newer one it can be searched',
  empty: 'The file has no text in it',
  tooSlow: 'Reading the text took too long',
  tooMuch: 'Reading the text took too much memory',
} as const;

/** A document that can't be read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly reason: string) {
    super(reason);
  }
}
