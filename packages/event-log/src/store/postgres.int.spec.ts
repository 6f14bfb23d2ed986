import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStoreContract } from './contract.js';
import { append, folderStream, sample } from './test-samples.js';

eventStoreContract('postgres', openTestLog);

describe('the log in PostgreSQL', () => {
  let log: TestLog;
  beforeAll(async () => {
    log = await openTestLog();
    await append(log.store, [sample(folderStream(), 1), sample(folderStream(), 1)]);
  });
  afterAll(() => log.close());

  const rewrites = [
    ['UPDATE', "update log.events set bytes = '{}' where position = 1"],
    ['UPDATE of every row', 'update log.events set version = version'],
    ['DELETE', 'delete from log.events where position = 1'],
    ['TRUNCATE', 'truncate log.events'],
    ['TRUNCATE with others', 'truncate log.events, log.answers cascade'],
  ];

  it.each(rewrites)('refuses a service the right to %s events', async (_what, statement) => {
    await expect(log.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
  it.each(rewrites)('refuses the owner of the tables %s of events', async (_what, statement) => {
    await expect(log.owner.query(statement)).rejects.toMatchObject({
      code: '23000',
      message: 'the event log is append-only',
    });
    expect(await log.store.read(0, 10)).toHaveLength(2);
  });
  it.each([
    ['take the trigger away', 'alter table log.events disable trigger append_only'],
    ['drop the trigger', 'drop trigger append_only on log.events'],
    ['drop the table', 'drop table log.events cascade'],
    ['go round the trigger', 'set session_replication_role = replica'],
    ['empty the head', 'delete from log.head'],
  ])('lets no service %s', async (_what, statement) => {
    await expect(log.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
  it('keeps one head', async () => {
    const second = "insert into log.head (one, position, hash) values (false, 9, '')";
    await expect(log.owner.query(second)).rejects.toMatchObject({ code: '23514' });
  });
  it('waits for the disk before it answers', async () => {
    const { rows } = await log.pool.query('show synchronous_commit');
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });
  it('finds streams by their bytes, whatever the language of the database', async () => {
    const { rows } = await log.owner.query(
      `select collation_name from information_schema.columns
       where table_schema = 'log' and table_name = 'events' and column_name = 'stream'`,
    );
    expect(rows).toEqual([{ collation_name: 'C' }]);
  });
});
