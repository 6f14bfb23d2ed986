import { ApiError, isNoLongerThere, isUnreached } from './api.js';
import { Cancelled } from './conflicts/ask.js';
import { toast } from './toast-store.js';

export interface Failed {
  /** A sentence, for example 'An error occured when adding the file. Please try again.' */
  readonly text: string;
  /** What was not done, in its own words: all that is said where nothing went wrong but the connection. */
  readonly what?: string | undefined;
  /** All that is said where what it was about is no longer there: another try would come to the same. */
  readonly gone?: string;
  readonly error: unknown;
}

/** What failed, and what the server says about it. */
export function sentencesOf({ text, what = '', gone, error }: Failed): readonly string[] {
  if (gone !== undefined && isNoLongerThere(error)) return [gone];
  const detail = error instanceof ApiError ? error.detail : '';
  const first = what && isUnreached(error) ? '' : text;
  return [...new Set([first, what, detail])].filter(Boolean);
}

/** Says it in a message, as the form that would have said it was closed meanwhile. */
export function toastFailure(failed: Failed): void {
  if (failed.error instanceof Cancelled) return;
  toast({ tone: 'danger', text: sentencesOf(failed).join(' ') });
}
