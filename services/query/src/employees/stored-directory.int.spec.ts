import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { person } from '@feusa/contracts/test-person';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { rowsRead } from '@feusa/testing/rows-read';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { ReadDatabase } from '../read-model/database.js';
import { evolveRow, type EmployeeRow } from '../read-model/rows.js';
import { EmployeeCursor, type SortedEmployee } from './cursor.js';
import { Directory } from './directory.js';
import { PresentDirectory } from './present-directory.js';
import { StoredDirectory } from './stored-directory.js';

const NAMES = ['Ömer', 'Omar', 'omar', 'Zoë', 'Zoe', 'Åsa', 'ann', 'Ann', 'Łukasz', "D'Arcy", 'De'];
const row = (
  firstName: string,
  lastName: string,
  more: { readonly managerId?: string; readonly manager?: string } = {},
  gone: { readonly removedAt?: string } = {},
): EmployeeRow => {
  const id = randomUUID();
  const data = { ...person, firstName, lastName, ...more };
  const event = { id, stream: streamOf('employee', id), version: 1, type: 'EmployeeAdded', data };
  const added = { ...event, at: '2026-11-21T08:00:00.000Z', actor: 'system' } as never;
  return { ...(evolveRow(undefined, added) as EmployeeRow), ...gone };
};
const rows = NAMES.flatMap((first) => NAMES.slice(0, 5).map((last) => row(first, last)));
const boss = rows[3]!;
const report = row('Report', 'Of One', { managerId: boss.id });
const gone = row('Aaron', 'Gone', {}, { removedAt: '2026-11-22T08:00:00.000Z' });

let log: TestLog;
let database: ReadDatabase;
const memory = new Directory();
let stored: StoredDirectory;
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url);
  await database.prepare();
  await database.write(new Map([['employees', [...rows, report, gone]]]), 1, 0);
  memory.add([...rows, report]);
  memory.sort();
  stored = new StoredDirectory(database);
});
afterAll(async () => {
  await database.close();
  await log.close();
});

type Page = { readonly employees: { readonly id: string }[]; readonly next: string | null };
const parsed = (open: Buffer) => JSON.parse(`${String(open)}}`) as Page;
const idsIn = ({ employees }: Page) => employees.map(({ id }) => id);

