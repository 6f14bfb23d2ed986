import { expect, it } from '@jest/globals';
import type { Known } from '@feusa/search/find/port';
import type { Ranked } from './ranking.js';
import { shownHits } from './shown-hits.js';

const hit = (id: string, name: string): Ranked => ({
  ...{ kind: 'file', id, name, matched: 'content', score: 1, folderId: 'top', blob: 'b' },
});
const known = new Map<string, Known>([
  ['plan', { kind: 'file', name: 'Plan.txt', folderId: 'top', blob: 'b' }],
  ['secret', { kind: 'file', name: 'Secret.txt', folderId: 'gone', blob: 'b' }],
  ['kept', { kind: 'file', name: 'Kept.txt', folderId: 'shut', blob: 'b' }],
  ['other', { kind: 'file', name: 'Other.txt', folderId: 'top', blob: 'b' }],
]);
const from = {
  index: {
    known: (ids: readonly string[]) =>
      Promise.resolve(new Map([...known].filter(([id]) => ids.includes(id)))),
    wordsIn: () =>
      Promise.resolve(
        new Map([
          ['plan', ['oil']],
          ['secret', ['oil']],
          ['kept', ['oil']],
          ['other', []],
        ]),
      ),
    texts: () => Promise.resolve(new Map([['b', 'Drain the oil']])),
  },
  folders: {
    path: (id: string | null) =>
      id === 'top' || id === 'shut' ? [{ id: 'top', name: 'Manuals' }] : undefined,
  },
  database: { find: () => Promise.resolve([]) },
  sight: { reads: (id: string | null) => id !== 'shut' },
};

it('shows what is there as it is, whatever an engine says of it', async () => {
  const hits = await shownHits(from, [hit('plan', '<b>A lie</b>')], ['oil']);
  expect(hits).toEqual([
    {
      ...{ kind: 'file', id: 'plan', name: 'Plan.txt', matched: 'content' },
      ...{ path: [{ id: 'top', name: 'Manuals' }], excerpt: 'Drain the <mark>oil</mark>' },
    },
  ]);
});

it.each([
  ['what there is not', 'never'],
  ['what lies where nobody sees it', 'secret'],
  ['what lies in a folder that somebody may not read', 'kept'],
  ['what has none of the words', 'other'],
])('leaves out %s', async (_, id) =>
  expect(await shownHits(from, [hit(id, 'Oil')], ['oil'])).toEqual([]),
);
