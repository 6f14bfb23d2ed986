import type { ErrorView } from '@feusa/contracts/errors';
import type { Change } from '../../shared/live.js';

/** Newest first, as the server lists them. */
export const compareNotices = (a: ErrorView, b: ErrorView): number =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? -1 : 1;

export function afterChange(list: readonly ErrorView[], change: Change): readonly ErrorView[] {
  const rest = list.filter(({ id }) => id !== change.id);
  if (change.op === 'remove') return rest.length === list.length ? list : rest;
  return [...rest, change.value as ErrorView].sort(compareNotices);
}

/** The payload as text; nothing where there is nothing in it. */
export function payloadText(errors: unknown): string {
  if (errors === null || errors === undefined || errors === '') return '';
  if (typeof errors === 'string') return errors;
  const text = JSON.stringify(errors, null, 2);
  return text === '{}' || text === '[]' ? '' : text;
}
