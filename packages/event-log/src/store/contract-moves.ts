import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from './port.js';
import { append, sample, type SampleStore } from './test-samples.js';

/** What lies in folders, where documents and links are moved and renamed. */
export const movesContract = (open: () => Promise<SampleStore>) =>
  describe('folders', () => {
    let opened: SampleStore;
    let store: EventStore;
    beforeAll(async () => {
      opened = await open();
      ({ store } = opened);
    });
    afterAll(() => opened.close());

    it('hold what was moved there, and no longer what was moved away', async () => {
      const [from, to] = [randomUUID(), randomUUID()];
      const [file, link] = [streamOf('file', randomUUID()), streamOf('link', randomUUID())];
      const bytes = { folderId: from, name: 'a', blob: '', size: 1, mediaType: '' };
      const data = { folderId: from, name: 'b', link: 'https://feusa.example/' };
      const moved = (folderId: string, fromFolderId: string, name?: string) => ({
        ...{ folderId, fromFolderId },
        ...(name !== undefined && { name }),
      });
      await append(store, [
        sample(file, 1, { type: 'FileAdded', data: bytes }),
        sample(link, 1, { type: 'LinkAdded', data }),
        sample(file, 2, { type: 'FileMoved', data: moved(to, from, 'a (2)') }),
        sample(link, 2, { type: 'LinkMoved', data: moved(to, from) }),
        sample(link, 3, { type: 'LinkMoved', data: moved(from, to) }),
      ]);
      expect((await store.heldIn([from])).map(({ stream }) => stream)).toEqual([link]);
      expect((await store.heldIn([to])).map(({ stream }) => stream)).toEqual([file]);
      expect(await store.namesIn([from])).toEqual([{ folder: from, stream: link, name: 'b' }]);
      expect(await store.namesIn([to])).toEqual([{ folder: to, stream: file, name: 'a (2)' }]);
      const [here, there] = [
        { folder: from, name: 'b' },
        { folder: to, name: 'a (2)' },
      ];
      const former = [
        { folder: from, name: 'a' },
        { folder: to, name: 'b' },
      ];
      expect(await store.namedIn([here, there, ...former])).toEqual([
        { ...there, stream: file },
        { ...here, stream: link },
      ]);
      const renamed = { folderId: to, name: 'c' };
      const renamedTo = { folder: to, name: 'c' };
      await append(store, [sample(file, 3, { type: 'FileRenamed', data: renamed })]);
      expect(await store.namesIn([to])).toEqual([{ folder: to, stream: file, name: 'c' }]);
      expect(await store.namedIn([there, renamedTo])).toEqual([{ ...renamedTo, stream: file }]);
      await append(store, [sample(file, 4, { type: 'FileRemoved', data: { folderId: to } })]);
      expect(await store.heldIn([to])).toEqual([]);
      expect(await store.namedIn([renamedTo])).toEqual([]);
    });
  });
