import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byFirstName, inOrderOfNames } from './order.js';

/** `é` in one and in two letters, which are one name to people, and names that begin alike. */
const name = fc.constantFrom(
  'Ada',
  'ada',
  'Åsa',
  'Rene\u0301e',
  'Ren\u00e9e',
  'Renee',
  'Zoë',
  '',
  '10',
  '9',
);
const people = fc.array(fc.record({ id: fc.uuid(), firstName: name, lastName: name }));

it('puts many people into the order that two of them have', () => {
  fc.assert(
    fc.property(people, (all) => {
      expect(inOrderOfNames(all)).toEqual([...all].sort(byFirstName));
    }),
  );
});
