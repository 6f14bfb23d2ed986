import pg from 'pg';
import { expect, it } from '@jest/globals';
import { freshDatabase } from './database.js';

it('gives every test a database of its own', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  expect(one.url).not.toBe(two.url);
  const client = new pg.Client(one.url);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table note (id int)');
  await one.drop();
  await expect(client.query('select 1')).rejects.toThrow();
  await two.drop();
});
