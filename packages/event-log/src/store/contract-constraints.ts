import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from './port.js';
import { answer, append, batch, folderStream, sample, type SampleStore } from './test-samples.js';

/** The tables that are written together with the events. */
export const constraintsContract = (open: () => Promise<SampleStore>) => {
  let opened: SampleStore;
  let store: EventStore;
  const opening = async () => {
    opened = await open();
    ({ store } = opened);
  };

  describe('remembered answers', () => {
    beforeAll(opening);
    afterAll(() => opened.close());

    it('are stored with the events', async () => {
      const [key, unknown] = [randomUUID(), randomUUID()];
      const kept = answer(key, { answer: { ok: { id: 'a', version: 1, position: '1' } } });
      await append(store, [sample(folderStream(), 1)], { answers: [kept] });
      const found = await opened.another().answers([
        { actor: 'ann', key },
        { actor: 'ann', key: unknown },
      ]);
      expect(found).toEqual([kept]);
    });

    it('are stored without an event, and the log does not move', async () => {
      const [key, head] = [randomUUID(), await store.head()];
      const kept = answer(key, { answer: { no: 'folder/not-found', facts: {} } });
      expect(await append(store, [], { answers: [kept] })).toEqual([]);
      expect(await store.answers([{ actor: 'ann', key }])).toEqual([kept]);
      expect(await store.head()).toEqual(head);
    });

    it('belong to a person', async () => {
      const key = randomUUID();
      const two = [answer(key), answer(key, { actor: 'sam', answer: { ok: false } })];
      await append(store, [], { answers: two });
      expect(await store.answers([{ actor: 'sam', key }])).toEqual([two[1]]);
      expect(await store.answers([{ actor: 'eve', key }])).toEqual([]);
    });

    it('are given once: who comes second has to decide again, and nothing of it is written', async () => {
      const [key, stream] = [randomUUID(), folderStream()];
      await append(store, [], { answers: [answer(key)] });
      const head = await store.head();
      const second = answer(key, { bodyHash: 'another body' });
      for (const events of [[], [sample(stream, 1)]]) {
        expect(await store.append(batch(head, events, { answers: [second] }))).toBeUndefined();
      }
      expect(await store.head()).toEqual(head);
      expect(await store.readStreams([stream])).toEqual([]);
      expect(await store.answers([{ actor: 'ann', key }])).toEqual([answer(key)]);
    });

    it('are given once, too, to two writers at the same moment', async () => {
      const key = randomUUID();
      const head = await store.head();
      const tries = [1, 2, 3, 4].map((who) =>
        opened
          .another()
          .append(batch(head, [], { answers: [answer(key, { bodyHash: `body ${who}` })] })),
      );
      const written = (await Promise.all(tries)).filter(Boolean);
      expect(written).toEqual([[]]);
    });

    it('are forgotten once they are old', async () => {
      const key = randomUUID();
      await append(store, [], { answers: [answer(key)] });
      await store.forgetAnswers(1);
      expect(await store.answers([{ actor: 'ann', key }])).toHaveLength(1);
      await store.forgetAnswers(0);
      expect(await store.answers([{ actor: 'ann', key }])).toEqual([]);
    });
  });

  describe('places of folders', () => {
    const [top, middle, leaf, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    beforeAll(async () => {
      await opening();
      await append(store, [sample(streamOf('folder', top), 1)], {
        folders: [
          [top, { parentId: null, removed: false }],
          [middle, { parentId: top, removed: true }],
          [leaf, { parentId: middle, removed: false }],
          [other, { parentId: null, removed: false }],
        ],
      });
    });
    afterAll(() => opened.close());

    it('come with all that a folder lies in', async () => {
      expect(await store.folderChains([leaf])).toEqual(
        new Map([
          [leaf, { parentId: middle, removed: false }],
          [middle, { parentId: top, removed: true }],
          [top, { parentId: null, removed: false }],
        ]),
      );
      expect([...(await store.folderChains([top, other, randomUUID()])).keys()].toSorted()).toEqual(
        [top, other].toSorted(),
      );
    });
    it('give a height that counts removed folders', async () => {
      expect(await store.folderHeight(top)).toBe(3);
      expect(await store.folderHeight(leaf)).toBe(1);
      expect(await store.folderHeight(randomUUID())).toBe(0);
    });
    it('change with a later batch', async () => {
      const moved = { parentId: other, removed: false };
      await append(store, [sample(streamOf('folder', middle), 1)], { folders: [[middle, moved]] });
      expect((await store.folderChains([middle])).get(middle)).toEqual(moved);
      expect(await store.folderHeight(top)).toBe(1);
      expect(await store.folderHeight(other)).toBe(3);
    });
    it('hold what lies in them, as long as it is not removed', async () => {
      const [file, link] = [streamOf('file', randomUUID()), streamOf('link', randomUUID())];
      const data = { folderId: other, name: '"folderId":"', link: 'https://feusa.example/' };
      const added = { type: 'LinkAdded', data } as const;
      const bytes = { folderId: other, name: 'a', blob: '', size: 1, mediaType: '' };
      await append(store, [
        sample(link, 1, added),
        sample(file, 1, { type: 'FileAdded', data: bytes }),
        sample(link, 2, { type: 'LinkRemoved', data: { folderId: other } }),
      ]);
      const held = [
        { folder: other, stream: streamOf('folder', middle), position: 2 },
        { folder: other, stream: file, position: 4 },
      ];
      expect(await store.heldIn([other, leaf])).toEqual(held);
      await append(store, [
        sample(link, 3, { type: 'LinkRestored', data: { folderId: other } }),
        sample(file, 2, { type: 'FileRemoved', data: { folderId: other } }),
      ]);
      expect(await store.heldIn([other])).toEqual([
        held[0],
        { ...held[1], stream: link, position: 6 },
      ]);
    });
    it('hold names: the newest of what is not removed', async () => {
      const [folder, inner] = [randomUUID(), randomUUID()];
      const [file, link] = [streamOf('file', randomUUID()), streamOf('link', randomUUID())];
      const bytes = { folderId: folder, blob: '', size: 1, mediaType: '' };
      const stream = streamOf('folder', inner);
      const name = 'Öl "5W-30"\\';
      const link1 = { folderId: folder, name: 'a', link: 'https://feusa.example/' };
      await append(
        store,
        [
          sample(streamOf('folder', folder), 1),
          sample(stream, 1, { type: 'FolderAdded', data: { name: 'Old', parentId: folder } }),
          sample(stream, 2, { type: 'FolderRenamed', data: { name, parentId: folder } }),
          sample(file, 1, { type: 'FileAdded', data: { ...bytes, name: 'plan.pdf' } }),
          sample(file, 2, { type: 'FileRemoved', data: { folderId: folder } }),
          sample(link, 1, { type: 'LinkAdded', data: link1 }),
        ],
        {
          folders: [
            [folder, { parentId: null, removed: false }],
            [inner, { parentId: folder, removed: false }],
          ],
        },
      );
      const there = [
        { folder, stream, name },
        { folder, stream: link, name: 'a' },
      ];
      expect(await store.namesIn([folder])).toEqual(there);
      const data = { folderId: folder, name: 'plan (2).pdf' };
      await append(store, [sample(file, 3, { type: 'FileRestored', data })]);
      const found = await store.namesIn([folder, null]);
      expect(found.filter((each) => each.folder !== null)).toEqual([
        { folder, stream: file, name: 'plan (2).pdf' },
        ...there,
      ]);
      const atTheTop = { folder: null, stream: streamOf('folder', folder), name: 'Ploughs' };
      expect(found).toContainEqual(atTheTop);
      const asked = ['Old', name.normalize('NFD'), 'plan.pdf', 'plan (2).pdf', 'A'];
      expect(await store.namedIn(asked.map((each) => ({ folder, name: each })))).toEqual([
        { folder, stream: file, name: 'plan (2).pdf' },
        there[0],
      ]);
      expect(await store.namedIn([{ folder: null, name: 'Ploughs' }])).toContainEqual(atTheTop);
      expect(await store.namedIn([])).toEqual([]);
    });
  });
};
