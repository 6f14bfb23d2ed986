import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import { z } from 'zod';

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
