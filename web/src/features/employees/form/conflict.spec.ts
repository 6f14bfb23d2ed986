import { describe, expect, it } from '@jest/globals';
import { changedMeanwhile, reapplied, valuesOf } from './conflict.js';
import { person } from '../employees.fixture.js';

const before = valuesOf(person('1'));
const theirs = { ...before, role: 'Foreman', location: 'Omaha' };
const mine = { ...before, role: 'Welder ', email: 'new@company.example' };
const versions = { before, theirs, mine };

describe('an edit that somebody overtook', () => {
  it('names what they changed, and where both did', () =>
    expect(changedMeanwhile(versions)).toEqual([
      { name: 'role', before: 'Mechanic', theirs: 'Foreman', mine: 'Welder', clash: true },
      { name: 'location', before: 'Fargo', theirs: 'Omaha', mine: 'Fargo', clash: false },
    ]));
  it('keeps mine where both changed, and theirs elsewhere', () =>
    expect(reapplied(versions, {})).toEqual({ ...theirs, role: 'Welder ', email: mine.email }));
  it('takes theirs where chosen', () =>
    expect(reapplied(versions, { role: 'theirs' }).role).toBe('Foreman'));
});
