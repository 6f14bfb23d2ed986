import { expect, it } from '@jest/globals';
import type { FindHit } from '@feusa/contracts/find';
import { excerptParts, findAddress, hrefOf } from './find.js';

it('asks for what can be found', () => {
  expect(findAddress({ q: ' oil & gas ' })).toBe('/api/find?q=oil+%26+gas');
  expect(findAddress({ q: 'oil', kind: 'file', folder: 'f', limit: 5, cursor: 'c' })).toBe(
    '/api/find?q=oil&kind=file&in=f&limit=5&cursor=c',
  );
  const week = new URLSearchParams(findAddress({ q: 'oil', when: 'week' })!.split('?')[1]);
  const days = (Date.now() - Date.parse(week.get('from')!)) / 86_400_000;
  expect(Math.floor(days)).toBe(7);
  expect(findAddress({ q: 'oil', when: 'never' })).toBe('/api/find?q=oil');
  for (const q of ['', '  ', '!?']) expect(findAddress({ q })).toBeNull();
});

it('knows where a thing is seen', () => {
  const path = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  const hit = (more: Partial<FindHit>) =>
    hrefOf({ kind: 'file', id: 'x', name: '', path, matched: 'name', ...more });
  expect(hit({})).toBe('/dashboard/a/b?detail=x');
  expect(hit({ kind: 'folder' })).toBe('/dashboard/a/b/x');
  expect(hit({ kind: 'person', path: [] })).toBe('/dashboard/employees?person=x');
  expect(hit({ kind: 'link', link: 'https://x.example/' })).toBe('https://x.example/');
  expect(hit({ kind: 'link', link: 'javascript:alert(1)' })).toBeUndefined();
});

it('takes an excerpt apart, and reads none of it as HTML', () =>
  expect(excerptParts('a &lt;b&gt; <mark>oil</mark> &amp;amp; c')).toEqual([
    { text: 'a <b> ', isMarked: false },
    { text: 'oil', isMarked: true },
    { text: ' &amp; c', isMarked: false },
  ]));
