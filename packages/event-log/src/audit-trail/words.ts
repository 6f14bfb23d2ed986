import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { listBounds } from '@feusa/contracts/bounds';
import type { StoredEvent } from '@feusa/contracts/events';
import { fold } from '@feusa/contracts/text-folding';

const WORD = /[\p{L}\p{N}]+/gu;
/** Words of one event that are indexed; it is not found by others. */
export const MOST_WORDS = listBounds.words.value;
const LONGEST = memoryBounds.auditWord.value;
/** Members of an event's data that no person would look for. */
const NOT_TEXT = /^(id|\w+Id|blob|mediaType)$/;

/** Folded words, each once: what is between blanks and punctuation, cut to 60 characters. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(WORD) ?? [];
  return [...new Set(words.map((word) => word.slice(0, LONGEST)))];
}

/** What an event says of its thing. */
export interface Said {
  /** What the thing is called from now on; undefined where the event does not tell. */
  readonly name: string | undefined;
  readonly words: readonly string[];
}

const silent: Said = { name: undefined, words: [] };

/** Nothing for an event that this release cannot read. */
export function saidIn(event: StoredEvent): Said {
  const data = readable(event);
  if (data === undefined) return silent;
  const words = new Set<string>();
  for (const text of textsIn(data)) {
    for (const word of wordsOf(text)) words.add(word);
    if (words.size >= MOST_WORDS) break;
  }
  return { name: nameIn(data), words: [...words].slice(0, MOST_WORDS) };
}

function readable(event: StoredEvent): Readonly<Record<string, unknown>> | undefined {
  try {
    return event.data;
  } catch {
    return undefined;
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    if (!NOT_TEXT.test(name)) yield* textsIn(member);
  }
}

/** People are called by both names, users by their e-mail address, errors by what went wrong. */
function nameIn(data: Readonly<Record<string, unknown>>): string | undefined {
  const { name, firstName, lastName, email, details } = data;
  const parts = [firstName, lastName].filter((part) => typeof part === 'string');
  const known = [name, parts.join(' '), email, details];
  return known.find((text): text is string => typeof text === 'string' && text !== '');
}
