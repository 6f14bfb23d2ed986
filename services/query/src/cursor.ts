import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import { z } from 'zod';

/**
 * SQL of a list by the time in a column, the newest first: `$1` and `$2` are the place that a page begins
 * after, or null.
 */
export const newestFirst = (column: string) => ({
  after: `($1::timestamptz is null or ${column} < $1 or (${column} = $1 and id > $2))`,
  order: `order by ${column} desc, id`,
});

/** Where a page of a list by time begins: after this time, and at it after this id. */
const Place = z.tuple([z.iso.datetime(), Id]);
export type Place = z.output<typeof Place>;

export const cursorOf = (place: Place): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws Refusal 'not-found' for a cursor that is not one of ours */
export function placeOf(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    return refuse('not-found');
  }
}
