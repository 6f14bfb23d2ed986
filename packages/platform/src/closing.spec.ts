import { expect, it } from '@jest/globals';
import { openTogether, type Opened } from './closing.js';

const opening = (fault?: Error) => {
  const closed: string[] = [];
  const open = (parts: Opened) => {
    parts.add('first', () => void closed.push('first'));
    parts.add('second', () => {
      closed.push('second');
      if (fault) throw new Error('cannot be closed');
    });
    if (fault) throw fault;
    return Promise.resolve(parts);
  };
  return { closed, opened: openTogether(async (parts) => open(parts)) };
};

it('what was opened stays open, and is closed from the last to the first', async () => {
  const { closed, opened } = opening();
  const parts = await opened;
  expect(closed).toEqual([]);
  await parts.close();
  expect(closed).toEqual(['second', 'first']);
});

it('what was opened before a fault is closed, each part whatever comes of the others', async () => {
  const { closed, opened } = opening(new Error('cannot be opened'));
  await expect(opened).rejects.toThrow('cannot be opened');
  expect(closed).toEqual(['second', 'first']);
});
