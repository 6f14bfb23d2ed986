import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import { codeOf } from '@feusa/testing/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase, type TestDatabase } from '../sessions/test-database.js';
import type { SecondFactors } from './port.js';
import { openSecondFactors } from './postgres.js';

const MINUTE_MS = 60_000;
const cipher = {
  encrypt: (text: string, about: string) => Buffer.from(`${about}|${text}`),
  async decrypt(bytes: Buffer, about: string) {
    const [ciphertext, text = ''] = bytes.toString().split('|');
    if (ciphertext !== about) throw new Error('of something else');
    return text;
  },
};

let database: TestDatabase;
/** Two processes. */
let one: SecondFactors;
let other: SecondFactors;
beforeAll(async () => {
  database = await openTestDatabase();
  one = openSecondFactors(database, cipher);
  other = openSecondFactors(database, cipher);
});
afterAll(() => database.close());

let userId: string;
let secret: string;
let codes: readonly string[];
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@feusa.example`;
  userId = await database.addAccount(email);
  secret = (await one.begin(userId, email))!.secret;
  codes = (await one.confirm(userId, codeOf(secret, -1)))!;
});

const raced = (code: string) => Promise.all([one, other].map((each) => each.use(userId, code)));

describe('of several processes', () => {
  it('one takes a code', async () => {
    expect((await raced(codeOf(secret))).filter(Boolean)).toEqual(['totp']);
    expect((await raced(codes[0]!)).filter(Boolean)).toEqual(['recovery']);
    expect((await other.of(userId)).recoveryCodes).toBe(codes.length - 1);
  });

  it('all count wrong ones together, until the window ends', async () => {
    const most = secondFactorBounds.wrong.value;
    const guesses = Array.from({ length: 4 * most }, (_, n) =>
      [one, other][n % 2]!.use(userId, 'abcdabcdabcdabcd').catch(() => 'locked'),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(most);
    await expect(other.use(userId, codeOf(secret))).rejects.toMatchObject({
      code: 'too-many-requests',
      facts: { retryAfter: expect.any(Number) },
    });
    await database.pool.query(
      `update auth.second_factors set failed_since = failed_since - interval '5 minutes'
       where user_id = $1`,
      [userId],
    );
    expect(await other.use(userId, codeOf(secret))).toBe('totp');
  });

  it('none stays locked out because the clock was ahead when codes were tried', async () => {
    const most = secondFactorBounds.wrong.value;
    for (let n = 0; n < most; n++) expect(await one.use(userId, 'wrong')).toBeUndefined();
    const ahead = `update auth.second_factors set failed_since = failed_since + interval '2 days',
      last_step = last_step + 5760 where user_id = $1`;
    await database.pool.query(ahead, [userId]);
    const code = codeOf(secret);
    expect(await other.use(userId, code)).toBe('totp');
    expect(await one.use(userId, code)).toBeUndefined();
  });

  it('none is locked out for longer than the window where the clock was ahead by less than that', async () => {
    const most = secondFactorBounds.wrong.value;
    for (let n = 0; n < most; n++) expect(await one.use(userId, 'wrong')).toBeUndefined();
    const ahead = (by: string) =>
      database.pool.query(
        `update auth.second_factors set failed_since = failed_since + $2::interval where user_id = $1`,
        [userId, by],
      );
    await ahead('30 seconds');
    const retryAfter = secondFactorBounds.wrong.seconds;
    await expect(one.use(userId, 'wrong')).rejects.toMatchObject({ facts: { retryAfter } });
    await ahead('4 minutes');
    expect(await other.use(userId, codeOf(secret))).toBe('totp');
  });

  it('a right one forgets the wrong ones before it', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 1; n < secondFactorBounds.wrong.value; n++)
        expect(await one.use(userId, 'wrong')).toBeUndefined();
      expect(await other.use(userId, codes[round]!)).toBe('recovery');
    }
  });
});

it('takes the codes of these minutes, none of earlier or later ones', async () => {
  const at = (ms: number) => openSecondFactors(database, cipher, () => Date.now() + ms);
  expect(await at(2 * MINUTE_MS).use(userId, codeOf(secret))).toBeUndefined();
  expect(await at(-2 * MINUTE_MS).use(userId, codeOf(secret))).toBeUndefined();
  expect(await at(0).use(userId, codeOf(secret))).toBe('totp');
});

it('says who has one, and goes with its account', async () => {
  const without = await database.addAccount('without@feusa.example');
  await one.begin(without, 'without@feusa.example');
  const users = await other.users();
  expect([users.has(userId), users.has(without)]).toEqual([true, false]);
  expect(await other.kindsOf(without)).toEqual([]);
  expect(await other.use(without, '123456')).toBeUndefined();
  expect(await other.renew(without)).toBeUndefined();
  expect(await other.remove(without)).toBe(false);
  await database.pool.query('delete from log.accounts where id = $1', [userId]);
  expect(await other.of(userId)).toEqual({ totp: null, passkeys: [], recoveryCodes: 0 });
  expect(await one.begin(userId, 'gone@feusa.example')).toBeUndefined();
});
