import { describe, expect, it } from '@jest/globals';
import { allOf, arrange } from './entries.js';
import { differences, heldBack } from './hold-back.js';
import { folder, page } from './test-page.js';
import type { FolderPage } from '@feusa/contracts/views';

const order = (of: FolderPage) => allOf(arrange(of, 'name', '')).map(({ id }) => id);
const shown = page({ folders: [folder('b'), folder('d')] });
const hold = (latest: FolderPage, anchor: string | undefined, own: string[] = []) =>
  heldBack(shown, latest, { order, anchor, isOwn: (id) => own.includes(id) });
const plus = (...ids: string[]) =>
  page({ folders: [folder('b'), folder('d'), ...ids.map((id) => folder(id))] });

describe('a change by somebody else', () => {
  it('is shown at once when nothing is pointed at', () =>
    expect(hold(plus('a'), undefined)).toBeUndefined());
  it('is shown at once when what is pointed at stays where it is', () =>
    expect(hold(plus('c', 'e'), 'b')).toBeUndefined());
  it('waits when it would move what is pointed at, and is counted', () => {
    const held = hold(plus('a', 'c'), 'b');
    expect(held?.waiting).toBe(2);
    expect(held && order(held.page)).toEqual(['b', 'd']);
  });
  it('waits when it takes away what is pointed at, which is marked as gone', () => {
    const held = hold(page({ folders: [folder('d')] }), 'b');
    expect([...(held?.gone ?? [])]).toEqual(['b']);
    expect(held && order(held.page)).toEqual(['b', 'd']);
  });
});

it('an own change is never held back', () => expect(hold(plus('a'), 'b', ['a'])).toBeUndefined());

it('tells added, removed and changed rows', () => {
  const one = page({ folders: [folder('same'), folder('gone'), folder('renamed')] });
  const two = page({
    folders: [folder('same'), folder('renamed', 'x', { version: 2 }), folder('new')],
  });
  expect([...differences(one, two)].sort()).toEqual(['gone', 'new', 'renamed']);
});
