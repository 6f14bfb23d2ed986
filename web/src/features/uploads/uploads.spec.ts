import { describe, expect, it } from '@jest/globals';
import { freeNameFor } from './prepare.js';
import { totalsOf, type Item, type UploadState } from './queue.js';

it.each([
  ['Plan.pdf', [], 'Plan (2).pdf'],
  ['Plan.pdf', ['Plan (2).pdf'], 'Plan (3).pdf'],
  ['no extension', [], 'no extension (2)'],
  ['.profile', [], '.profile (2)'],
  ['a.tar.gz', [], 'a.tar (2).gz'],
])('%s beside %j is kept as %s', (name, taken, free) =>
  expect(freeNameFor(name, new Set(taken))).toBe(free),
);

const item = (state: UploadState, size: number, sent = 0) =>
  ({ state, sent, file: { size } }) as Item;

describe('the total', () => {
  it('is by bytes, and leaves out what failed', () => {
    const totals = totalsOf([item('done', 100), item('sending', 300, 100), item('failed', 900)]);
    expect(totals).toMatchObject({ done: 1, failed: 1, active: 1, share: 0.5, paused: false });
  });
  it('is paused when all that is left is paused', () =>
    expect(totalsOf([item('done', 1), item('paused', 1)]).paused).toBe(true));
  it('of empty files is complete', () => expect(totalsOf([item('done', 0)]).share).toBe(1));
});
