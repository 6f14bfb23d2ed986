import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account, EventStore } from './port.js';
import {
  append,
  batch,
  folderStream,
  sample,
  userRegistered,
  type SampleStore,
} from './test-samples.js';

/** Who has an account, as it is written together with the events. */
export const accountsContract = (open: () => Promise<SampleStore>) => {
  let opened: SampleStore;
  let store: EventStore;
  const opening = async () => {
    opened = await open();
    ({ store } = opened);
  };

  describe('accounts', () => {
    const [ann, sam] = [randomUUID(), randomUUID()];
    beforeAll(async () => {
      await opening();
      await append(store, [
        userRegistered('Ann@Feusa.example', 'admin', ann),
        userRegistered('sam@feusa.example', 'basic', sam),
      ]);
    });
    afterAll(() => opened.close());

    it('are found by id and by e-mail in any case', async () => {
      const account = {
        id: ann,
        email: 'Ann@Feusa.example',
        role: 'admin',
        createdAt: '2026-11-21T08:00:00.000Z',
      };
      expect(await store.accountById(ann)).toEqual(account);
      expect(await store.accountByEmail(' aNN@feusa.EXAMPLE')).toEqual(account);
      expect(await store.accountByEmail('nobody@feusa.example')).toBeUndefined();
      expect((await store.accounts()).map(({ id }) => id).toSorted()).toEqual(
        [ann, sam].toSorted(),
      );
      expect(await store.adminCount()).toBe(1);
    });
    it('are found by their ids, and with all administrators', async () => {
      const idsOf = async (found: Promise<readonly Account[]>) =>
        (await found).map(({ id }) => id).toSorted();
      const all = await store.accounts();
      expect(await store.accountsById(all.map(({ id }) => id))).toEqual(all);
      expect(await idsOf(store.accountsById([sam, randomUUID(), 'system', '']))).toEqual([sam]);
      expect(await store.accountsById([])).toEqual([]);
      expect(await idsOf(store.adminsAnd([]))).toEqual([ann]);
      expect(await store.adminsAnd([sam, ann, 'system'])).toEqual(all);
    });
    it('have an e-mail address of their own: the whole batch of a second one is refused', async () => {
      const [head, stream] = [await store.head(), folderStream()];
      const events = [sample(stream, 1), userRegistered('SAM@feusa.example')];
      await expect(store.append(batch(head, events))).rejects.toThrow();
      expect(await store.head()).toEqual(head);
      expect(await store.readStreams([stream])).toEqual([]);
    });
    it('follow their events', async () => {
      const promoted = { type: 'UserRoleSet', data: { role: 'admin', from: 'basic' } } as const;
      await append(store, [sample(streamOf('user', sam), 2, promoted)]);
      expect(await store.adminCount()).toBe(2);
      const suspended = { type: 'UserSuspended', data: {} } as const;
      await append(store, [sample(streamOf('user', sam), 3, suspended)]);
      expect(await store.accountById(sam)).toMatchObject({ suspended: true });
      expect(await store.adminCount()).toBe(1);
      const reinstated = { type: 'UserReinstated', data: {} } as const;
      await append(store, [sample(streamOf('user', sam), 4, reinstated)]);
      expect(await store.accountById(sam)).not.toHaveProperty('suspended');
      expect(await store.adminCount()).toBe(2);
      const removed = { type: 'UserRemoved', data: {} } as const;
      await append(store, [sample(streamOf('user', sam), 5, removed)]);
      expect(await store.accountById(sam)).toBeUndefined();
      expect(await store.adminCount()).toBe(1);
      await append(store, [userRegistered('Sam@feusa.example')]);
    });
    it('stay as they are behind a stale head', async () => {
      const { position, hash } = await store.head();
      const stale = { position: position - 1, hash };
      expect(
        await store.append(batch(stale, [userRegistered('eve@feusa.example')])),
      ).toBeUndefined();
      expect(await store.accountByEmail('eve@feusa.example')).toBeUndefined();
    });
  });
};
