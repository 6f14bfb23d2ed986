import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { arrayParameter } from './array-parameter.js';

let fresh: FreshDatabase;
let client: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  client = new pg.Client(fresh.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

const read = async (values: (string | null)[]) => {
  const { rows } = await client.query('select $1::text[] as all', [arrayParameter(values)]);
  return (rows[0] as { all: unknown }).all;
};

it('leaves to the driver only what needs quotes', () => {
  expect(arrayParameter([1, -2.5, true, null])).toBe('{1,-2.5,true,NULL}');
  const plain = [randomUUID(), `folder-${randomUUID()}`, '2026-11-25T17:37:00.123Z', 'c0ffee'];
  expect(arrayParameter(plain)).toBe(`{${plain.join()}}`);
  for (const quoted of ['', 'a,b', '{}', 'a b', '"', '\\', 'null', 'NULL', 'ä', '\n'])
    expect(arrayParameter([quoted])).toEqual([quoted]);
});

it('is what PostgreSQL reads, whatever the texts', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')),
    fc.constantFrom('', 'null', 'NULL', '{', '}', ',', '"', '\\', "'", ' ', 'a', '1', '-'),
    fc.uuid(),
  );
  const property = fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
    expect(await read(values)).toEqual(values);
  });
  await fc.assert(property, { numRuns: 200 });
});
