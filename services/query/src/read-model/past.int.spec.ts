import { openPostgresEventStore } from '@feusa/adapters/event-store/postgres';
import { append } from '@feusa/adapters/event-store/samples';
import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderPage, wholeTree } from '../folders/pages.js';
import { ReadDatabase } from './database.js';
import { pastSource } from './past.js';
import { presentSource } from './present.js';
import { Projector } from './projector.js';
import { ReadModel } from './read-model.js';
import type { ContentSource } from './source.js';
import { history } from './test-history.js';

const events = fc.sample(history, { numRuns: 99, seed: 7 }).find(({ length }) => length > 60)!;
const folderIds = new Set(
  events.filter(({ stream }) => nounOf(stream) === 'folder').map(({ stream }) => idOf(stream)),
);

let log: TestLog;
let database: ReadDatabase;
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url, { role: log.role });
  await database.prepare();
  const unplaced = events.filter(({ stream }) => nounOf(stream) !== 'user');
  await append(
    log.store,
    unplaced.map(({ position: _position, ...event }) => event as never),
  );
});
afterAll(async () => {
  await database.close();
  await log.close();
});

/** Everything that a source can be asked. */
async function everythingIn(source: ContentSource) {
  const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
    rows.toSorted((a, b) => a.id.localeCompare(b.id));
  const pages = [null, ...folderIds, '00000000-0000-4000-8000-ffffffffffff'].map((id) =>
    folderPage(source, id).catch((fault: Error) => fault.message),
  );
  return {
    tree: await wholeTree(source),
    pages: await Promise.all(pages),
    employees: byId(await source.allEmployees()),
    folders: byId(await source.allFolders()),
    docs: byId(await source.allDocs()),
  };
}

it('the past after every event is what the read model was then', async () => {
  const projector = new Projector(database, log.store);
  const present = presentSource(database);
  const stored: StoredEvent[] = await log.store.read(0, 1000);
  expect(stored.length).toBeGreaterThan(50);
  for (const event of stored) {
    await projector.handle([event]);
    const past = await pastSource(log.store, event.position);
    expect(await everythingIn(past)).toEqual(await everythingIn(present));
  }
});

it('the past before the first event is empty, and after the last one it is the present', async () => {
  const { position } = await log.store.head();
  const before = await pastSource(log.store, 0);
  expect(await everythingIn(before)).toMatchObject({ tree: [], employees: [], folders: [] });
  const after = await pastSource(openPostgresEventStore(log.pool), position + 1000);
  expect(await everythingIn(after)).toEqual(await everythingIn(presentSource(database)));
});

it('is for auditors and administrators, by position or time', async () => {
  const model = new ReadModel(database, log.store);
  await model.open();
  const asker = (role: 'admin' | 'auditor' | 'basic') => ({
    id: 'ann',
    email: 'a@b.example',
    role,
  });
  const [first] = await log.store.read(0, 1);
  for (const at of [1, first!.at]) {
    const { source, past } = await model.sourceFor({ at }, asker('auditor'));
    expect(past).toBe(true);
    expect(await everythingIn(source)).toBeDefined();
  }
  const asked = model.sourceFor({ at: 1 }, asker('basic'));
  await expect(asked).rejects.toMatchObject({ code: 'not-allowed' });
  const { position, past } = await model.sourceFor({}, asker('basic'));
  expect([position, past]).toEqual([(await log.store.head()).position, false]);
});
