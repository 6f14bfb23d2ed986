import { expect, it } from '@jest/globals';
import { createStore } from './store.js';

it('tells those who follow of another value, and nobody of the same one', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const leave = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  leave();
  store.set(3);
  expect(seen).toEqual([2]);
});
