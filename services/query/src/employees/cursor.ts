import { refuse } from '@feusa/contracts/refusals';

/** Where somebody is in the directory. */
export interface SortedEmployee {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const cursorOf = ({ firstName, lastName, id }: SortedEmployee): string =>
  Buffer.from(JSON.stringify([firstName, lastName, id])).toString('base64url');

/** @throws Refusal `not-found` for a cursor that is not one of ours */
export function employeeAt(cursor: string): SortedEmployee {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(place) &&
      place.length === 3 &&
      place.every((part) => typeof part === 'string')
    ) {
      const [firstName, lastName, id] = place as [string, string, string];
      return { firstName, lastName, id };
    }
  } catch {
    // Falls through: not a cursor of ours.
  }
  return refuse('not-found');
}
