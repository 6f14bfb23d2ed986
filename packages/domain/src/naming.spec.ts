import { Refusal } from '@feusa/contracts/refusals';
import { describe, expect, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { links } from './docs.js';
import { folders } from './folders.js';
import { keyOfName, nameFor, type Named, type Naming } from './naming.js';

const named = (kind: Named['kind'], ...names: readonly string[]): Named[] =>
  names.map((name, index) => ({ id: `${kind}${index}`, kind, name }));
const inside = (onConflict: Naming['onConflict'], there: readonly Named[]): Naming => ({
  onConflict,
  named: (key, folder) =>
    folder === 'manuals' ? there.filter(({ name }) => keyOfName(name) === key) : [],
});
const put = (name: string, kind: Named['kind'] = 'file') => ({ kind, folderId: 'manuals', name });
const both = (name: string, there: readonly Named[], kind?: Named['kind']) =>
  nameFor(put(name, kind), inside('keep-both', there));

describe('a name in a folder', () => {
  const plans = named('file', 'Plan.pdf');

  it('stays what it is where nobody asked', () =>
    expect(nameFor(put('Plan.pdf'), undefined)).toBe('Plan.pdf'));
  it('stays what it is where it is free', () => {
    expect(nameFor(put('Other.pdf'), inside('refuse', plans))).toBe('Other.pdf');
    const elsewhere = { ...put('Plan.pdf'), folderId: null };
    expect(nameFor(elsewhere, inside('refuse', plans))).toBe('Plan.pdf');
  });
  it('is no conflict with its own', () =>
    expect(nameFor({ id: 'file0', ...put('Plan.pdf') }, inside('refuse', plans))).toBe('Plan.pdf'));
  it('is refused where it is taken, by whatever has it, with one that is free', () => {
    const refusal = (name: string, kind: Named['kind'], there: readonly Named[]) => {
      try {
        return nameFor(put(name, kind), inside('refuse', there));
      } catch (fault) {
        if (fault instanceof Refusal) return [fault.code, fault.facts];
        throw fault;
      }
    };
    expect(refusal('Plan.pdf', 'file', plans)).toEqual([
      'name-taken',
      { id: 'file0', kind: 'file', name: 'Plan.pdf', suggestion: 'Plan (2).pdf' },
    ]);
    expect(refusal('Plan.pdf', 'link', plans)).toEqual([
      'name-taken',
      { id: 'file0', kind: 'file', name: 'Plan.pdf', suggestion: 'Plan.pdf (2)' },
    ]);
  });
  it('is taken by the same letters written in another way', () =>
    expect(both('Cafe\u0301', named('folder', 'Caf\u00e9'), 'folder')).toBe('Cafe\u0301 (2)'));
  it.each([
    ['Plan.pdf', ['Plan.pdf', 'Plan (2).pdf'], 'Plan (3).pdf'],
    ['Plan (2).pdf', ['Plan (2).pdf'], 'Plan (3).pdf'],
    ['.profile', ['.profile'], '.profile (2)'],
    ['archive.tar.gz', ['archive.tar.gz'], 'archive.tar (2).gz'],
    ['README', ['README'], 'README (2)'],
  ])('%s beside %j becomes %s', (name, there, free) =>
    expect(both(name, named('file', ...there))).toBe(free),
  );
  it('is cut where it would get too long', () => {
    const long = 'x'.repeat(50);
    const free = both(long, named('folder', long), 'folder');
    expect(free).toBe(`${'x'.repeat(46)} (2)`);
    const file = `${'é'.repeat(125)}.pdf`;
    expect(new TextEncoder().encode(both(file, named('file', file))).length).toBeLessThan(256);
  });
});

describe('what is put into a folder', () => {
  const there = named('folder', 'Ploughs', 'Weather');
  const lookup = () => ({ parentId: null, removed: false });
  const nobodyAsks = { id: 'f1', folders: lookup, heightOf: () => 1 };
  const about = (onConflict: Naming['onConflict']) => ({
    ...nobodyAsks,
    naming: inside(onConflict, there),
  });
  const facts = { id: 'folder0', kind: 'folder', name: 'Ploughs', suggestion: 'Ploughs (2)' };
  const spec = specOf(folders);
  const added = { type: 'FolderAdded', data: { name: 'Ploughs', parentId: 'manuals' } } as const;
  const removed = { type: 'FolderRemoved', data: { parentId: 'manuals' } } as const;

  it('is renamed as it is added', () =>
    spec
      .given()
      .when(
        { name: 'add-folder', body: { name: 'Ploughs', parentId: 'manuals' } },
        about('keep-both'),
      )
      .then({ type: 'FolderAdded', data: { name: 'Ploughs (2)', parentId: 'manuals' } }));
  it('is not renamed to what another is called', () =>
    spec
      .given({ type: 'FolderAdded', data: { name: 'Harrows', parentId: 'manuals' } })
      .when({ name: 'rename-folder', body: { id: 'f1', name: 'Ploughs' } }, about('refuse'))
      .thenRefused('name-taken', facts));
  it('does not come to another of its name', () =>
    spec
      .given({ type: 'FolderAdded', data: { name: 'Ploughs', parentId: null } })
      .when({ name: 'move-folder', body: { id: 'f1', parentId: 'manuals' } }, about('refuse'))
      .thenRefused('name-taken', facts));
  it('comes under another name', () =>
    spec
      .given({ type: 'FolderAdded', data: { name: 'Ploughs', parentId: null } })
      .when({ name: 'move-folder', body: { id: 'f1', parentId: 'manuals' } }, about('keep-both'))
      .then({
        type: 'FolderMoved',
        data: { parentId: 'manuals', fromParentId: null, name: 'Ploughs (2)' },
      }));
  it('gets the name back that it had before a move that is undone, where that is free', () => {
    const history = spec.given({ type: 'FolderAdded', data: { name: 'Other', parentId: null } });
    const back = { name: 'move-folder', body: { id: 'f1', parentId: 'manuals' } } as const;
    const moved = { parentId: 'manuals', fromParentId: null };
    const earlier = { earlier: { name: 'Ploughs' } };
    history
      .when(back, { ...nobodyAsks, ...earlier })
      .then({ type: 'FolderMoved', data: { ...moved, name: 'Ploughs' } });
    history.when(back, { ...about('refuse'), ...earlier }).thenRefused('name-taken', facts);
    history
      .when(back, { ...about('keep-both'), ...earlier })
      .then({ type: 'FolderMoved', data: { ...moved, name: 'Ploughs (2)' } });
  });
  it('is not restored beside what took its place', () =>
    spec
      .given(added, removed)
      .when({ name: 'restore-folder', body: { id: 'f1' } }, about('refuse'))
      .thenRefused('name-taken', facts));
  it('is restored beside it under another name', () =>
    spec
      .given(added, removed)
      .when({ name: 'restore-folder', body: { id: 'f1' } }, about('keep-both'))
      .then({ type: 'FolderRestored', data: { parentId: 'manuals', name: 'Ploughs (2)' } }));
  it('keeps the name that it was restored under', () =>
    spec
      .given(added, removed, {
        type: 'FolderRestored',
        data: { parentId: 'manuals', name: 'Ploughs (2)' },
      })
      .when({ name: 'rename-folder', body: { id: 'f1', name: 'Ploughs (2)' } }, about('refuse'))
      .then({ type: 'FolderRenamed', data: { name: 'Ploughs (2)', parentId: 'manuals' } }));

  it('is so for links', () => {
    const by = { id: 'ann', mayRestoreAll: true };
    const data = { folderId: 'manuals', name: 'Weather', link: 'https://weather.example/' };
    const context = { id: 'd1', by, folders: lookup };
    const link = specOf(links);
    link
      .given({ type: 'LinkAdded', data }, { type: 'LinkRemoved', data: { folderId: 'manuals' } })
      .when(
        { name: 'restore-link', body: { id: 'd1' } },
        { ...context, naming: inside('keep-both', there) },
      )
      .then({ type: 'LinkRestored', data: { folderId: 'manuals', name: 'Weather (2)' } });
  });
});
