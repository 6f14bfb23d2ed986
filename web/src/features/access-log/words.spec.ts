import { describe, expect, it } from '@jest/globals';
import { doerOf, wordsOf } from './words.js';

type Told = Parameters<typeof wordsOf>[0];

const entry: Told = {
  ...{ kind: 'refused', detail: null, count: null, files: [] },
  ...{ about: null, aboutName: null },
};
const said = (of: Partial<Told>) => {
  const { phrase, what, detail } = wordsOf({ ...entry, ...of });
  return [phrase, what, detail].filter(Boolean).join(' | ');
};
const refused = (detail: string, of = {}) => said({ detail, ...of });

describe('an entry of the access log', () => {
  it('calls what was refused by its name, and by no route', () => {
    expect(refused('folder/not-found GET /api/folders/:id')).toBe(
      'was refused | a folder | “Folder not found”',
    );
    expect(refused('not-allowed POST /api/commands/add-folder')).toBe(
      'was refused | “add folder” | “You are not allowed to do this”',
    );
    expect(refused('not-allowed GET /api/audit/events/:position')).toMatch('refused | the log |');
    expect(refused('not-allowed GET /api/new-thing')).toMatch('was refused | another place |');
    expect(refused('file/not-found GET /files/:id', { files: ['f'] })).toBe(
      'was refused | “File not found”',
    );
    expect(refused('folder/not-found GET /api/folders/:id', { aboutName: 'Pay' })).toBe(
      'was refused | “Folder not found”',
    );
  });

  it('says whose past was looked at, and what was exported', () => {
    expect(said({ kind: 'past', detail: '/api/folders/:id' })).toBe(
      'looked at the past | of a folder',
    );
    expect(said({ kind: 'exported', detail: 'people' })).toBe('exported | the employees');
    expect(said({ kind: 'downloaded', detail: 'version 2' })).toBe('downloaded | version 2');
  });

  it('says of an account what was done', () => {
    const account = { kind: 'account', detail: 'second factor taken away' } as const;
    expect(said(account)).toBe('took the second factor away from');
    expect(said({ ...account, about: 'user-1' })).toMatch('away from | a former user');
    expect(said({ kind: 'step-up', detail: 'step-up failed' })).toMatch('entered a wrong password');
    expect(said({ kind: 'account', detail: 'registration refused: team password wrong' })).toBe(
      'was refused a registration | team password wrong',
    );
  });

  it('was made by the system where nobody can have done it', () => {
    expect(doerOf({ kind: 'access-changed', user: null })).toBe('The system');
    expect(doerOf({ kind: 'sign-in-failed', user: null })).toBe('Somebody unknown');
    expect(doerOf({ kind: 'refused', user: 'u' })).toBe('A former user');
    expect(said({ kind: 'pruned', count: 4 })).toBe('deleted old entries | 4 entries');
  });
});
