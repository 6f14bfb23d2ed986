import { beforeEach, expect, it, jest } from '@jest/globals';
import { FindChanges } from './find-changes.js';

const state = { revision: 1, changes: 0, isWatched: true };
const changed = jest.fn();
let find: FindChanges;
const look = async (): Promise<boolean> => {
  changed.mockClear();
  await find.look({ isWatched: () => state.isWatched, changed });
  return changed.mock.calls.length > 0;
};

beforeEach(async () => {
  Object.assign(state, { revision: 1, changes: 0, isWatched: true });
  find = new FindChanges({ revision: () => Promise.resolve(state.revision) }, state);
  await look();
});

it('tells of what is new in the index, once', async () => {
  expect(await look()).toBe(false);
  state.revision += 5;
  expect([await look(), await look()]).toEqual([true, false]);
});

it('tells of people more than once, as their index may be late', async () => {
  state.changes += 1;
  expect([await look(), await look(), await look(), await look()]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('tells nobody while nobody looks, and those who come then', async () => {
  Object.assign(state, { revision: 2, isWatched: false });
  expect(await look()).toBe(false);
  state.isWatched = true;
  expect(await look()).toBe(true);
});
