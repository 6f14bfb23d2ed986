import { describe, expect, it } from 'vitest';
import { afterChange, payloadText } from './notice-list.js';

const notice = (id: string, createdAt: string) => ({ id, details: id, errors: null, createdAt });
const change = (op: 'put' | 'remove', id: string, value?: unknown) => ({
  topic: 'errors',
  position: '9',
  op,
  id,
  value,
});
const list = [notice('b', '2026-11-21T10:00:00Z'), notice('a', '2026-11-20T10:00:00Z')];
const ids = (notices: readonly { id: string }[]) => notices.map(({ id }) => id);

describe('notices', () => {
  it('show the newest first', () => {
    const next = afterChange(list, change('put', 'c', notice('c', '2026-11-21T11:00:00Z')));
    expect(ids(next)).toEqual(['c', 'b', 'a']);
  });
  it('come once, however often they arrive', () =>
    expect(ids(afterChange(list, change('put', 'a', list[1])))).toEqual(['b', 'a']));
  it('go when somebody dismisses them', () =>
    expect(ids(afterChange(list, change('remove', 'b')))).toEqual(['a']));
  it('stay the same list when nothing changes', () =>
    expect(afterChange(list, change('remove', 'x'))).toBe(list));
});

it.each([
  [null, ''],
  [{}, ''],
  ['no such row', 'no such row'],
  [{ row: 12 }, '{\n  "row": 12\n}'],
])('shows the payload %j', (errors, text) => expect(payloadText(errors)).toBe(text));
