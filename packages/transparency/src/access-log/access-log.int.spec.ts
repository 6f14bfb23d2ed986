import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accessLogBounds } from '@feusa/contracts/access-log-bounds';
import { migrate } from '@feusa/platform/postgres/migrate';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSigner, type CheckpointSigner } from '../signer.js';
import { anchor, type AnchorPorts } from './anchors.js';
import type { AccessLog } from './port.js';
import { openAccessLog, prune } from './postgres.js';
import { accessTables } from './schema.js';
import { subjectOf } from './write.js';

let log: TestLog;
let home: string;
let signer: CheckpointSigner;
let ports: AnchorPorts;
const opened: AccessLog[] = [];

beforeEach(async () => {
  log = await openTestLog();
  await migrate(log.url, [accessTables]);
  home = await mkdtemp(path.join(tmpdir(), 'feusa-access-'));
  signer = await openSigner(home);
  const quiet = { info: () => undefined, warn: () => undefined };
  const { pool } = log;
  const logKey = () => Promise.resolve(signer.key);
  const keysBefore = () => Promise.resolve([signer.verifier]);
  ports = { pool, keys: testKeys(pool), signer, log: quiet, logKey, keysBefore };
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await log.close();
  await rm(home, { recursive: true });
});

const open = (): AccessLog => {
  const accessLog = openAccessLog({ ...ports, days: 90, anchorEveryMs: 60_000 });
  opened.push(accessLog);
  return accessLog;
};

/** Writes so many entries; all are there when it answers. */
async function write(count: number, user: string | undefined = randomUUID()): Promise<void> {
  const accessLog = open();
  for (let each = 1; each <= count; each++)
    accessLog.record({ kind: 'downloaded', user, address: '10.0.0.1', detail: `file ${each}` });
  await accessLog.close();
}

/** As the owner of the database, whom nothing holds back. */
const tamper = (text: string) => log.owner.query(text);
const verify = () => open().verify();
const all = () => open().find({}, { limit: 10_000 });

it('shows whoever looks what has happened just now, sums too', async () => {
  const accessLog = open();
  accessLog.record({ kind: 'downloaded', detail: 'a file' });
  for (const shown of ['1', '2']) accessLog.gather('past', { kind: 'past', shown });
  const found = await accessLog.find({}, { limit: 10 });
  expect(found.map(({ kind, requests }) => [kind, requests])).toEqual([
    ['past', 2],
    ['downloaded', 1],
  ]);
});

describe('the chain of the access log', () => {
  it('holds, empty and with entries', async () => {
    expect(await verify()).toMatchObject({ ok: true, last: '0' });
    await write(5);
    expect(await verify()).toMatchObject({ ok: true, first: '1', last: '5' });
  });

  it.each([
    [
      'a changed body',
      `set body = replace(body, 'file 3', 'file 9') where position = 3`,
      'changed',
    ],
    ['a changed column', `set user_id = null where position = 3`, 'changed'],
    ['another time', `set at = at - interval '1 day' where position = 3`, 'changed'],
  ])('shows %s', async (_, change, reason) => {
    await write(5);
    await tamper(`update access.entries ${change}`);
    expect(await verify()).toEqual({ ok: false, position: '3', reason });
  });

  it('shows an entry that was removed', async () => {
    await write(5);
    await tamper('delete from access.entries where position = 3');
    expect(await verify()).toEqual({ ok: false, position: '3', reason: 'missing' });
  });

  it('shows entries that have changed places', async () => {
    await write(5);
    await tamper(`update access.entries e set body = o.body, hash = o.hash
      from access.entries o where e.position in (2, 3) and o.position = 5 - e.position`);
    expect(await verify()).toEqual({ ok: false, position: '2', reason: 'changed' });
  });

  it('shows that its end was cut, though its head was moved', async () => {
    await write(5);
    await anchor(ports);
    await cutAfter(3);
    expect(await verify()).toEqual({ ok: false, position: '4', reason: 'cut' });
  });

  it('shows it by the file beside the key, though the database forgot its anchors', async () => {
    await write(5);
    await anchor(ports);
    await cutAfter(3);
    await tamper('delete from access.anchors');
    expect(await verify()).toEqual({ ok: false, position: '4', reason: 'cut' });
    await write(4);
    expect(await verify()).toMatchObject({ ok: false, position: '5', reason: 'changed' });
    // Nor does a newer anchor hide it: the chain itself says so.
    await anchor(ports);
    expect(await verify()).toMatchObject({ ok: false, position: '8', reason: 'missing' });
    expect((await all()).map(({ kind }) => kind)).toContain('missing');
  });

  it('shows an anchor that nobody has signed', async () => {
    await write(2);
    await anchor(ports);
    await tamper(`update access.anchors set note = replace(note, 'feusa/access-log', 'other')`);
    expect(await verify()).toEqual({ ok: false, position: '1', reason: 'anchor' });
  });

  it('shows what a key has anchored behind the first anchor of the one that it was turned into', async () => {
    const next = await openSigner(path.join(home, 'next'));
    const before = { ...signer.verifier, turnedInto: next.key };
    const keysBefore = () => Promise.resolve([next.verifier, before]);
    await write(2);
    await anchor(ports);
    const thief = { ...ports };
    ports = { ...ports, signer: next, logKey: () => Promise.resolve(next.key), keysBefore };
    expect(await verify()).toMatchObject({ ok: true, last: '2' });
    await write(2);
    await anchor(thief);
    expect(await verify()).toMatchObject({ ok: true, last: '4' });
    await write(2);
    await anchor(ports);
    expect(await verify()).toMatchObject({ ok: true, last: '6' });
    await write(2);
    await anchor(thief);
    expect(await verify()).toEqual({ ok: false, position: '1', reason: 'anchor' });
  });

  async function cutAfter(position: number): Promise<void> {
    await tamper(`delete from access.entries where position > ${position};
      update access.head set position = ${position},
        hash = (select hash from access.entries where position = ${position})`);
  }
});

