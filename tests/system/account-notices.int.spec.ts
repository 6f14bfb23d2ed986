import { noticeBounds } from '@feusa/contracts/notice-bounds';
import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import { signInBounds } from '@feusa/contracts/bounds';
import type { NoticeList } from '@feusa/contracts/notices';
import { openMailServer } from '@feusa/platform/mail/test-server';
import { openPool } from '@feusa/platform/postgres/pool';
import { poll } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Answer, type Person } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';

let server: Awaited<ReturnType<typeof openMailServer>>;
let product: Product;
beforeAll(async () => {
  server = await openMailServer();
  product = await Product.open({ SMTP_URL: server.url });
});
afterAll(async () => {
  await product.close();
  await server.close();
});

let people = 0;
/** Somebody who has not signed in yet. */
async function registered() {
  const email = `notice-${++people}@feusa.example`;
  const { id } = await product.done('register-user', { ...SIGN_IN, email });
  return { id, email };
}
const signIn = (email: string, { cookie = '', ...change }: Readonly<Record<string, string>> = {}) =>
  product.ask('POST', '/api/session', {
    body: { ...SIGN_IN, email, ...change },
    headers: { 'user-agent': CHROME, cookie },
  });
const cookiesOf = ({ headers }: Answer) =>
  headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
const browserOf = (answer: Answer) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('feusa_browser=')) ?? '';
const personOf = (id: string, answer: Answer): Person => ({
  id,
  cookie: cookiesOf(answer)[0] ?? '',
});

const lettersTo = (email: string, about: string) =>
  server.letters.filter(({ to, subject }) => to === email && subject.includes(about));
const arrived = (email: string, about: string, count = 1) =>
  poll(() => lettersTo(email, about).length, { timeout: 30_000 }).toBe(count);
const noticesOf = async (as: Person) =>
  ((await product.get('/api/me/notices', as)).body as unknown as NoticeList).notices;
const kindsOf = async (as: Person) => (await noticesOf(as)).map(({ kind }) => kind);

async function change(text: string, values: unknown[]): Promise<number> {
  const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  const { rowCount } = await pool.query(text, values);
  await pool.end();
  return rowCount ?? 0;
}

/** No letter and no notice has anything that opens an account. */
afterEach(() => {
  const all = server.letters.map(({ text }) => text).join('\n');
  for (const secret of [SIGN_IN.password, SIGN_IN.teamPassword]) expect(all).not.toContain(secret);
});

describe('a sign-in with a browser that the account does not know', () => {
  it('is told by mail and on the Account page, once for each browser and account', async () => {
    const { id, email } = await registered();
    const first = await signIn(email);
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^feusa_browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    await arrived(email, 'New sign-in');
    const [letter] = lettersTo(email, 'New sign-in');
    expect(letter?.text).toMatch(
      /\nChrome on Windows, 127\.0\.0\.1, \d\d \w{3} \d{4}, \d\d:\d\d UTC\n/,
    );
    for (const cookie of cookiesOf(first)) expect(letter?.text).not.toContain(cookie.split('=')[1]);
    const as = personOf(id, first);
    expect(await noticesOf(as)).toEqual([
      {
        ...{ id: expect.any(String), kind: 'new-device', at: expect.stringMatching(/Z$/) },
        ...{ device: 'Chrome on Windows', address: '127.0.0.1' },
      },
    ]);
    const again = await signIn(email, { cookie: browserOf(first) });
    expect(browserOf(again)).toBe(browserOf(first));
    const other = await registered();
    await signIn(other.email, { cookie: browserOf(first) });
    await arrived(other.email, 'New sign-in');
    const another = await signIn(email, { cookie: 'feusa_browser=made-up' });
    expect(browserOf(another)).not.toBe('feusa_browser=made-up');
    await arrived(email, 'New sign-in', 2);
    expect(await kindsOf(as)).toEqual(['new-device', 'new-device']);
  });

  it('is known again after signing out, for so long and so many', async () => {
    const { id, email } = await registered();
    const first = await signIn(email);
    const as = personOf(id, first);
    const out = await product.ask('DELETE', '/api/session', { as });
    expect(cookiesOf(out)).toEqual(['feusa_session=']);
    await arrived(email, 'New sign-in');
    const cookie = browserOf(first);
    await signIn(email, { cookie });
    // By the time that the next one is told, the one before it would have been.
    await signIn(email);
    await arrived(email, 'New sign-in', 2);
    const { value } = noticeBounds.deviceLife;
    await change(
      `update auth.devices set seen_at = seen_at - $2 * interval '1 ms' where user_id = $1`,
      [id, value + 1],
    );
    await signIn(email, { cookie });
    await arrived(email, 'New sign-in', 3);
    for (let n = 0; n < noticeBounds.devices.value; n++) await signIn(email);
    const most = noticeBounds.devices.value;
    const count = () => change('select from auth.devices where user_id = $1', [id]);
    await poll(count, { timeout: 30_000 }).toBe(most);
  });

  it('is told by five letters in an hour at most, and five notices', async () => {
    const { id, email } = await registered();
    const most = noticeBounds.letters.value;
    let last: Answer | undefined;
    for (let n = 0; n < most + 3; n++) last = await signIn(email);
    const as = personOf(id, last!);
    await poll(async () => (await kindsOf(as)).length, { timeout: 30_000 }).toBe(5);
    await arrived(email, 'New sign-in', most);
    await product.done('set-user-role', { userId: id, role: 'auditor' });
    await arrived(email, 'Your role');
    expect(lettersTo(email, 'New sign-in')).toHaveLength(most);
  });
});

