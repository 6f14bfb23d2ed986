import { randomUUID } from 'node:crypto';
import { person } from '@feusa/contracts/test-person';
import { append, sample } from '@feusa/event-log/store/test-samples';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { ReadModel } from './read-model.js';

const id = randomUUID();
const stream = `employee-${id}`;
const ann = { ...person, firstName: 'Ann', lastName: 'Miller', email: 'ann@feusa.example' };

let log: TestLog;
let database: ReadDatabase;
let model: ReadModel;

/** Somebody is in the tables, and the read side has just started. */
beforeEach(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url, { role: log.role });
  const before = new ReadModel(database, log.store);
  await before.open();
  await before.projector.handle(await appended(1, 'Ann'));
  model = new ReadModel(database, log.store);
  await model.open();
});
afterEach(async () => {
  await database.close();
  await log.close();
});

async function appended(version: number, firstName: string) {
  const data = { ...ann, firstName };
  const type = version === 1 ? 'EmployeeAdded' : 'EmployeeUpdated';
  const recorded = await append(log.store, [sample(stream, version, { type, data })]);
  return recorded.map(({ event }) => event);
}

const page = async () => String(await model.directory.source.page(1, undefined));
const names = () => [...(model.directory.memory?.views() ?? [])].map(({ firstName }) => firstName);

describe('people who are not in memory yet', () => {
  it('come from the tables, the same as out of memory', async () => {
    expect(model.directory.memory).toBeUndefined();
    const stored = [await page(), await model.directory.source.json(id)];
    await model.meetPeople();
    expect(names()).toEqual(['Ann']);
    expect([await page(), await model.directory.source.json(id)]).toEqual(stored);
  });

  it('are not waited for by who is looked up by an address', async () => {
    expect(await model.actors.employeeOf('Ann@feusa.example')).toBe(id);
    expect(names()).toEqual([]);
  });

  it('are waited for by what changes', async () => {
    const [event] = await appended(2, 'Anna');
    await model.projector.handle([event!]);
    expect(model.progress.position).toBe(event!.position);
    expect(names()).toEqual(['Anna']);
    expect(await model.directory.changedSince(event!.position - 1)).toBeDefined();
  });

  it('are read again where they could not be', async () => {
    jest.spyOn(database, 'where').mockRejectedValueOnce(new Error('gone'));
    await expect(model.meetPeople()).rejects.toThrow('gone');
    expect(await page()).toContain('Ann');
    await model.meetPeople();
    expect(names()).toEqual(['Ann']);
  });

  it('are read no further than they are kept, and who asks for something is found all the same', async () => {
    const [asking] = await append(log.store, [
      sample(stream, 2, { type: 'ProfileChangeRequested', data: { location: 'York' } }),
    ]);
    await model.projector.handle([asking!.event]);
    await database.source.query(`insert into read.employees (id, version, added_at, first_name,
        last_name, phone_number, email, role, location, department, manager)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, now(), 'Ada', 'No ' || n,
        '', '', '', '', '', '' from generate_series(1, 40000) n`);
    const later = new ReadModel(database, log.store);
    await later.open();
    const read = jest.spyOn(database, 'where');
    await later.meetPeople();
    expect(later.requests.open().map(({ id: who }) => who)).toEqual([id]);
    expect(later.directory.memory).toBeUndefined();
    expect(read.mock.calls.length).toBeLessThan(25);
    read.mockRestore();
  });
});
