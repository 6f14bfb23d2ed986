import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { caughtUp, isOwn, isSaved, newRow, optimistically, ownChangesOf } from './own-changes.js';

const LIST = '/api/list';
const row = { id: 'a', version: 3, name: 'New' };
const change = { list: LIST, id: 'a', row };
const answer = { id: 'a', version: 4, position: '7' };
const shown = (position?: string) => ownChangesOf<typeof row>(LIST, position);

/** A command that is under way until it is answered or refused. */
function begin(own = [change]) {
  let accept = () => {};
  let refuse = () => {};
  const sent = new Promise<typeof answer>((resolve, reject) => {
    accept = () => resolve(answer);
    refuse = () => reject(new Error('refused'));
  });
  return { done: optimistically(own, () => sent), accept, refuse };
}

describe('an own change', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    caughtUp(LIST, '99');
    jest.useRealTimers();
  });

  it('is shown at once, and has no position while it is under way', async () => {
    const { done, accept } = begin();
    expect(shown()).toEqual([change]);
    caughtUp(LIST, '99');
    expect(shown('99')).toHaveLength(1);
    accept();
    await done;
  });

  it('has the accepted version and position, and goes when the list has caught up', async () => {
    const { done, accept } = begin();
    accept();
    await done;
    expect(shown()).toEqual([{ ...change, row: { ...row, version: 4 }, position: 7 }]);
    expect(shown('7')).toEqual([]);
    caughtUp(LIST, '6');
    expect(shown()).toHaveLength(1);
    caughtUp('/api/other', '7');
    expect(shown()).toHaveLength(1);
    caughtUp(LIST, '7');
    expect(shown()).toEqual([]);
  });

  it('goes when it is refused, which who sent it hears of', async () => {
    const { done, refuse } = begin();
    refuse();
    await expect(done).rejects.toThrow('refused');
    expect(shown()).toEqual([]);
  });

  it('is laid on each list by itself', async () => {
    const gone = { list: '/api/from', id: 'a', row: null };
    const done = optimistically([gone, change], () => Promise.resolve(answer));
    await done;
    caughtUp('/api/from', '7');
    expect(ownChangesOf('/api/from')).toEqual([]);
    expect(shown()).toHaveLength(1);
  });

  it('is known by its id before its position is', async () => {
    const echo = { topic: 'folder:root', position: '7', op: 'put', id: 'a' } as const;
    const { done, accept } = begin();
    expect(isOwn(echo)).toBe(true);
    expect(isOwn({ ...echo, id: 'b' })).toBe(false);
    accept();
    await done;
  });

  it('of something new has the id that it keeps, and is not saved yet', () => {
    const fresh = newRow();
    expect(fresh.id).toMatch(/^[0-9a-f]{8}-/);
    expect(fresh.id).not.toBe(newRow().id);
    expect([isSaved(fresh), isSaved(row)]).toEqual([false, true]);
  });
});
