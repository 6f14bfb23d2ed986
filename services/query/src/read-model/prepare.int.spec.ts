import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';

let fresh: FreshDatabase;
const databases: ReadDatabase[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  for (let count = 0; count < 4; count++) databases.push(await ReadDatabase.open(fresh.url));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await fresh.drop();
});

it('services that start at once make the tables once', async () => {
  await Promise.all(databases.map((database) => database.prepare()));
  await Promise.all(databases.map((database) => database.write(new Map(), 7, 0)));
  await Promise.all(databases.map((database) => database.prepare()));
  expect(await databases[0]!.checkpoint()).toBe(7);
});
