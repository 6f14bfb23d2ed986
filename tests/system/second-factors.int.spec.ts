import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import { openPool } from '@feusa/platform/postgres/pool';
import { codeOf } from '@feusa/testing/codes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Body, type Person, statusAndCode } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const signIn = (email: string, code?: string) =>
  product.ask('POST', '/api/session', { body: { ...SIGN_IN, email, ...(code && { code }) } });
const stepUp = (as: Person, code?: string) =>
  product.ask('POST', '/api/step-up', {
    as,
    body: { password: SIGN_IN.password, ...(code && { code }) },
  });
const factors = async (as: Person) => (await product.get('/api/me/second-factors', as)).body;
let people = 0;
async function withTotp() {
  const email = `factor-${++people}@feusa.example`;
  const as = await product.newPerson('basic', email);
  return { as, email, ...(await setUpTotp(product, as)) };
}

describe('an authenticator app', () => {
  it('counts once it is confirmed by a code', async () => {
    const email = 'begins@feusa.example';
    const as = await product.newPerson('basic', email);
    const begun = await product.ask('POST', '/api/me/totp', { as });
    expect([begun.status, begun.body]).toEqual([
      201,
      {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otpauth: expect.stringMatching(/^otpauth:\/\/totp\/FEUSA:begins%40feusa\.example\?/),
      },
    ]);
    expect((await signIn(email)).status).toBe(201);
    const put = (body: unknown) => product.ask('PUT', '/api/me/totp', { as, body });
    const wrong = await put({ code: codeOf(String(begun.body['secret']), 40) });
    expect(statusAndCode(wrong)).toBe('400 second-factor/not-confirmed');
    expect(wrong.body['fields']).toEqual({ code: 'Incorrect code; try again' });
    for (const body of [{}, { code: '' }, { code: 7 }, { code: '1', more: 1 }])
      expect((await put(body)).status).toBe(400);
    const code = codeOf(String(begun.body['secret']));
    const answers = await Promise.all([put({ code }), put({ code })]);
    expect(answers.map(statusAndCode).sort()).toEqual(['200', '400 second-factor/not-confirmed']);
    const codes = answers.flatMap(({ body }) => (body['recoveryCodes'] as string[]) ?? []);
    expect(new Set(codes).size).toBe(secondFactorBounds.recovery.value);
    expect(await factors(as)).toEqual({
      ...{ totp: expect.stringMatching(/Z$/), passkeys: [], recoveryCodes: 10, required: false },
    });
    expect(statusAndCode(await product.ask('POST', '/api/me/totp', { as }))).toBe(
      '409 second-factor/already',
    );
  });

  it('is asked for after the right password, and never before', async () => {
    const { email, secret } = await withTotp();
    const asked = await signIn(email);
    expect(statusAndCode(asked)).toBe('401 second-factor');
    expect(asked.body['kinds']).toEqual(['totp', 'recovery']);
    const guess = { ...SIGN_IN, email, password: 'not this one', code: codeOf(secret) };
    expect(statusAndCode(await product.ask('POST', '/api/session', { body: guess }))).toBe(
      '401 session/wrong-credentials',
    );
    const team = { ...SIGN_IN, email, teamPassword: 'not this one' };
    expect((await product.ask('POST', '/api/session', { body: team })).body['detail']).toBe(
      'Incorrect team password; try again',
    );
    const spaced = codeOf(secret).replace(/^(...)/, '$1 ');
    expect((await signIn(email, spaced)).status).toBe(201);
  });

  it('has codes that count once, also when they come at once', async () => {
    const { email, secret } = await withTotp();
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, code)));
    expect(answers.map(statusAndCode).sort()).toEqual([
      ...['201', '401 second-factor/wrong', '401 second-factor/wrong'],
    ]);
    expect(statusAndCode(await signIn(email, code))).toBe('401 second-factor/wrong');
    expect(statusAndCode(await signIn(email, codeOf(secret, -1)))).toBe('401 second-factor/wrong');
    expect((await signIn(email, codeOf(secret, 1))).status).toBe(201);
  });

  it('is locked by wrong codes, for right ones too, in the sign-in and the step-up', async () => {
    const { as, email, secret, recoveryCodes } = await withTotp();
    const wrong = codeOf(secret, 40);
    const guesses = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? signIn(email, wrong) : stepUp(as, 'abcd-abcd-abcd-abcd'),
    );
    const answers = (await Promise.all(guesses)).map(statusAndCode);
    const looked = answers.filter((answer) => answer === '401 second-factor/wrong');
    expect(looked).toHaveLength(secondFactorBounds.wrong.value);
    const locked = await signIn(email, codeOf(secret));
    expect(statusAndCode(locked)).toBe('429 too-many-requests');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(statusAndCode(await stepUp(as, recoveryCodes[0]))).toBe('429 too-many-requests');
    expect((await factors(as))['recoveryCodes']).toBe(10);
  });

  it('is asked for by the step-up too, and removed after one', async () => {
    const { as, email, secret } = await withTotp();
    const fresh = await signIn(email, codeOf(secret));
    const cookie = fresh.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = { id: as.id, cookie };
    const remove = () => product.ask('DELETE', '/api/me/totp', { as: again });
    expect(statusAndCode(await remove())).toBe('403 step-up');
    expect(statusAndCode(await stepUp(again))).toBe('401 second-factor');
    expect((await stepUp(again, codeOf(secret, 1))).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(statusAndCode(await remove())).toBe('404 second-factor/none');
    expect((await signIn(email)).status).toBe(201);
  });
});

