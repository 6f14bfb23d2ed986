import { expect, it } from '@jest/globals';
import { questionFor } from './removal.js';
import { file, folder, link } from '../page/test-page.js';

it.each([
  [file('1'), 'Delete File', 'Are you sure you want to delete this file?'],
  [link('1'), 'Delete Link', 'Are you sure you want to delete this link?'],
  [
    folder('1'),
    'Delete Folder',
    'Are you sure you want to delete this folder and all of its contents?',
  ],
])('asks before %o goes', (entry, title, text) =>
  expect(questionFor([entry])).toEqual({ title, text }),
);

it('asks once for many', () =>
  expect(questionFor([file('1'), link('2')]).title).toBe('Delete 2 items'));
