import { randomUUID } from 'node:crypto';
import { requestAfter, requestedVersion } from '@feusa/contracts/acknowledgements';
import { streamOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';
import { append, sample } from '@feusa/event-log/store/test-samples';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { rowsRead } from '@feusa/testing/rows-read';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { ReadDatabase } from '../read-model/database.js';
import { ReadModel } from '../read-model/read-model.js';
import { ListWaiting, ListWaitingHandler } from './list-waiting.js';

const OTHERS = 3000;
const folder = streamOf('folder', randomUUID());
const folderId = folder.slice('folder-'.length);
const content = { blob: 'ab'.repeat(32), size: 1, mediaType: 'text/plain' };
const added = (): DomainEvent => {
  return { type: 'FileAdded', data: { folderId, name: `${randomUUID()}.txt`, ...content } };
};

let log: TestLog;
let database: ReadDatabase;
let model: ReadModel;
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url, { role: log.role });
  model = new ReadModel(database, log.store);
  await model.open();
  await happen([sample(folder, 1)]);
  const files = Array.from({ length: OTHERS }, () => streamOf('file', randomUUID()));
  await happen(files.map((stream) => sample(stream, 1, added())));
  const from = { users: [randomUUID()], groups: [randomUUID()] };
  const data = { folderId, fileVersion: 1, from };
  await happen(files.map((stream) => sample(stream, 2, { type: 'AcknowledgementAsked', data })));
  await log.owner.query('analyze');
});
afterAll(async () => {
  await database.close();
  await log.close();
});

async function happen(events: Parameters<typeof append>[1]): Promise<void> {
  const recorded = await append(log.store, events);
  await model.projector.handle(recorded.map(({ event }) => event));
}

const waitingFor = async (id: string) => {
  const list = new ListWaiting(undefined, { id, email: '', role: 'basic' });
  return (await new ListWaitingHandler(model).execute(list)).acknowledgements;
};

it('reads few rows for one person, however many others are asked', async () => {
  const asked = jest.spyOn(database.source, 'query');
  const ofLog = jest.spyOn(log.pool, 'query');
  expect(await waitingFor(randomUUID())).toEqual([]);
  let rows = 0;
  for (const [text, values] of asked.mock.calls)
    rows += await rowsRead(log.owner, text, [...((values ?? []) as unknown[])]);
  for (const [given] of ofLog.mock.calls as unknown as { text: string; values: unknown[] }[][])
    rows += await rowsRead(log.owner, given!.text, [...given!.values]);
  asked.mockRestore();
  ofLog.mockRestore();
  expect(rows).toBeLessThan(100);
});

it('reads once where the documents of one person lie, in however many folders', async () => {
  const person = randomUUID();
  const data = { fileVersion: 1, from: { users: [person] } };
  for (let n = 0; n < 20; n++) {
    const [place, file] = [streamOf('folder', randomUUID()), streamOf('file', randomUUID())];
    const there = { folderId: place.slice('folder-'.length) };
    const name = `${n}.txt`;
    await happen([
      sample(place, 1),
      sample(file, 1, { type: 'FileAdded', data: { ...there, name, ...content } }),
      sample(file, 2, { type: 'AcknowledgementAsked', data: { ...there, ...data } }),
    ]);
  }
  const later = new ReadModel(database, log.store);
  await later.open();
  const read = jest.spyOn(database, 'foldersUpFrom');
  const list = new ListWaiting(undefined, { id: person, email: '', role: 'basic' });
  const { acknowledgements } = await new ListWaitingHandler(later).execute(list);
  expect([acknowledgements.length, read.mock.calls.length]).toEqual([20, 1]);
  read.mockRestore();
});

const oneOf = (most: number) => fc.nat({ max: most - 1 });
const [FILES, GROUPS, PEOPLE] = [3, 2, 3];
const some = (most: number) => fc.uniqueArray(oneOf(most), { maxLength: most });
const steps = fc.array(
  fc.oneof(
    fc.record({
      file: oneOf(FILES),
      users: some(PEOPLE),
      groups: some(GROUPS),
      renew: fc.boolean(),
    }),
    fc.record({ file: oneOf(FILES), type: fc.constantFrom('everyone', 'withdrawn', 'replaced') }),
    fc.record({ file: oneOf(FILES), type: fc.constantFrom('removed', 'restored') }),
    fc.record({ file: oneOf(FILES), by: oneOf(PEOPLE), version: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ group: oneOf(GROUPS), members: some(PEOPLE), isGone: fc.boolean() }),
  ),
  { maxLength: 20 },
);
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

