import { describe, expect, it } from '@jest/globals';
import { afterChange, pageAfter, payloadText } from './notice-list.js';

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

describe('a page of notices', () => {
  const page = { errors: list, position: '8', next: null, total: 2 };
  it('counts what comes, once', () => {
    const next = pageAfter(page, change('put', 'c', notice('c', '2026-11-21T11:00:00Z')));
    expect(next).toMatchObject({ total: 3, position: '9' });
    expect(pageAfter(next, change('put', 'c', notice('c', '2026-11-21T11:00:00Z'))).total).toBe(3);
  });
  it('counts what goes, also where it was on a later page', () => {
    expect(pageAfter(page, change('remove', 'x')).total).toBe(2);
    expect(pageAfter(page, change('remove', 'b')).total).toBe(1);
    const first = { ...page, next: 'later', total: 150 };
    expect(pageAfter(first, change('remove', 'x')).total).toBe(149);
  });
  it('keeps the newest 200 at hand', () => {
    const many = Array.from({ length: 200 }, (_, n) => notice(`n${n}`, '2026-11-21T10:00:00Z'));
    const full = { ...page, errors: many, total: 200 };
    const next = pageAfter(full, change('put', 'c', notice('c', '2026-11-21T11:00:00Z')));
    expect([next.errors.length, next.total, next.errors[0]?.id]).toEqual([200, 201, 'c']);
  });
});

it.each([
  [null, ''],
  [{}, ''],
  ['no such row', 'no such row'],
  [{ row: 12 }, '{\n  "row": 12\n}'],
])('shows the payload %j', (errors, text) => expect(payloadText(errors)).toBe(text));
