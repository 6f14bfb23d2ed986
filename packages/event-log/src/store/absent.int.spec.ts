import { randomUUID } from 'node:crypto';
import { idOf, streamOf } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { rowsRead } from '@feusa/testing/rows-read';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READ_ABSENT } from './absent.js';
import type { NewEvent } from './port.js';
import { append, sample, userRegistered } from './test-samples.js';

const ACCOUNTS = 10_000;
const INVITED = 2000;
const AT_ONCE = 2000;
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

const invited = (id: string, days: number, version = 1): NewEvent => {
  const email = `${id}@feusa.example`;
  const data = { email, role: 'basic' as const, groups: [] };
  return sample(
    streamOf('user', id),
    version,
    { type: 'UserInvited', data },
    { at: ago(days).toISOString() },
  );
};
const ended = (id: string, type: 'InvitationWithdrawn' | 'UserRemoved', version = 2) =>
  sample(streamOf('user', id), version, { type, data: {} });
const registered = (id: string, version: number): NewEvent => ({
  ...userRegistered(`${id}@feusa.example`, 'basic', id),
  version,
});

const ids = {
  ...{ open: randomUUID(), renewed: randomUUID(), over: randomUUID(), withdrawn: randomUUID() },
  ...{ removed: randomUUID(), came: randomUUID() },
};

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
  const streams = Array.from({ length: ACCOUNTS }, () => randomUUID());
  const accounts = streams.flatMap((id, at) =>
    at < INVITED ? [invited(id, 30), registered(id, 2)] : [registered(id, 1)],
  );
  const others = [
    ...[invited(ids.open, 1), invited(ids.renewed, 9), invited(ids.renewed, 2, 2)],
    ...[
      invited(ids.over, 8),
      invited(ids.withdrawn, 1),
      ended(ids.withdrawn, 'InvitationWithdrawn'),
    ],
    ...[invited(ids.came, 1), registered(ids.came, 2)],
    ...[registered(ids.removed, 1), ended(ids.removed, 'UserRemoved')],
  ];
  for (let at = 0; at < accounts.length; at += AT_ONCE)
    await append(log.store, accounts.slice(at, at + AT_ONCE));
  await append(log.store, others);
  await log.owner.query('analyze log.events');
}, 120_000);
afterAll(() => log.close());

const found = async (...asked: Parameters<TestLog['store']['readAbsent']>) =>
  (await log.store.readAbsent(...asked)).map(({ stream }) => idOf(stream));
const all = ['UserInvited', 'InvitationWithdrawn', 'UserRemoved'] as const;

describe('who has no account, of 10,000 who have one', () => {
  it('is who was invited, or removed, and nothing has happened since', async () => {
    expect(await found(['UserInvited'], ago(7))).toEqual([ids.open, ids.renewed]);
    expect(await found(['UserInvited'])).toEqual([ids.open, ids.renewed, ids.over]);
    expect(await found(all)).toEqual([
      ...[ids.open, ids.renewed, ids.over, ids.withdrawn, ids.removed],
    ]);
  });

  it('is found by reading a few rows where few were invited lately', async () => {
    const values = [['UserInvited'], ago(7)];
    expect(await rowsRead(log.pool, READ_ABSENT, values)).toBeLessThan(50);
  });

  it('is found among everybody who ever was invited without reading the others', async () => {
    const values = [all, new Date(0)];
    expect(await rowsRead(log.pool, READ_ABSENT, values)).toBeLessThan(4 * INVITED);
  });
});
