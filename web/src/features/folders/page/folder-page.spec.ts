import { describe, expect, it } from '@jest/globals';
import { changed, withOwn } from './folder-page.js';
import { file, folder, page } from './test-page.js';

describe('a live change', () => {
  const before = page({ folders: [folder('1', 'Old')], docs: [file('2')] });
  const put = (position: string, value: unknown, id = '1') =>
    changed(before, { topic: 'folder:root', position, op: 'put', id, value });

  it('replaces a row and moves the position on', () =>
    expect(put('11', folder('1', 'New'))).toMatchObject({
      position: '11',
      folders: [{ name: 'New' }],
    }));
  it('adds a row where its kind belongs', () =>
    expect(put('11', file('3'), '3').docs.map(({ id }) => id)).toEqual(['2', '3']));
  it('takes a row out', () =>
    expect(
      changed(before, { topic: 'folder:root', position: '12', op: 'remove', id: '2' }).docs,
    ).toEqual([]));
  it('is ignored when the page has it already', () =>
    expect(put('10', folder('1', 'New'))).toBe(before));
});

describe('an own change', () => {
  const here = page({ folders: [folder('1', 'One')] });
  const own = (row: ReturnType<typeof folder>) => ({ list: 'here', id: row.id, row });
  const names = (of: ReturnType<typeof page>) => of.folders.map(({ name }) => name);

  it('is laid over the page, also beside a row of the same name', () =>
    expect(names(withOwn(here, [own(folder('2', 'One', { version: 0 }))]))).toEqual([
      'One',
      'One',
    ]));
  it('makes way for its row where that arrives before the answer', () => {
    const arrived = page({ folders: [folder('1', 'One'), folder('2', 'Two (2)')] });
    const mine = own(folder('2', 'Two', { version: 0 }));
    expect(names(withOwn(arrived, [mine]))).toEqual(['One', 'Two (2)']);
  });
  it('takes a row out, and a later one puts it back', () => {
    const gone = { list: 'here', id: '1', row: null };
    expect(names(withOwn(here, [gone]))).toEqual([]);
    expect(names(withOwn(here, [gone, own(folder('1', 'Back'))]))).toEqual(['Back']);
  });
  it('does not hide what somebody else did later', () => {
    const theirs = page({ folders: [folder('1', 'Theirs', { version: 3 })] });
    expect(names(withOwn(theirs, [own(folder('1', 'Mine', { version: 2 }))]))).toEqual(['Theirs']);
  });
});
