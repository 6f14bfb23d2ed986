import { z } from 'zod';
import type { Crumb } from './views.js';

export const FindKind = z.enum(['folder', 'file', 'link', 'person']);
export type FindKind = z.output<typeof FindKind>;

/** Formats whose text is read. */
export type TextFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odf' | 'html' | 'plain';

/** Something found. */
export interface FindHit {
  readonly kind: FindKind;
  readonly id: string;
  readonly name: string;
  /** The folders that it lies in, from the top; none for people. */
  readonly path: readonly Crumb[];
  /** HTML: escaped text around the words, which stand in `<mark>`. */
  readonly excerpt?: string;
  /** By what it was found: `name`, `content`, or the field of a person. */
  readonly matched: string;
  /** Where nothing has all words: those that this result lacks. */
  readonly missing?: readonly string[];
  /** Of a link: where it leads to. */
  readonly link?: string;
}

/**
 * `GET /api/find`; `counts` are of all kinds, whichever was asked for, and stay at `findBounds.counted` where there
 * are more.
 */
export interface FindPage {
  readonly hits: readonly FindHit[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  readonly counts: Readonly<Record<FindKind, number>>;
}
