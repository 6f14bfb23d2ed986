import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeadLetters, NewDeadLetter, RedriveRequest } from './port.js';

/** Opens empty dead letters; `later` lets so many seconds pass for them. */
export interface OpenedLetters {
  readonly letters: DeadLetters;
  later(seconds: number): Promise<void>;
}

const letter = (more: Partial<NewDeadLetter> = {}): NewDeadLetter => ({
  consumer: 'read-model',
  stream: 'folder-1',
  fromVersion: 3,
  position: 17,
  eventId: 'an event',
  eventType: 'FolderMoved',
  error: 'it does not fit',
  tries: 5,
  ...more,
});
const order = (more: Partial<RedriveRequest> = {}): RedriveRequest => ({
  by: 'ada',
  perMinute: 60,
  force: false,
  ...more,
});
const stop = (error: string) => ({ ...letter({ fromVersion: 4, position: 20 }), error });

export const deadLettersContract = (name: string, open: () => Promise<OpenedLetters>) =>
  describe(`dead letters: ${name}`, () => {
    let letters: DeadLetters;
    let later: OpenedLetters['later'];
    beforeEach(async () => {
      ({ letters, later } = await open());
      await letters.add(letter());
    });
    const theOne = async () => (await letters.list())[0]!;
    const redriven = async (force = false) => {
      const { id } = await theOne();
      await letters.redrive([id], order({ force }));
      return letters.claim('read-model', 20);
    };

    it('shows what is blocked, of one consumer or of all', async () => {
      await letters.add(letter({ consumer: 'search-indexer' }));
      const [one, ...rest] = await letters.list('read-model');
      expect(rest).toEqual([]);
      expect(one).toMatchObject({ ...letter(), redrives: 0, state: 'blocked', dueAt: null });
      expect(Date.parse(one!.blockedAt)).toBeGreaterThan(0);
      expect((await letters.list()).map(({ consumer }) => consumer)).toEqual([
        'read-model',
        'search-indexer',
      ]);
      expect(await letters.find(one!.id)).toEqual(one);
      expect(await letters.find(999)).toBeUndefined();
    });

    it('blocks a stream once for a consumer, at the earliest event', async () => {
      await letters.add(letter({ fromVersion: 5, error: 'a later one' }));
      expect(await letters.list()).toMatchObject([{ fromVersion: 3, error: 'it does not fit' }]);
      await letters.add(letter({ fromVersion: 2, position: 9, error: 'an earlier one' }));
      expect(await letters.list()).toMatchObject([
        { fromVersion: 2, position: 9, error: 'an earlier one' },
      ]);
    });

    it('counts by consumer and state', async () => {
      await letters.add(letter({ stream: 'folder-2' }));
      await letters.add(letter({ consumer: 'search-indexer' }));
      const { id } = await theOne();
      await letters.discard(id, 'ada', 'a test');
      expect(await letters.counts()).toEqual(
        expect.arrayContaining([
          { consumer: 'read-model', state: 'discarded', count: 1 },
          { consumer: 'read-model', state: 'blocked', count: 1 },
          { consumer: 'search-indexer', state: 'blocked', count: 1 },
        ]),
      );
    });

    it('shows the first of them, those that were given up last', async () => {
      await letters.add(letter({ stream: 'folder-2' }));
      await letters.add(letter({ stream: 'folder-3' }));
      const [one, ...others] = await letters.list();
      await letters.discard(one!.id, 'ada', 'a test');
      expect(await letters.first(1)).toEqual(others.slice(0, 1));
      expect(await letters.first(2)).toEqual(others);
      expect(await letters.first(9)).toEqual([...others, { ...one, state: 'discarded' }]);
    });

    describe('a redrive', () => {
      it('is due at once, and claimed by one process', async () => {
        const { id } = await theOne();
        expect(await letters.claim('read-model', 17)).toBeUndefined();
        expect(await letters.redrive([id, 999], order())).toMatchObject([{ id }]);
        expect(await theOne()).toMatchObject({ state: 'due', dueAt: expect.any(String) });
        expect(await letters.claim('search-indexer', 17)).toBeUndefined();
        expect(await letters.claim('read-model', 17)).toMatchObject({ id, fromVersion: 3 });
        expect(await letters.claim('read-model', 17)).toBeUndefined();
      });

      it('is not asked for twice at once', async () => {
        const { id } = await theOne();
        await letters.redrive([id], order());
        expect(await letters.redrive([id], order({ force: true }))).toEqual([]);
        expect(await letters.actions({ limit: 9 })).toHaveLength(1);
      });

      it('goes in the order of the log, so many a minute, after those before', async () => {
        await letters.add(letter({ stream: 'folder-2', position: 4 }));
        await letters.add(letter({ stream: 'folder-3', position: 30 }));
        const ids = (await letters.list()).map(({ id }) => id);
        const first = await letters.redrive(ids.slice(0, 2), order({ perMinute: 30 }));
        const second = await letters.redrive(ids.slice(2), order({ perMinute: 30 }));
        const dues = [...first, ...second].map(({ dueAt }) => Date.parse(dueAt));
        expect([...first, ...second].map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]]);
        expect([dues[1]! - dues[0]!, dues[2]! - dues[1]!]).toEqual([2000, 2000]);
        expect(await letters.claim('read-model', 99)).toMatchObject({ id: ids[1] });
        expect(await letters.claim('read-model', 99)).toBeUndefined();
        await later(2.1);
        expect(await letters.claim('read-model', 99)).toMatchObject({ id: ids[0] });
      });

      it('is left for 10 s to a process that has come that far', async () => {
        const { id } = await theOne();
        await letters.redrive([id], order());
        expect(await letters.claim('read-model', 16)).toBeUndefined();
        await later(10.1);
        expect(await letters.claim('read-model', 16)).toMatchObject({ id });
      });

      it('that worked takes the stream out, and is remembered', async () => {
        const { id } = (await redriven())!;
        await letters.succeeded(id);
        expect(await letters.list()).toEqual([]);
        expect(await letters.actions({ letter: id })).toMatchObject([
          { kind: 'redrive', by: 'ada', outcome: 'done', stream: 'folder-1', note: null },
        ]);
      });

      it('that failed is remembered with where it stops now', async () => {
        const { id } = (await redriven())!;
        await letters.failed(id, stop('still not'));
        expect(await theOne()).toMatchObject({
          ...{ id, fromVersion: 4, position: 20, error: 'still not', tries: 6 },
          ...{ redrives: 1, state: 'blocked', dueAt: null },
        });
        expect(await letters.actions({ letter: id })).toMatchObject([
          { outcome: 'failed', note: 'still not' },
        ]);
      });

      it('that failed three times quarantines the stream, until one is forced', async () => {
        for (let count = 1; count <= 3; count++) {
          expect((await theOne()).state).toBe('blocked');
          await letters.failed((await redriven())!.id, stop(`fault ${count}`));
        }
        expect(await theOne()).toMatchObject({ state: 'quarantined', redrives: 3 });
        expect(await redriven()).toBeUndefined();
        await letters.failed((await redriven(true))!.id, stop('and again'));
        expect(await theOne()).toMatchObject({ state: 'quarantined', redrives: 4 });
      });

      it('whose process died is taken over after 30 s, and counts', async () => {
        const { id } = (await redriven())!;
        await later(29);
        expect(await letters.claim('read-model', 17)).toBeUndefined();
        await later(2);
        expect(await letters.claim('read-model', 17)).toMatchObject({ id, redrives: 2 });
        await later(31);
        await letters.claim('read-model', 17);
        await later(31);
        expect(await letters.claim('read-model', 17)).toBeUndefined();
        expect(await theOne()).toMatchObject({ state: 'quarantined', redrives: 3 });
      });

      it('during an outage does not count and comes again', async () => {
        const { id } = (await redriven())!;
        await letters.postpone(id);
        expect(await theOne()).toMatchObject({ state: 'due', redrives: 0 });
        expect(await letters.claim('read-model', 17)).toBeUndefined();
        await later(2.1);
        expect(await letters.claim('read-model', 17)).toMatchObject({ id });
      });
    });

    it('gives a stream up, once, with who and why', async () => {
      const { id } = (await redriven())!;
      expect(await letters.discard(id, 'bob', 'a test')).toBe(true);
      expect(await letters.discard(id, 'bob', 'again')).toBe(false);
      expect(await letters.discard(999, 'bob', 'nothing')).toBe(false);
      expect(await theOne()).toMatchObject({ state: 'discarded', dueAt: null });
      expect(await letters.actions({ limit: 9 })).toMatchObject([
        { kind: 'discard', by: 'bob', note: 'a test', outcome: 'done' },
        { kind: 'redrive', by: 'ada', outcome: 'dropped' },
      ]);
      expect(await redriven()).toBeUndefined();
      expect(await redriven(true)).toMatchObject({ id });
    });

    it('tells the last actions, newest first', async () => {
      const { id } = await theOne();
      for (let count = 1; count <= 2; count++) {
        await letters.redrive([id], order({ by: `person ${count}` }));
        await letters.failed((await letters.claim('read-model', 20))!.id, stop('no'));
      }
      expect((await letters.actions({ limit: 1 })).map(({ by }) => by)).toEqual(['person 2']);
      expect((await letters.actions({ letter: id })).map(({ by }) => by)).toEqual([
        'person 2',
        'person 1',
      ]);
      expect(await letters.actions({ letter: 999 })).toEqual([]);
    });
  });