describe('recovery codes', () => {
  it('are good once each, and new ones end those before', async () => {
    const { as, email, recoveryCodes } = await withTotp();
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all([signIn(email, first), signIn(email, first)]);
    expect(answers.map(statusAndCode).sort()).toEqual(['201', '401 second-factor/wrong']);
    expect((await factors(as))['recoveryCodes']).toBe(9);
    expect((await stepUp(as, second.toUpperCase().replaceAll('-', ''))).status).toBe(204);
    const renewed = await product.ask('POST', '/api/me/recovery-codes', { as });
    const codes = renewed.body['recoveryCodes'] as string[];
    expect([renewed.status, codes.length]).toEqual([201, 10]);
    expect(statusAndCode(await signIn(email, recoveryCodes[2]))).toBe('401 second-factor/wrong');
    expect((await signIn(email, codes[0])).status).toBe(201);
  });

  it('are made for whoever has an authenticator app alone', async () => {
    const { basic } = product.people;
    const answer = await product.ask('POST', '/api/me/recovery-codes', { as: basic });
    expect(statusAndCode(answer)).toBe('404 second-factor/none');
  });
});

describe('what is kept', () => {
  it('outlasts a restart, and is unreadable in the database', async () => {
    const { as, email, secret, recoveryCodes } = await withTotp();
    await product.restart();
    expect(statusAndCode(await signIn(email))).toBe('401 second-factor');
    expect((await signIn(email, codeOf(secret))).status).toBe(201);
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const { rows } = await pool.query<{ row: string }>(
      `select f::text || c::text as row from auth.second_factors f
       join auth.recovery_codes c using (user_id) where user_id = $1`,
      [as.id],
    );
    await pool.end();
    const stored = rows.map(({ row }) => row).join('\n');
    const hidden = [secret, recoveryCodes[0]!, recoveryCodes[0]!.replaceAll('-', '')];
    for (const text of hidden) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('hex'));
    }
  });
});

describe('a lost second factor', () => {
  it('is taken away by an administrator, with a step-up', async () => {
    const { as, email } = await withTotp();
    const { admin, auditor } = product.people;
    const take = (id: string, by: Person) =>
      product.ask('DELETE', `/api/users/${id}/second-factors`, { as: by });
    const listed = async () => {
      const { users } = (await product.get('/api/users', admin)).body as { users: Body[] };
      return users.find(({ id }) => id === as.id)?.['secondFactor'];
    };
    expect(await listed()).toBe(true);
    expect(statusAndCode(await take(as.id, auditor))).toBe('403 not-allowed');
    const fresh = await product.signInOnly(SIGN_IN.email);
    expect(statusAndCode(await take(as.id, fresh))).toBe('403 step-up');
    expect((await take(as.id, admin)).status).toBe(204);
    expect(await listed()).toBeUndefined();
    expect((await signIn(email)).status).toBe(201);
    expect(statusAndCode(await take(as.id, admin))).toBe('404 second-factor/none');
    expect(statusAndCode(await take(crypto.randomUUID(), admin))).toBe('404 user/not-found');
    expect((await take('nonsense', admin)).status).toBe(400);
  });
});