describe('a directory that is left in the tables', () => {
  it('has the pages that one in memory has, in the same order', async () => {
    let cursor: SortedEmployee | undefined;
    const all: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = parsed(await stored.page(7, cursor));
      expect(page).toEqual(parsed(memory.page(7, cursor)));
      all.push(...idsIn(page));
      next = page.next;
      cursor = next === null ? undefined : EmployeeCursor.parse(next);
    }
    expect(all).toEqual(idsIn(parsed(memory.everybody())));
    expect(parsed(await stored.page(1, cursor)).next).toEqual(parsed(memory.page(1, cursor)).next);
  });

  it('tells everybody, one, the chart and who reports to somebody as one in memory does', async () => {
    let text = '';
    for await (const part of stored.everybody()) text += part;
    expect(text).toBe(String(memory.everybody()));
    expect(await stored.json(boss.id)).toBe(memory.json(boss.id));
    expect(await stored.json(gone.id)).toBeUndefined();
    expect(String(await stored.chart())).toBe(String(memory.chart()));
    expect(String(await stored.reports(boss.id))).toBe(String(memory.reports(boss.id)));
    const wanted = ({ id }: { readonly id: string }) => id === boss.id || id === report.id;
    const views: unknown[] = [];
    for await (const each of stored.views(wanted)) views.push(each);
    expect(views).toEqual([...memory.views(wanted)]);
  });

  it('reads a page from an index, whatever the number of people', async () => {
    const text = `explain (costs off) select * from read.employees where removed_at is null
      and (first_name collate "en-x-icu", last_name collate "en-x-icu", id) > ('M', 'M', '${boss.id}')
      order by first_name collate "en-x-icu", last_name collate "en-x-icu", id limit 100`;
    const plan = await database.source.transaction(async (manager) => {
      await manager.query('set local enable_seqscan = off');
      await manager.query('set local enable_sort = off');
      return manager.query<{ 'QUERY PLAN': string }[]>(text);
    });
    const lines = plan.map((each) => each['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Scan using employees_by_name');
    expect(lines).toMatch(/Index Cond: \(ROW\(.*first_name.*last_name.*id\) > ROW\(/);
  });
});

describe('the directory as it is', () => {
  const filled = (most: number) => {
    const directory = new PresentDirectory(database, most);
    const filling = directory.begin(1);
    filling.add(rows);
    filling.add([report]);
    filling.end();
    return directory;
  };

  it('is in memory up to so many people, and beyond them in the tables', async () => {
    const whole = filled(rows.length + 1);
    expect(whole.memory?.size).toBe(rows.length + 1);
    whole.take(row('One', 'More'), 2);
    expect(whole.memory).toBeUndefined();
    const large = filled(rows.length);
    expect(large.memory).toBeUndefined();
    const ids = [gone.id, boss.id, randomUUID()];
    expect(await large.known(ids)).toEqual(await filled(1000).known(ids));
  });

  it('tells who has changed since in either', async () => {
    for (const most of [1, 1000]) {
      const directory = filled(most);
      directory.take(boss, 2);
      directory.take(gone, 3);
      const changed = JSON.parse(`${String(await directory.changedSince(1))}}`) as object;
      expect(changed).toMatchObject({ changed: [{ id: boss.id }], removed: [gone.id] });
      expect(await directory.changedSince(0)).toBeUndefined();
    }
  });
});

describe('who reports to somebody', () => {
  const NAMED = ['Ann Lee', 'ann  LEE', 'Zoë Lee', 'Zoe Lee', 'Łukasz De', 'Nobody Here'];
  const someone = fc.record({
    name: fc.constantFrom(...NAMED),
    manager: fc.constantFrom(...NAMED, ' zoe lee '),
    /** Whose id they have as their manager's: of the people, or none. */
    above: fc.option(fc.nat(11)),
    isGone: fc.boolean(),
  });

  it('is the same in the tables as in memory, whatever people are called', () =>
    fc.assert(
      fc.asyncProperty(fc.array(someone, { minLength: 2, maxLength: 12 }), async (people) => {
        await database.source.query('delete from read.employees');
        const made: EmployeeRow[] = [];
        for (const { name, manager, above, isGone } of people) {
          const [first, last] = name.split(/ +/) as [string, string];
          const managerId = above === null ? undefined : made[above]?.id;
          const boss = managerId === undefined ? { manager } : { manager, managerId };
          made.push(row(first, last, boss, isGone ? { removedAt: gone.removedAt! } : {}));
        }
        await database.write(new Map([['employees', made]]), 1, 0);
        const there = made.filter(({ removedAt }) => removedAt === null);
        const whole = new Directory();
        whole.add(there);
        whole.sort();
        for (const { id } of there)
          expect(String(await stored.reports(id))).toBe(String(whole.reports(id)));
      }),
      { numRuns: 40 },
    ));

  it('is found without a look at the others', async () => {
    await database.source.query('delete from read.employees');
    const others = Array.from({ length: 2000 }, (_each, at) =>
      row('Other', `Of ${at}`, at % 2 === 0 ? { manager: 'Other Of 7' } : { managerId: boss.id }),
    );
    const [named, known] = [row('One', 'By Name', { manager: 'ann  LEE' }), row('Ann', 'Lee')];
    await database.write(new Map([['employees', [...others, named, known]]]), 1, 0);
    await database.source.query('analyze read.employees');
    const prepared = jest.spyOn(database, 'prepared');
    const { employees } = parsed(await stored.reports(known.id));
    const statements = prepared.mock.calls.map(([, text, values]) => ({ text, values }));
    prepared.mockRestore();
    expect(employees).toMatchObject([{ id: named.id }]);
    const { master } = database.source.driver as unknown as { readonly master: Pool };
    let read = 0;
    for (const { text, values } of statements) read += await rowsRead(master, text, values);
    expect(read).toBeLessThan(200);
  });
});