describe('a change of the account', () => {
  it('of the role is told in words, when it is undone too', async () => {
    const { id, email } = await registered();
    const { position } = await product.done('set-user-role', { userId: id, role: 'admin' });
    await arrived(email, 'Your role');
    expect(lettersTo(email, 'Your role')[0]?.text).toContain('You are now: administrator.');
    const body = { position };
    const undone = await product.ask('POST', '/api/undo', { as: product.people.admin, body });
    expect(undone.status).toBe(200);
    await arrived(email, 'Your role', 2);
    const as = personOf(id, await signIn(email));
    const roles = (await noticesOf(as)).filter(({ kind }) => kind === 'role-changed');
    expect(roles.map(({ role }) => role)).toEqual(['basic', 'admin']);
  });

  it('by the link of a letter is told after it', async () => {
    const { email } = await registered();
    await product.ask('POST', '/api/password-resets', { body: { email } });
    await arrived(email, 'Choose a new password');
    const [{ text } = { text: '' }] = lettersTo(email, 'Choose a new password');
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
    const body = { password: 'another walnut harvest' };
    const reset = await product.ask('PUT', `/api/password-resets/${token}`, { body });
    expect(reset.status).toBe(204);
    await arrived(email, 'was reset');
    expect(lettersTo(email, 'was reset')[0]?.text).not.toContain(token);
  });

  it('of the password and of second factors is told', async () => {
    const { id, email } = await registered();
    const as = personOf(id, await signIn(email));
    const body = { current: SIGN_IN.password, password: 'another walnut harvest' };
    expect((await product.ask('PUT', '/api/me/password', { as, body })).status).toBe(204);
    await arrived(email, 'was changed');
    const { recoveryCodes, secret } = await setUpTotp(product, as);
    await arrived(email, 'was added');
    const [code] = recoveryCodes;
    const proof = { password: body.password, code };
    expect((await product.ask('POST', '/api/step-up', { as, body: proof })).status).toBe(204);
    expect((await product.ask('DELETE', '/api/me/totp', { as })).status).toBe(204);
    await arrived(email, 'was removed');
    const all = server.letters.map(({ text }) => text).join('\n');
    for (const hidden of [secret, code!, body.password]) expect(all).not.toContain(hidden);
    expect((await kindsOf(as)).sort()).toEqual([
      ...['factor-added', 'factor-removed', 'new-device', 'password-changed'],
    ]);
  });
});

describe('a lock-out', () => {
  it('by wrong passwords is told once, and to nobody where there is no account', async () => {
    const { email } = await registered();
    const before = server.letters.length;
    for (const name of [email, 'nobody@feusa.example']) {
      for (let n = 0; n < signInBounds.failures.value + 5; n++)
        await signIn(name, { password: `guess ${n}` });
    }
    await arrived(email, 'Wrong passwords');
    expect(lettersTo(email, 'Wrong passwords')[0]?.text).toContain('Chrome on Windows, 127.0.0.1');
    expect(server.letters.slice(before).map(({ to }) => to)).toEqual([email]);
  });

  it('by wrong codes says that somebody knows the password', async () => {
    const { id, email } = await registered();
    await setUpTotp(product, personOf(id, await signIn(email)));
    const most = secondFactorBounds.wrong.value;
    for (let n = 0; n < most + 3; n++) await signIn(email, { code: 'abcd-abcd-abcd-abcd' });
    await arrived(email, 'Wrong codes');
    expect(lettersTo(email, 'Wrong codes')[0]?.text).toContain('somebody knows your password');
  });
});

it('notices go with their account, and with time', async () => {
  const { id, email } = await registered();
  await signIn(email);
  await arrived(email, 'New sign-in');
  const old = `update auth.notices set at = at - $2 * interval '1 ms' where user_id = $1`;
  expect(await change(old, [id, noticeBounds.life.value])).toBe(1);
  const as = personOf(id, await signIn(email));
  await arrived(email, 'New sign-in', 2);
  expect(await kindsOf(as)).toEqual(['new-device']);
  await product.done('remove-user', { id });
  for (const table of ['notices', 'devices'])
    expect(await change(`select from auth.${table} where user_id = $1`, [id])).toBe(0);
});

it('without a mail server notices are all there is', async () => {
  delete product.settings['SMTP_URL'];
  await product.restart();
  const before = server.letters.length;
  const { id, email } = await registered();
  const as = personOf(id, await signIn(email));
  await poll(() => kindsOf(as), { timeout: 30_000 }).toEqual(['new-device']);
  expect(server.letters).toHaveLength(before);
});