describe('the access log', () => {
  it('is one chain for several writers', async () => {
    const writers = [open(), open(), open()];
    for (let each = 0; each < 300; each++)
      writers[each % 3]!.record({ kind: 'previewed', user: randomUUID() });
    await Promise.all(writers.map((writer) => writer.close()));
    expect(await verify()).toMatchObject({ ok: true, last: '300' });
  });

  it('forgets addresses with the key of the person, and holds', async () => {
    const user = randomUUID();
    const { wrapped } = testKeys(log.pool).make(subjectOf(user));
    await log.pool.query('insert into keys.subjects values ($1, $2)', [subjectOf(user), wrapped]);
    await write(2, user);
    expect((await all())[0]).toMatchObject({ user, address: '10.0.0.1' });
    const { rows } = await log.pool.query<{ body: string }>('select body from access.entries');
    expect(rows.map(({ body }) => body).join()).not.toContain('10.0.0.1');
    await log.pool.query('delete from keys.subjects');
    expect((await all())[0]).toMatchObject({ user, address: null });
    expect(await verify()).toMatchObject({ ok: true, last: '2' });
  });

  it('keeps what was entered as the account, or as a mark', async () => {
    const id = randomUUID();
    await log.owner.query(
      `insert into log.accounts (id, email, normal_email, role, created_at)
        values ($1, $2, $2, 'basic', now())`,
      [id, 'gus@feusa.example'],
    );
    const accessLog = open();
    for (const email of ['Gus@feusa.example', 'nobody@feusa.example'])
      accessLog.record({ kind: 'sign-in-failed', email, address: '10.0.0.2' });
    await accessLog.close();
    const [unknown, known] = await all();
    expect(known).toMatchObject({ user: id, mark: null });
    expect(unknown).toMatchObject({ user: null, mark: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const { rows } = await log.pool.query<{ body: string }>('select body from access.entries');
    expect(rows.map(({ body }) => body).join()).not.toMatch(/gus@|nobody@/i);
  });

  it('goes on after whatever somebody typed', async () => {
    const accessLog = open();
    const texts = ['a\0b@feusa.example', '\ud800', '\u202e', 'x'.repeat(5000)];
    for (const text of texts)
      accessLog.record({ kind: 'sign-in-failed', email: text, address: text, detail: text });
    await accessLog.close();
    expect(await all()).toHaveLength(texts.length);
    expect(await verify()).toMatchObject({ ok: true, last: String(texts.length) });
  });

  it('removes what is old, says so, and holds from there', async () => {
    await write(6);
    await anchor(ports);
    await rewriteAges(4);
    await prune(ports, 90);
    const verdict = await verify();
    expect(verdict).toMatchObject({ ok: true, first: '5', last: '7' });
    expect((await all())[0]).toMatchObject({ kind: 'pruned', count: 4 });
    await prune(ports, 90);
    expect(await verify()).toEqual(verdict);
    await tamper('delete from access.entries where position = 5');
    await tamper(
      `update access.head set pruned_position = 5, pruned_hash = (select hash from access.entries limit 1)`,
    );
    expect(await verify()).toMatchObject({ ok: false });
  });

  it('lets services remove nothing but what is old', async () => {
    await write(3);
    await expect(log.pool.query('delete from access.entries')).rejects.toThrow(/permission denied/);
    await expect(log.pool.query('update access.entries set kind = kind')).rejects.toThrow(
      /permission denied/,
    );
    await expect(log.pool.query('select access.prune(now())')).rejects.toThrow(/a day at least/);
  });

  it('counts in the chain what it had no room for', async () => {
    const most = accessLogBounds.ofPerson.value;
    await write(most + 7);
    expect((await all()).map(({ count }) => count ?? 0).reduce((sum, each) => sum + each)).toBe(7);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('sums up what comes in parts', async () => {
    const accessLog = open();
    const user = randomUUID();
    for (const bytes of [10, 20, 30])
      accessLog.gather('one file', { kind: 'downloaded', user, bytes });
    accessLog.gather('another', { kind: 'downloaded', user, bytes: 1 });
    await accessLog.close();
    const found = (await all()).map(({ bytes, requests }) => ({ bytes, requests }));
    expect(found).toEqual([
      { bytes: 1, requests: 1 },
      { bytes: 60, requests: 3 },
    ]);
  });

  /** Makes the first entries old, as if they had been written then. */
  async function rewriteAges(count: number): Promise<void> {
    await tamper(
      `update access.entries set at = at - interval '100 days' where position <= ${count}`,
    );
  }
});
