import { randomUUID } from 'node:crypto';
import { streamOf, type DomainEvent } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { append, sample } from '../store/test-samples.js';
import type { AuditTrail, Stretch, TrailFilter } from './port.js';
import { findPositions } from './finder.js';
import { openAuditTrail } from './postgres.js';

let log: TestLog;
let trail: AuditTrail;
const [ann, maria] = [randomUUID(), randomUUID()];
const [manuals, safety, person] = [
  streamOf('folder', randomUUID()),
  streamOf('folder', randomUUID()),
  streamOf('employee', maria),
];
const at = (minute: number) => `2026-11-21T08:0${minute}:00.000Z`;
const added = (name: string): DomainEvent => ({
  type: 'FolderAdded',
  data: { name, parentId: null },
});
const employee: DomainEvent = {
  type: 'EmployeeAdded',
  data: {
    ...{ firstName: 'María', lastName: 'Łopez', phoneNumber: '402 555 0101', email: 'm@feusa.com' },
    ...{ role: 'Mechanic', location: 'Omaha', department: 'Service', manager: 'Sam Baker' },
  },
};
const moved: DomainEvent = {
  type: 'FolderMoved',
  data: { parentId: manuals.slice(7), fromParentId: null },
};

const feed = async (to: AuditTrail) => {
  const { recorder } = to;
  const events = await log.store.read(await recorder.checkpoint(), 1000);
  if (events.length > 0) await recorder.handle(events);
};
const find = (filter: TrailFilter, stretch: Partial<Stretch> = {}) =>
  trail.find(filter, { newestFirst: false, limit: 100, ...stretch });

beforeAll(async () => {
  log = await openTestLog();
  trail = openAuditTrail(log.pool);
  await trail.prepare();
  const user: DomainEvent = { type: 'UserRegistered', data: { email: 'ann@x.de', role: 'admin' } };
  await append(log.store, [
    sample(streamOf('user', ann), 1, user, { at: at(1), actor: 'system' }),
    sample(manuals, 1, added('Manuals'), { at: at(2), actor: ann }),
    // A clock that is behind: its time lies before that of the event before it.
    sample(safety, 1, added('Safety rules'), { at: at(1), actor: ann }),
    sample(person, 1, employee, { at: at(4), actor: ann }),
    sample(safety, 2, moved, { at: at(5), actor: maria }),
    sample(safety, 3, { type: 'FolderRemoved', data: { parentId: null } }, { at: at(6) }),
  ]);
  await feed(trail);
});
afterAll(() => log.close());

describe('finding in the audit trail', () => {
  it.each<[string, TrailFilter, number[]]>([
    ['everything', {}, [1, 2, 3, 4, 5, 6]],
    ['a type', { type: 'FolderAdded' }, [2, 3]],
    ['no such type', { type: 'Nothing' }, []],
    ['a thing', { stream: safety }, [3, 5, 6]],
    ['who did it', { actor: ann }, [2, 3, 4]],
    ['a user: what they did and what happened to them', { people: [ann] }, [1, 2, 3, 4]],
    ['an employee', { people: [maria] }, [4, 5]],
    ['two people, each event once', { people: [ann, maria] }, [1, 2, 3, 4, 5]],
    ['nobody', { people: [] }, []],
    ['a request', { correlation: 'a request', type: 'FolderMoved' }, [5]],
    ['a moment', { from: at(2), to: at(4) }, [2, 4]],
    ['a time of a clock that was behind', { to: at(1) }, [1, 3]],
    ['after all', { from: at(9) }, []],
    ['before all', { to: '2000-01-01T00:00:00.000Z' }, []],
    ['beginnings of words in any case, accents folded', { text: 'LOP maria' }, [4]],
    ['an address', { text: 'ann@x' }, [1]],
    ['a name in later events that do not tell it', { text: 'safety' }, [3, 5, 6]],
    ['a word of the data', { text: 'omaha' }, [4]],
    ['a word that is not there', { text: 'safety tractor' }, []],
    ['no words at all', { text: `'!&|` }, []],
    ['all of it at once', { text: 'safe', people: [ann], from: at(1), type: 'FolderAdded' }, [3]],
  ])('%s', async (_name, filter, positions) => {
    expect(await find(filter)).toEqual(positions);
    const backwards = await find(filter, { newestFirst: true });
    expect(backwards).toEqual(positions.toReversed());
  });

  it('pages both ways, ends exclusive', async () => {
    expect(await find({ text: 'safety' }, { after: 3, limit: 1 })).toEqual([5]);
    expect(await find({ text: 'safety' }, { before: 6, newestFirst: true, limit: 1 })).toEqual([5]);
    expect(await find({ people: [ann] }, { after: 1, before: 4 })).toEqual([2, 3]);
  });

  const texts = ['safety', 'safe rules', 'manuals', 'maria', 'nothing'];
  const others: TrailFilter[] = [
    {},
    { people: [ann, maria] },
    { type: 'FolderAdded' },
    { actor: ann },
  ];
  const filters = texts.flatMap((text) => others.map((other) => ({ text, ...other })));
  const stretches = [{}, { limit: 1 }, { limit: 2, before: 6 }, { after: 2, limit: 2 }].flatMap(
    (stretch) => [true, false].map((newestFirst) => ({ newestFirst, limit: 100, ...stretch })),
  );
  it.each(filters)('finds the same whether words are near or are looked up: %j', async (filter) => {
    for (const stretch of stretches) {
      const all = await findPositions(log.pool, filter, stretch);
      const found = [0, 1, 2].map((near) => findPositions(log.pool, filter, stretch, near));
      expect(await Promise.all(found)).toEqual([all, all, all]);
    }
  });

  it('names things as they were called last, also those that are removed', async () => {
    const names = await trail.names([safety, person, streamOf('user', ann), streamOf('link', ann)]);
    expect(Object.fromEntries(names)).toEqual({
      [safety]: 'Safety rules',
      [person]: 'María Łopez',
      [streamOf('user', ann)]: 'ann@x.de',
    });
  });

  it('finds people by their names, and nothing else', async () => {
    expect(await trail.people('lopez', 5)).toEqual([maria]);
    expect(await trail.people('ann', 5)).toEqual([ann]);
    expect(await trail.people('safety', 5)).toEqual([]);
    expect(await trail.people('...', 5)).toEqual([]);
  });
});

