import { randomBytes } from 'node:crypto';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { waitUntil } from '@feusa/testing/wait';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openKeptSecrets } from './kept-secrets.js';
import { fingerprintOf, MasterKeys } from './master-keys.js';
import { openSubjectKeys } from './subject-keys.js';
import { beginTurn, endTurn, nextKeyOf, rewrap } from './turning.js';

let database: FreshDatabase;
let pool: Pool;
let old: Buffer;
beforeAll(async () => {
  database = await freshDatabase();
  await prepareDatabase(database.url);
  pool = openPool({ url: database.url, max: 4, name: 'test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  old = randomBytes(32);
  await pool.query('insert into keys.master (fingerprint) values ($1)', [fingerprintOf(old)]);
});
afterEach(async () => {
  await pool.query('truncate keys.subjects, keys.derived, keys.turning');
  await pool.query('delete from keys.master');
});

/** A process that was started with a key. */
async function started(own: Buffer) {
  const master = new MasterKeys(pool, own);
  await master.refresh();
  const keys = openSubjectKeys(pool, master);
  const write = async (subject: string) => {
    const { key, wrapped } = keys.make(subject);
    await pool.query('insert into keys.subjects (subject, wrapped) values ($1, $2)', [
      subject,
      wrapped,
    ]);
    return key.encrypt('Ada', subject);
  };
  const read = async (subject: string, ciphertext: string) =>
    (await keys.find([subject])).get(subject)?.decrypt(ciphertext, subject);
  return { master, write, read, kept: openKeptSecrets(pool, master) };
}

const turned = async (own: Buffer, next: Buffer) => {
  await beginTurn({ pool, own }, next);
  await rewrap({ pool, own });
  while (!(await endTurn({ pool }))) await rewrap({ pool, own });
};

describe('a master key that is turned', () => {
  it('leaves nothing behind that opens with the old one, and everything readable', async () => {
    const [process, next] = [await started(old), randomBytes(32)];
    const ciphertext = await process.write('employee-1');
    const secret = await process.kept('webhook 1', () => Buffer.alloc(32, 3));
    await beginTurn({ pool, own: old }, next);
    expect(await process.read('employee-1', ciphertext)).toBe('Ada');
    expect(await rewrap({ pool, own: old })).toBe(2);
    expect(await endTurn({ pool })).toBe(true);
    const [before, after] = [new MasterKeys(pool, old), new MasterKeys(pool, next)];
    const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from keys.subjects');
    await expect(before.unwrap(rows[0]!.wrapped, 'employee-1')).rejects.toThrow('was turned');
    expect(await after.unwrap(rows[0]!.wrapped, 'employee-1')).toHaveLength(32);
    const fresh = await started(next);
    expect(await fresh.read('employee-1', ciphertext)).toBe('Ada');
    expect(await fresh.kept('webhook 1', () => Buffer.alloc(32, 4))).toEqual(secret);
    expect((await pool.query('select from keys.turning')).rowCount).toBe(0);
  });

  it('has who still wraps by the old one refused in the end, and not lost', async () => {
    const process = await started(old);
    const next = randomBytes(32);
    await beginTurn({ pool, own: old }, next);
    const late = await process.write('employee-late');
    await turned(old, next);
    await expect(process.write('employee-too-late')).rejects.toThrow('not accepted any more');
    expect(await (await started(next)).read('employee-late', late)).toBe('Ada');
  });

  it('waits in the end for who is writing', async () => {
    const [process, next] = [await started(old), randomBytes(32)];
    await beginTurn({ pool, own: old }, next);
    const client = await pool.connect();
    await client.query('begin');
    const wrapped = process.master.wrap(randomBytes(32), 'employee-1');
    await client.query('insert into keys.subjects values ($1, $2)', ['employee-1', wrapped]);
    const ending = endTurn({ pool });
    await client.query('commit');
    client.release();
    expect(await ending).toBe(false);
    await rewrap({ pool, own: old });
    expect(await endTurn({ pool })).toBe(true);
  });

  it('is turned to one other at a time, and not to itself', async () => {
    const next = randomBytes(32);
    await expect(beginTurn({ pool, own: old }, old)).rejects.toThrow('is the one that is in use');
    await beginTurn({ pool, own: old }, next);
    await beginTurn({ pool, own: old }, next);
    await expect(beginTurn({ pool, own: old }, randomBytes(32))).rejects.toThrow('another one');
    expect(await nextKeyOf({ pool, own: old })).toEqual(next);
    expect(await nextKeyOf({ pool, own: next })).toEqual(next);
  });

  it('is read again where it lies by who has slept through all of it', async () => {
    const next = randomBytes(32);
    let [lying, reads] = [old, 0];
    const master = new MasterKeys(pool, old, () => Promise.resolve((reads++, lying)));
    const keys = openSubjectKeys(pool, master);
    await master.refresh();
    expect([reads, master.fault]).toEqual([0, undefined]);
    await turned(old, next);
    const asked = await Promise.all([1, 2, 3].map(() => keys.renewed()));
    expect([asked, reads]).toEqual([[false, false, false], 1]);
    expect(master.fault).toContain('has to start with the new one');
    lying = next;
    await waitUntil(() => keys.renewed());
    expect(master.fault).toBeUndefined();
    expect(fingerprintOf(master.current)).toBe(fingerprintOf(next));
    await (await started(next)).write('employee-1');
    expect(await keys.find(['employee-1'])).toHaveProperty('size', 1);
  });

  it('opens what was wrapped before keys had names', async () => {
    const [process, next] = [await started(old), randomBytes(32)];
    const ciphertext = await process.write('employee-1');
    await pool.query('update keys.subjects set wrapped = substring(wrapped from 9)');
    expect(await process.read('employee-1', ciphertext)).toBe('Ada');
    await turned(old, next);
    expect(await (await started(next)).read('employee-1', ciphertext)).toBe('Ada');
  });
});

type Step = 'begin' | 'write' | 'write late' | 'look' | 'crash' | 'rewrap' | 'end' | 'erase';
const steps = fc.array(
  fc.constantFrom<Step>('begin', 'write', 'write late', 'look', 'crash', 'rewrap', 'end', 'erase'),
  { maxLength: 25 },
);

/** Fails behind so many statements, as a process that is killed. */
function failing(after: number): Pool {
  let left = after;
  const query = (...given: Parameters<Pool['query']>) =>
    left-- > 0 ? pool.query(...given) : Promise.reject(new Error('killed'));
  return { query } as unknown as Pool;
}

it('loses nobody in any history of turns, crashes, late writers and erasures', async () => {
  const check = fc.asyncProperty(steps, async (history) => {
    await pool.query('truncate keys.subjects, keys.turning');
    let own: Buffer = randomBytes(32);
    await pool.query('update keys.master set fingerprint = $1, turned = 0', [fingerprintOf(own)]);
    let [process, late] = [await started(own), await started(own)];
    const known = new Map<string, string>();
    let made = 0;
    let next: Buffer | undefined;
    const write = async (who: typeof process) => {
      const subject = `employee-${++made}`;
      const ciphertext = await who.write(subject).catch(() => undefined);
      if (ciphertext) known.set(subject, ciphertext);
    };
    const take: Record<Step, () => Promise<unknown>> = {
      begin: async () => beginTurn({ pool, own }, (next ??= randomBytes(32))),
      write: () => write(process),
      'write late': () => write(late),
      look: () => process.master.refresh(),
      crash: () => rewrap({ pool: failing(made % 5), own }).catch(() => undefined),
      rewrap: () => rewrap({ pool, own }),
      async end() {
        if (!(await endTurn({ pool }))) return;
        [own, next] = [next!, undefined];
        [process, late] = [await started(own), process];
      },
      async erase() {
        const [subject] = known.keys();
        if (subject) await pool.query('delete from keys.subjects where subject = $1', [subject]);
        if (subject) known.delete(subject);
      },
    };
    for (const step of history) {
      await take[step]();
      const reader = await started(own);
      for (const [subject, ciphertext] of known)
        expect(await reader.read(subject, ciphertext)).toBe('Ada');
    }
    expect((await pool.query('select from keys.subjects')).rowCount).toBe(known.size);
  });
  await fc.assert(check, { numRuns: 40 });
});
