import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { person } from '@feusa/contracts/test-person';
import { normalEmail } from '@feusa/contracts/text';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { rowsRead } from '@feusa/testing/rows-read';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { ReadDatabase } from './database.js';
import { facesIn } from './faces.js';
import { evolveRow, type EmployeeRow } from './rows.js';

const OTHERS = 4000;
const row = (email: string, gone: { readonly removedAt?: string } = {}): EmployeeRow => {
  const id = randomUUID();
  const data = { ...person, email };
  const event = { id, stream: streamOf('employee', id), version: 1, type: 'EmployeeAdded', data };
  const added = { ...event, at: '2026-11-21T08:00:00.000Z', actor: 'system' } as never;
  return { ...(evolveRow(undefined, added) as EmployeeRow), ...gone };
};

let log: TestLog;
let database: ReadDatabase;
let written = 0;
const put = async (rows: readonly EmployeeRow[]) => {
  await database.write(new Map([['employees', rows]]), ++written, written - 1);
};
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url);
  await database.prepare();
  await put(Array.from({ length: OTHERS }, (_, at) => row(`somebody-${at}@feusa.example`)));
  await put(Array.from({ length: OTHERS }, () => row('info@feusa.example')));
  await log.owner.query('analyze read.employees');
});
afterAll(async () => {
  await database.close();
  await log.close();
});

it('reads few more rows for some addresses than people have them, however many there are', async () => {
  const addresses = Array.from({ length: 100 }, (_, at) => `somebody-${at}@feusa.example`);
  const source = jest.spyOn(database, 'prepared');
  expect(await facesIn(database)([...addresses, 'info@feusa.example', 'none'])).toHaveLength(102);
  const [, text, values] = source.mock.calls[0]!;
  expect(await rowsRead(log.owner, text, values)).toBeLessThan(500);
});

const letters = fc.string({
  unit: fc.constantFrom('a', 'A', 'ä', 'Ä', 'ß', 'İ', 'ı', 'ſ', '\u212a', 'Ω', '\u0301', '.'),
  minLength: 1,
  maxLength: 4,
});
it('finds who has an address in whatever spelling, and nobody who is gone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(letters, fc.boolean()), { maxLength: 6 }),
      fc.array(letters, { maxLength: 6 }),
      async (there, wanted) => {
        const host = `@${randomUUID()}.example`;
        const rows = there.map(([name, isGone]) =>
          row(` ${name}${host}`, isGone ? { removedAt: '2026-11-22T08:00:00.000Z' } : {}),
        );
        await put(rows);
        const addresses = [...new Set(wanted.map((name) => normalEmail(name + host)))];
        const found = await facesIn(database)(addresses);
        for (const address of addresses) {
          const having = rows.filter(
            ({ email, removedAt }) => removedAt === null && normalEmail(email) === address,
          );
          const faces = found.filter((face) => face.address === address);
          expect(faces).toHaveLength(Math.min(2, having.length));
          expect(having.map(({ id }) => id)).toEqual(
            expect.arrayContaining(faces.map(({ id }) => id)),
          );
        }
      },
    ),
    { numRuns: 50 },
  );
});
