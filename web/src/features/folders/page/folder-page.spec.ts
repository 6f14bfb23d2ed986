import { describe, expect, it } from '@jest/globals';
import { changed, differences, idOfPath } from './folder-page.js';
import { file, folder, page } from './test-page.js';

it.each([
  ['/dashboard', null],
  ['/dashboard/', null],
  ['/dashboard/A/B', 'b'],
  ['/dashboard/a/b/', 'b'],
])('the folder of %s is %s', (path, id) => expect(idOfPath(path)).toBe(id));

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

it('tells added, removed and changed rows', () => {
  const one = page({ folders: [folder('same'), folder('gone'), folder('renamed')] });
  const two = page({
    folders: [folder('same'), folder('renamed', 'x', { version: 2 }), folder('new')],
  });
  expect([...differences(one, two)].sort()).toEqual(['gone', 'new', 'renamed']);
});