/** Files and groups of their own, so that nothing else is asked of these people. */
class Company {
  readonly people = Array.from({ length: PEOPLE }, () => randomUUID());
  readonly files = Array.from({ length: FILES }, () => streamOf('file', randomUUID()));
  readonly groups = Array.from({ length: GROUPS }, () => streamOf('group', randomUUID()));
  private readonly versions = new Map<string, number>();
  private readonly events = new Map<string, { readonly type: string; readonly data: object }[]>();

  async begin(): Promise<void> {
    for (const stream of this.files) await this.add(stream, added());
    for (const stream of this.groups)
      await this.add(stream, { type: 'GroupAdded', data: { name: randomUUID() } });
  }

  async take(step: Step): Promise<void> {
    if ('group' in step) {
      const userIds = step.members.map((n) => this.people[n]!);
      const set: DomainEvent = { type: 'GroupMembersSet', data: { userIds } };
      const gone: DomainEvent = { type: 'GroupRemoved', data: {} };
      return this.add(this.groups[step.group]!, step.isGone ? gone : set);
    }
    const stream = this.files[step.file]!;
    if ('by' in step) {
      const data = { folderId, fileVersion: step.version, sha256: content.blob };
      return this.add(stream, { type: 'FileAcknowledged', data }, this.people[step.by]);
    }
    if ('users' in step) {
      const users = step.users.map((n) => this.people[n]!);
      const groups = step.groups.map((n) => this.groups[n]!.slice('group-'.length));
      const data = { folderId, fileVersion: 1, from: { users, groups }, renew: step.renew };
      return this.add(stream, { type: 'AcknowledgementAsked', data });
    }
    const everyone = { folderId, fileVersion: 1, from: { everyone: true as const } };
    const kinds: Record<string, DomainEvent> = {
      everyone: { type: 'AcknowledgementAsked', data: everyone },
      withdrawn: { type: 'AcknowledgementWithdrawn', data: { folderId } },
      replaced: { type: 'FileReplaced', data: { folderId, fileVersion: 2, ...content } },
      removed: { type: 'FileRemoved', data: { folderId } },
      restored: { type: 'FileRestored', data: { folderId } },
    };
    return this.add(stream, kinds[step.type]!);
  }

  /** By all that has happened. */
  waitsFor(user: string): string[] {
    return this.files.filter((stream) => {
      const events = this.events.get(stream)!;
      const request = events.reduce(requestAfter, undefined);
      const last = events.findLast(({ type }) => /^File(Removed|Restored)$/.test(type));
      if (!request || last?.type === 'FileRemoved') return false;
      const { from } = request;
      const groups = 'everyone' in from ? [] : (from.groups ?? []);
      const isMember = groups.some((id) => this.membersOf(id).includes(user));
      const isIn = 'everyone' in from || from.users?.includes(user) === true || isMember;
      const newest = events.some(({ type }) => type === 'FileReplaced') ? 2 : 1;
      const wanted = requestedVersion(request, newest);
      const isDone = (events as unknown as StoredEvent<'FileAcknowledged'>[]).some(
        ({ type, actor, data }) =>
          type === 'FileAcknowledged' && actor === user && data.fileVersion === wanted,
      );
      return isIn && !isDone;
    });
  }

  private membersOf(id: string): readonly string[] {
    const events = this.events.get(streamOf('group', id))!;
    if (events.some(({ type }) => type === 'GroupRemoved')) return [];
    const set = events.findLast(({ type }) => type === 'GroupMembersSet');
    return (set?.data as { userIds?: string[] } | undefined)?.userIds ?? [];
  }

  private async add(stream: string, event: DomainEvent, actor = 'ann'): Promise<void> {
    const version = (this.versions.get(stream) ?? 0) + 1;
    this.versions.set(stream, version);
    const happened = sample(stream, version, event, { actor });
    this.events.set(stream, [...(this.events.get(stream) ?? []), happened]);
    await happen([happened]);
  }
}

it('tells each person what a look at all that has happened tells', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const company = new Company();
      await company.begin();
      for (const step of given) await company.take(step);
      for (const user of company.people) {
        const files = await waitingFor(user);
        const ours = files.map(({ id }) => streamOf('file', id));
        expect(ours.filter((id) => company.files.includes(id)).toSorted()).toEqual(
          company.waitsFor(user).toSorted(),
        );
      }
    }),
    { numRuns: 30 },
  );
});
