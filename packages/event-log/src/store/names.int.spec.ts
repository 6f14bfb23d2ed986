import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { rowsRead } from '@feusa/testing/rows-read';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NAMED_IN } from './statements.js';
import { append, sample } from './test-samples.js';

const THERE = 3000;
const folderId = randomUUID();
const named = (name: string, folder = folderId) =>
  sample(streamOf('link', randomUUID()), 1, {
    type: 'LinkAdded',
    data: { folderId: folder, name, link: 'https://feusa.example/' },
  });

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
  const here = Array.from({ length: THERE }, (_, at) => named(`Manual ${at}`));
  const elsewhere = Array.from({ length: THERE }, () => named('Manual 7', randomUUID()));
  await append(log.store, [...here, ...elsewhere]);
  await log.owner.query('analyze log.events');
});
afterAll(() => log.close());

it('a name is looked for among all that lies in a folder by reading a few rows', async () => {
  expect(await log.store.namedIn([{ folder: folderId, name: 'Manual 7' }])).toHaveLength(1);
  const values = [
    [folderId, folderId],
    ['Manual 7', 'Nothing'],
  ];
  expect(await rowsRead(log.pool, NAMED_IN, values)).toBeLessThan(100);
});

it('a name is found whatever it is written with', async () => {
  const folder = randomUUID();
  const names = [
    'a "b" c',
    '"',
    'a \\ b',
    'a\\"b',
    'Ünïcödé',
    'e\u0301t\u00e9',
    'a\u2028b',
    'x","name":"y',
    '\u007f',
    "it's",
  ];
  await append(
    log.store,
    names.map((name) => named(name, folder)),
  );
  for (const name of names) {
    const found = await log.store.namedIn([{ folder, name }]);
    expect([name, found.map((each) => each.name)]).toEqual([name, [name]]);
  }
  expect(await log.store.namedIn([{ folder, name: 'a "c' }])).toEqual([]);
});
