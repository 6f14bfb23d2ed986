import { createHash, randomUUID } from 'node:crypto';
import { idOf, streamOf } from '@feusa/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountsContract } from './contract-accounts.js';
import { constraintsContract } from './contract-constraints.js';
import { movesContract } from './contract-moves.js';
import { sequencesContract, writersContract } from './contract-writers.js';
import { independentHash, independentText } from './test-independent.js';
import type { EventFilter, EventStore } from './port.js';
import { storedForm } from './stored-form.js';
import { append, batch, folderStream, sample, type SampleStore } from './test-samples.js';

const sealOf = (id: string, version: number) =>
  createHash('sha256').update(`${id}:${version}`).digest().readUInt32BE(0);

/** What every event store does. */
export const eventStoreContract = (name: string, open: () => Promise<SampleStore>) =>
  describe(`event store contract: ${name}`, () => {
    writersContract(open);
    sequencesContract(open);
    constraintsContract(open);
    accountsContract(open);
    movesContract(open);

    describe('appending and reading', () => {
      let opened: SampleStore;
      let store: EventStore;
      beforeAll(async () => {
        opened = await open();
        ({ store } = opened);
      });
      afterAll(() => opened.close());

      it('begins empty, with 32 zero bytes for a hash', async () => {
        expect(await store.head()).toEqual({ position: 0, hash: Buffer.alloc(32) });
        expect(await store.read(0, 10)).toEqual([]);
        expect(await store.readRecorded(0, 10)).toEqual([]);
        expect(await store.positionAt('2100-01-01T00:00:00.000Z')).toBe(0);
      });

      it('gives positions from 1 and answers with what it will read', async () => {
        const stream = folderStream();
        const undoes = randomUUID();
        const events = [
          sample(stream, 1),
          sample(folderStream(), 1),
          sample(stream, 2, undefined, { undoes }),
        ];
        const recorded = await append(store, events);
        expect(recorded.map(({ event }) => event)).toEqual(
          events.map((event, index) => ({ ...event, position: index + 1 })),
        );
        expect(await store.readRecorded(0, 10)).toEqual(recorded);
        expect(await store.read(0, 10)).toEqual(recorded.map(({ event }) => event));
        expect(await store.readRecords(0, 10)).toEqual(
          recorded.map(({ event: { position, stream, version, type, actor, at }, bytes, hash }) => {
            const index = { stream, version, type, actor, at };
            return { position, bytes, hash, index };
          }),
        );
        expect(await opened.another().read(1, 1)).toEqual([recorded[1]?.event]);
      });

      it('reads files without what everybody has acknowledged of them', async () => {
        const [id, other] = [randomUUID(), randomUUID()];
        const folderId = randomUUID();
        const content = { blob: 'ab'.repeat(32), size: 1, mediaType: 'text/plain' };
        const added = { type: 'FileAdded', data: { folderId, name: 'a.txt', ...content } } as const;
        const given = {
          type: 'FileAcknowledged',
          data: { folderId, fileVersion: 1, sha256: content.blob },
        } as const;
        const removed = { type: 'FileRemoved', data: { folderId } } as const;
        const [file, quiet] = [streamOf('file', id), streamOf('file', other)];
        await append(store, [
          sample(file, 1, added),
          sample(quiet, 1, added),
          ...[2, 3].map((version) => sample(file, version, given, { actor: `user ${version}` })),
          sample(file, 4, removed),
          sample(file, 5, given),
          sample(file, 6, { ...given, data: { ...given.data, fileVersion: 11 } }),
        ]);
        const read = await store.readFiles([file, quiet, streamOf('file', randomUUID())]);
        const said = read.map(({ stream, version, events }) => [
          ...[stream, version, ...events.map(({ type }) => type)],
        ]);
        expect(new Set(said.map((each) => each.join()))).toEqual(
          new Set([`${file},6,FileAdded,FileRemoved`, `${quiet},1,FileAdded`]),
        );
        const acknowledged = async (version: number) =>
          (await store.readAcknowledgements(file, version)).map((event) => event.version);
        expect(await acknowledged(1)).toEqual([2, 3, 5]);
        expect(await acknowledged(11)).toEqual([6]);
        expect(await store.readAcknowledgements(quiet, 1)).toEqual([]);
      });

      it('chains hashes over canonical bytes, as anybody can compute them', async () => {
        await append(store, [
          sample(streamOf('error', randomUUID()), 1, {
            type: 'ErrorLogged',
            data: {
              details: 'Ł\u2028😀 "\\\u0007',
              errors: { z: 1e21, a: [-0, 1.5, null], '😀': {} },
            },
          }),
        ]);
        let hash: string | undefined;
        for (const recorded of await store.readRecorded(0, 100)) {
          const { position, ...event } = storedForm(recorded.event);
          expect(recorded.bytes).toBe(independentText({ ...event, position: String(position) }));
          hash = independentHash(hash, recorded.bytes);
          expect(recorded.hash).toBe(hash);
        }
        const [last] = await store.readRecorded((await store.head()).position - 1, 1);
        const { at } = last!.event;
        expect(await store.head()).toMatchObject({ hash: Buffer.from(hash!, 'hex'), at });
      });

      it('writes nothing at all behind a stale head', async () => {
        const before = await store.head();
        await append(store, [sample(folderStream(), 1)]);
        const now = await store.head();
        const [id, key] = [randomUUID(), randomUUID()];
        const events = [sample(streamOf('folder', id), 1)];
        const folders: [string, { parentId: null; removed: boolean }][] = [
          [id, { parentId: null, removed: false }],
        ];
        const answers = [{ actor: 'ann', key, bodyHash: '', answer: {} }];
        const stale = [
          before,
          { ...now, hash: before.hash },
          { ...now, position: now.position + 1 },
        ];
        for (const expected of stale) {
          expect(await store.append(batch(expected, events, { folders, answers }))).toBeUndefined();
        }
        expect(await store.head()).toEqual(now);
        expect(await store.readStreams([streamOf('folder', id)])).toEqual([]);
        expect((await store.folderChains([id])).size).toBe(0);
        expect(await store.answers([{ actor: 'ann', key }])).toEqual([]);
      });

      it('takes a version of a stream once; nothing of a batch with a second is written', async () => {
        const [stream, other] = [folderStream(), folderStream()];
        await append(store, [sample(stream, 1)]);
        const head = await store.head();
        const events = [sample(other, 1), sample(stream, 1)];
        await expect(store.append(batch(head, events))).rejects.toThrow();
        expect(await store.head()).toEqual(head);
        expect(await store.readStreams([other])).toEqual([]);
        const [next] = await append(store, [sample(stream, 2)]);
        expect(next?.event.position).toBe(head.position + 1);
      });
    });

    describe('a log to look things up in', () => {
      let opened: SampleStore;
      let store: EventStore;
      const [one, two] = [folderStream(), folderStream()];
      const person = streamOf('employee', randomUUID());
      const at = (minute: number) => `2026-11-21T08:0${minute}:00.000Z`;
      beforeAll(async () => {
        opened = await open();
        ({ store } = opened);
        const removed = { type: 'FolderRemoved', data: { parentId: null } } as const;
        await append(store, [
          sample(one, 1, undefined, { at: at(1), actor: 'ann' }),
          sample(two, 1, undefined, { at: at(2), actor: 'sam' }),
          sample(person, 1, { type: 'EmployeeRemoved', data: {} }, { at: at(3) }),
          sample(one, 2, removed, { at: at(4), actor: 'sam', correlationId: 'the fourth' }),
          sample(two, 2, removed, { at: at(5) }),
        ]);
      });
      afterAll(() => opened.close());
      const positions = async (filter: EventFilter) =>
        (await store.readRecorded(0, 10, filter)).map(({ event }) => event.position);

      it('pages through positions', async () => {
        expect((await store.read(1, 2)).map(({ position }) => position)).toEqual([2, 3]);
        expect((await store.readRecorded(4, 9)).map(({ event }) => event.position)).toEqual([5]);
      });
      it('gives the events at positions, in their order, with bytes and hashes', async () => {
        const all = await store.readRecorded(0, 10);
        expect(await store.readRecordedAt([4, 2, 99])).toEqual([all[1], all[3]]);
        expect(await store.readRecordedAt([])).toEqual([]);
      });
      it('finds by command, and what belongs together', async () => {
        const [fourth] = await store.read(3, 1);
        expect(await positions({ commandId: fourth!.commandId })).toEqual([4]);
        expect(await positions({ commandId: randomUUID() })).toEqual([]);
        expect(await positions({ correlationId: 'the fourth' })).toEqual([4]);
        expect(await positions({ correlationId: 'a request' })).toEqual([1, 2, 3, 5]);
        expect(await positions({ correlationId: 'a request', actor: 'sam' })).toEqual([2]);
      });
      it('gives the streams that are asked for, each in order', async () => {
        const events = await store.readStreams([two, one, folderStream()]);
        for (const stream of [one, two]) {
          const versions = events.filter((event) => event.stream === stream);
          expect(versions.map(({ version }) => version)).toEqual([1, 2]);
        }
        expect(events).toHaveLength(4);
      });
      it('gives the newest event of every stream of a noun', async () => {
        const newest = await store.readLatest('folder');
        expect(newest.map(({ position }) => position).toSorted()).toEqual([4, 5]);
        expect((await store.readLatest('employee')).map(({ position }) => position)).toEqual([3]);
        expect(await store.readLatest('link')).toEqual([]);
      });
      it('gives them in pages', async () => {
        const all = await store.readLatest('folder');
        const first = await store.readLatest('folder', { after: 'folder-', limit: 1 });
        const rest = await store.readLatest('folder', { after: first[0]!.stream, limit: 9 });
        expect([...first, ...rest]).toEqual(all);
        expect(all.map(({ stream }) => stream)).toEqual([one, two].toSorted());
      });
      it('knows which streams there are', async () => {
        const known = await store.knownStreams([two, folderStream(), person]);
        expect(known.toSorted()).toEqual([person, two].toSorted());
      });
      it('gives the events at some positions', async () => {
        expect(await store.readAt([4, 2, 99])).toEqual([
          ...(await store.read(1, 1)),
          ...(await store.read(3, 1)),
        ]);
        expect(await store.readAt([])).toEqual([]);
      });
      it('adds up the newest versions of a noun', async () => {
        const sum = (before: string, upTo = 5) =>
          store.tallyLatest('folder', { upTo, gone: { types: ['FolderRemoved'], before } });
        const seals = sealOf(idOf(one), 2) + sealOf(idOf(two), 2);
        expect(await sum(at(0))).toEqual({ documents: 2, seals, later: [] });
        expect(await sum(at(9))).toEqual({ documents: 0, seals: 0, later: [] });
        const earlier = { documents: 1, seals: sealOf(idOf(one), 2), later: [idOf(two)] };
        expect(await sum(at(0), 4)).toEqual(earlier);
      });
      it('knows the position at a time', async () => {
        const times = ['2026-11-21T08:00:59.999Z', at(1), '2026-11-21T08:03:30.000Z', at(9)];
        expect(await Promise.all(times.map((time) => store.positionAt(time)))).toEqual([
          0, 1, 3, 5,
        ]);
      });
    });
  });
