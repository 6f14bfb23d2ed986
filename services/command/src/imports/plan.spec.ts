import { afterEach, expect, it, jest } from '@jest/globals';
import type { EventStore } from '@feusa/event-log/store/port';
import { BatchDirectory, DirectoryIndex } from '../features/directory-index.js';
import { csvIn } from './csv.js';
import { employeesIn } from './employees.js';
import { planRows } from './plan.js';

afterEach(() => void jest.restoreAllMocks());

const HEADER = 'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager';
const emptyLog = {
  head: () => Promise.resolve({ position: 0 }),
  readLatest: () => Promise.resolve([]),
  readStreams: () => Promise.resolve([]),
} as unknown as EventStore;

/** Counts how often others had their turn while this was worked at. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

it('a plan lets others be answered after every few rows, in each of its steps', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, at) =>
      `Ann${at},Doe,402 555 0100,,ann${at}@x.example,Driver,Fargo,Service,Ann${at >> 3} Doe`,
  );
  const bytes = Buffer.from([HEADER, ...rows].join('\n'));
  const csv = await csvIn(bytes);
  const people = await employeesIn(csv);
  const directory = new BatchDirectory(await DirectoryIndex.at(emptyLog, { position: 0 }));
  const context = { present: new Map(), directory, ids: new Map() };
  // Every look at the clock is a moment later.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 6));
  for (const step of [() => csvIn(bytes), () => employeesIn(csv), () => planRows(people, context)])
    expect(await turnsOf(step)).toBeGreaterThanOrEqual(rows.length);
});

it('reads a file in the character set that was declared with it', async () => {
  const bytes = Buffer.from('Größe', 'latin1');
  const { header } = await csvIn(bytes, 'text/csv; charset=ISO-8859-1');
  expect(header).toEqual(['Größe']);
  const marked = Buffer.from('\ufeffGröße', 'utf16le');
  expect((await csvIn(marked, 'text/csv; charset=iso-8859-1')).header).toEqual(['Größe']);
  for (const mediaType of ['text/csv', 'text/csv; charset=utf-8', 'text/csv; charset=klingon'])
    await expect(csvIn(bytes, mediaType)).rejects.toThrow('line 1 is not UTF-8');
});

it('knows people of the same file by their names, however many', async () => {
  const index = await DirectoryIndex.at(emptyLog, { position: 0 });
  const directory = new BatchDirectory(index);
  const person = (firstName: string) => ({
    ...{ firstName, lastName: 'Doe', phoneNumber: '', email: 'a@x.example', role: 'Driver' },
    ...{ location: 'Fargo', department: 'Service', manager: 'The board' },
  });
  const added = (name: string) => ({ type: 'EmployeeAdded', data: person(name) }) as never;
  directory.take('a', added('Ann'));
  directory.take('b', added('Ann'));
  expect(directory.named('ann doe')).toEqual(['a', 'b']);
  directory.take('a', { type: 'EmployeeUpdated', data: person('Eve') } as never);
  directory.take('b', { type: 'EmployeeRemoved', data: {} } as never);
  expect([directory.named('Ann Doe'), directory.named('Eve Doe')]).toEqual([[], ['a']]);
  directory.take('b', { type: 'EmployeeRestored', data: {} } as never);
  expect(directory.named('Ann Doe')).toEqual(['b']);
});
