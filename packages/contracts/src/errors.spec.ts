import { describe, expect, it } from '@jest/globals';
import { LogError } from './errors.js';

const faultsOf = (body: object) =>
  LogError.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('an error report', () => {
  it.each([
    [{ status: 507, tries: [1, 2.5, true, null] }],
    ['text'],
    [0],
    [false],
    [null],
    [nested(30)],
    [{ path: 'C:\\users\\ud800', note: 'a \\u0000 in words' }],
  ])('may carry %j', (errors) =>
    expect(LogError.parse({ details: 'Upload failed', errors }).errors).toEqual(errors),
  );
  it('may carry nothing', () =>
    expect(LogError.parse({ details: ' Upload failed ' })).toEqual({
      details: 'Upload failed',
      errors: null,
    }));
  it('may tell of a backslash and a number', () =>
    expect(faultsOf({ details: 'C:\\u0000 \\ud800' })).toBeUndefined());

  it.each([undefined, null, '', '  ', 7, {}])('needs details, not %j', (details) =>
    expect(faultsOf({ details })).toEqual([['details', 'Required']]),
  );
  it('is of a sane length', () => {
    expect(faultsOf({ details: 'x'.repeat(2001) })).toEqual([['details', 'Too Long!']]);
    expect(faultsOf({ details: '資'.repeat(1400) })).toEqual([['details', 'Too Long!']]);
    expect(faultsOf({ details: 'x'.repeat(1000), errors: 'x'.repeat(3094) })).toBeUndefined();
    expect(faultsOf({ details: 'x'.repeat(1000), errors: '資'.repeat(1032) })).toEqual([
      ['errors', 'Too Long!'],
    ]);
  });
  it.each([34, 10_000, 100_000])('is not nested %i deep', (depth) =>
    expect(faultsOf({ details: 'x', errors: nested(depth) })).toEqual([['errors', 'Too Long!']]),
  );
  it.each([
    ['a text', 'a\0b'],
    ['a lone surrogate', { deep: ['\ud800'] }],
    ['a key', { ['a\0']: 1 }],
  ])('has no invalid character in %s', (_where, errors) =>
    expect(faultsOf({ details: 'x', errors })).toEqual([
      ['errors', 'Text has an invalid character'],
    ]),
  );
  it('has no invalid character in its details', () =>
    expect(faultsOf({ details: 'a\0b' })).toEqual([['details', 'Text has an invalid character']]));
  it('knows no other fields', () =>
    expect(faultsOf({ details: 'x', createdAt: 1 })).toHaveLength(1));
});