describe('recording', () => {
  it('is done once by two who do it at once, and told to both', async () => {
    const other = openAuditTrail(log.pool);
    const recorded: number[] = [];
    other.onRecorded((position) => recorded.push(position));
    await append(log.store, [sample(manuals, 2), sample(manuals, 3)]);
    await Promise.all([feed(trail), feed(other)]);
    expect(await find({ stream: manuals })).toEqual([2, 7, 8]);
    await other.reached(8);
    expect(recorded.at(-1)).toBe(8);
  });

  it('goes on where a crash has forgotten some of it', async () => {
    await log.pool.query('update audit.progress set position = 6');
    await log.pool.query('delete from audit.events where position > 6');
    await append(log.store, [sample(manuals, 4)]);
    await expect(trail.recorder.handle(await log.store.read(8, 10))).rejects.toThrow('forgotten');
    await feed(trail);
    expect(await find({ stream: manuals })).toEqual([2, 7, 8, 9]);
  });

  it('keeps an event that this release cannot read, under the name that the log has for it', async () => {
    const [recorded] = await append(log.store, [sample(safety, 4, added('Painted'))]);
    await log.owner.query(
      `alter table log.events disable trigger append_only;
       update log.events set type = 'FolderPainted', bytes = replace(bytes, 'FolderAdded', 'FolderPainted')
       where position = ${recorded!.event.position};
       alter table log.events enable trigger append_only`,
    );
    await feed(trail);
    expect(await find({ type: 'FolderPainted', text: 'safety' })).toEqual([10]);
  });

  it('forgets what was said of a person, though it failed at first, and keeps that it happened', async () => {
    const { position } = await log.store.head();
    const erased: DomainEvent = { type: 'PersonErased', data: {} };
    await append(log.store, [sample(person, 2, erased)]);
    await log.pool.query(`
      create function audit.refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger refuse before delete on audit.things execute function audit.refuse()`);
    await expect(feed(trail)).rejects.toThrow('not now');
    await log.pool.query('drop function audit.refuse() cascade');
    await feed(trail);
    expect(await find({ text: 'maria' })).toEqual([]);
    expect(await trail.people('maria', 5)).toEqual([]);
    expect((await trail.names([person])).size).toBe(0);
    expect(await find({ stream: person })).toEqual([4, position + 1]);
  });

  it('tells who is mentioned, and what a user has reported', async () => {
    const reports = [1, 2].map(() => streamOf('error', randomUUID()));
    const data = { details: 'Upload failed', errors: null };
    await append(
      log.store,
      reports.map((stream, at) =>
        sample(stream, 1, { type: 'ErrorLogged', data }, { actor: [ann, maria][at]! }),
      ),
    );
    await feed(trail);
    const { position } = await log.store.head();
    expect(await trail.mentioning(['manuals'])).toEqual({ streams: [manuals], upTo: position });
    expect(await trail.mentioning([], ann)).toEqual({ streams: [reports[0]], upTo: position });
    expect((await trail.mentioning(['failed upload'])).streams.toSorted()).toEqual(
      reports.toSorted(),
    );
  });

  it('means only those who are called exactly that where more begin so than are wanted', async () => {
    const id = crypto.randomUUID();
    const data = { email: 'anna@x.de', role: 'basic' } as const;
    await append(log.store, [sample(streamOf('user', id), 1, { type: 'UserRegistered', data })]);
    await feed(trail);
    expect((await trail.people('ann', 5)).toSorted()).toEqual([ann, id].toSorted());
    expect(await trail.people('Ann@X.de', 2)).toEqual([ann]);
    expect(await trail.people('ann', 2)).toHaveLength(2);
  });

  it('is thrown away and made anew where its tables are of another shape', async () => {
    await trail.prepare();
    expect(await trail.recorder.checkpoint()).toBe((await log.store.head()).position);
    await log.pool.query(`comment on schema audit is 'older'`);
    await trail.prepare();
    expect(await trail.recorder.checkpoint()).toBe(0);
    await feed(trail);
    expect(await find({ type: 'FolderAdded', text: 'safety' })).toEqual([3]);
  });
});
