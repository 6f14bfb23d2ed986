import { describe, expect, it } from '@jest/globals';
import { errorText } from './error-text.js';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (fault) {
    return fault;
  }
};
const sql = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, detail: 'Key (email)=(ann@feusa.example)', ...more });

describe('what is kept of an error', () => {
  it.each<[string, unknown, string]>([
    ['its first line', new Error('The row is full\n  at fold (rows.ts:1)'), 'The row is full'],
    ['what the program lacks', thrown(() => (undefined as never)['blob']), 'blob'],
    ['a position', new Error('FolderMoved at 1234567 does not fit'), 'FolderMoved at 1234567'],
    ['its name where it says nothing', new RangeError(''), 'RangeError'],
    ['that there was none', 'ann@feusa.example', 'An unknown error'],
    [
      'the code and the names of the database',
      sql('23502', 'null value in "name" of "Ann"', { table: 'docs', column: 'name' }),
      'SQL 23502 in docs.name',
    ],
    ['a broken rule', sql('23505', 'duplicate', { constraint: 'one_row' }), 'rule one_row'],
  ])('%s', (_what, fault, text) => expect(errorText(fault)).toContain(text));

  it.each([
    new Error('No place for "Ann Miller"'),
    new Error("failed to parse field of 'Ann Miller'"),
    new Error('Cannot send to ann@feusa.example or +1 (402) 555-0100'),
    new Error('Rejected: {"name":"Ann Miller"}'),
    new Error('Cut off: "Ann Mil'),
    thrown(() => JSON.parse('Ann Miller')),
    sql('22P02', 'invalid input syntax for type uuid: "Ann Miller ann@feusa.example"'),
  ])('nothing that could be somebody’s data: %s', (fault) =>
    expect(errorText(fault)).not.toMatch(/Ann|ann@|402|555/),
  );

  it('at most 200 letters', () => {
    expect(errorText(new Error('long '.repeat(100)))).toHaveLength(200);
  });
});
