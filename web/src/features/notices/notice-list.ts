import type { ErrorView } from '@feusa/contracts/errors';
import type { ErrorList } from '@feusa/contracts/views';
import type { Change } from '../../shared/live.js';

/** Newest first, as the server lists them. */
export const compareNotices = (a: ErrorView, b: ErrorView): number =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? -1 : 1;

export function afterChange(list: readonly ErrorView[], change: Change): readonly ErrorView[] {
  const rest = list.filter(({ id }) => id !== change.id);
  if (change.op === 'remove') return rest.length === list.length ? list : rest;
  return [...rest, change.value as ErrorView].sort(compareNotices);
}

/** So many are kept at hand; the rest is asked for when these have gone. */
const AT_HAND = 200;

/** The first page of the list after a change; what lies behind it is only counted. */
export function pageAfter(list: ErrorList, change: Change): ErrorList {
  const errors = afterChange(list.errors, change).slice(0, AT_HAND);
  const wasThere = list.errors.some(({ id }) => id === change.id);
  const isWhole = list.next === null && list.total <= AT_HAND;
  const added = change.op === 'put' && !wasThere ? 1 : 0;
  const gone = change.op === 'remove' && (wasThere || !isWhole) ? 1 : 0;
  const total = Math.max(errors.length, list.total + added - gone);
  return { ...list, errors, total, position: change.position };
}

/** The payload as text; nothing where there is nothing in it. */
export function payloadText(errors: unknown): string {
  if (errors === null || errors === undefined || errors === '') return '';
  if (typeof errors === 'string') return errors;
  const text = JSON.stringify(errors, null, 2);
  return text === '{}' || text === '[]' ? '' : text;
}
