import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { tokenHash } from '@feusa/identity/sessions/token';
import { TestApp, type TestRequest } from './test-app.js';

const ORIGIN = 'https://intranet.feusa.example';
const NEW = 'a new barn door';
let test: TestApp;
let admin: string;
let people = 0;
let person = { email: '', password: '' };
beforeAll(async () => {
  test = await TestApp.open();
  admin = await test.admin();
});
afterAll(() => test.close());
beforeEach(async () => {
  people += 1;
  person = { email: `person-${people}@feusa.local`, password: 'plum tree in may' };
  await test.register(person, admin);
});

const request = (email: string, ask?: TestRequest) =>
  test.post('/api/password-resets', { email }, ask);
const use = (token: string, password: string = NEW) =>
  test.ask(`/api/password-resets/${token}`, { method: 'PUT', body: { password } });
const linkTo = async (email: string): Promise<string> => {
  const letters = () => test.letters.filter(({ to }) => to === email);
  const before = letters().length;
  const from = test.newAddress();
  await test.ports.limits.signedIn(email, from);
  await request(email, { from });
  await poll(() => letters().length).toBe(before + 1);
  return /https?:\S+/.exec(letters().at(-1)?.text ?? '')?.[0] ?? '';
};
const tokenFor = async (email: string) =>
  new URL(await linkTo(email)).searchParams.get('token') ?? '';
const INVALID = [
  400,
  'user/reset-link-invalid',
  'This reset link is no longer valid. Request a new one.',
];
const statusAndDetail = ({ status, body }: Awaited<ReturnType<typeof use>>) => [
  status,
  body['code'],
  body['detail'],
];

it('mails a link to the account, however its address is written', async () => {
  await request(person.email.toUpperCase());
  await poll(() => test.letters.at(-1)?.to).toBe(person.email);
  const links = test.letters.at(-1)?.text.match(/https?:\S+/g);
  expect(links).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/reset\?token=[\w-]{43}$/),
  ]);
});

it('tells beforehand whether a link is still good', async () => {
  const find = (token: string) => test.ask(`/api/password-resets/${token}`, {});
  const token = await tokenFor(person.email);
  expect((await find(token)).status).toBe(204);
  await use(token);
  expect(statusAndDetail(await find(token))).toEqual(INVALID);
  expect(statusAndDetail(await find('nothing'))).toEqual(INVALID);
});

it('answers for an unknown address as for a known one, and mails nothing', async () => {
  const letters = test.letters.length;
  const unknown = await request('nobody@feusa.local');
  const known = await request(person.email);
  expect([unknown.status, unknown.body]).toEqual([202, { message: 'Password reset link sent!' }]);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await poll(() => test.letters.length).toBe(letters + 1);
});

it('refuses what is no address', async () => {
  const { status, body } = await request('a@b\r\nBcc: eve@evil.example');
  expect([status, body['fields']]).toEqual([400, { email: 'Enter a valid e-mail address' }]);
});

it('puts the configured address in the link, whatever the Host header says', async () => {
  const configured = await TestApp.open({ FEUSA_PUBLIC_URL: ORIGIN });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  await configured.post('/api/password-resets', { email: 'admin@feusa.local' }, { headers });
  await poll(() => configured.letters.length).toBe(1);
  expect(configured.letters[0]?.text).toContain(`\n${ORIGIN}/reset?token=`);
  expect(configured.letters[0]?.text).not.toContain('evil');
  await configured.close();
});

it('puts the address that was connected to in the link where none is configured', async () => {
  const own = await TestApp.open();
  await own.app.listen(0, '127.0.0.1');
  const { port } = own.app.getHttpServer().address() as { port: number };
  const { request: send } = await import('node:http');
  const headers = { host: 'evil.example', 'content-type': 'application/json' };
  const options = {
    port,
    host: '127.0.0.1',
    path: '/api/password-resets',
    method: 'POST',
    headers,
  };
  send(options).end(JSON.stringify({ email: 'admin@feusa.local' }));
  await poll(() => own.letters.length).toBe(1);
  expect(own.letters[0]?.text).toContain(`\nhttp://127.0.0.1:${port}/reset?token=`);
  await own.close();
});

it('sets the new password once and ends every session', async () => {
  const sessions = [(await test.signIn(person)).token, (await test.signIn(person)).token];
  const token = await tokenFor(person.email);
  expect((await use(token)).status).toBe(204);
  for (const session of sessions) {
    expect((await test.ask('/api/session', { token: session })).status).toBe(401);
  }
  expect((await test.signIn(person)).status).toBe(401);
  expect((await test.signIn({ ...person, password: NEW })).status).toBe(201);
  expect(statusAndDetail(await use(token, 'another barn door'))).toEqual(INVALID);
  expect((await test.signIn({ ...person, password: NEW })).status).toBe(201);
});

it('ends the access tokens of the account, which a change by who knows the password leaves', async () => {
  const tokens = async (session: string | undefined) =>
    (await test.ask('/api/me/tokens', { token: session })).body['tokens'];
  const { token: session } = await test.signIn(person);
  const expiresAt = new Date(Date.now() + 3600_000).toISOString();
  const body = { name: 'Nightly', scope: 'read', expiresAt };
  const made = await test.ask('/api/me/tokens', { method: 'POST', token: session, body });
  expect(made.status).toBe(201);
  const change = { current: person.password, password: 'my own barn door' };
  await test.ask('/api/me/password', { method: 'PUT', token: session, body: change });
  expect(await tokens(session)).toMatchObject([{ name: 'Nightly' }]);
  expect((await use(await tokenFor(person.email))).status).toBe(204);
  const { token: anew } = await test.signIn({ ...person, password: NEW });
  expect(await tokens(anew)).toEqual([]);
});

it('lets one of two tabs win', async () => {
  const token = await tokenFor(person.email);
  const passwords = ['the first barn', 'the second barn', 'the third barn'];
  const answers = await Promise.all(passwords.map((password) => use(token, password)));
  const winners = answers.map(({ status }) => status === 204);
  expect(winners.filter(Boolean)).toHaveLength(1);
  for (const [tab, password] of passwords.entries()) {
    const { status } = await test.signIn({ ...person, password });
    expect(status).toBe(winners[tab] ? 201 : 401);
  }
});

it('refuses a link that is wrong, cut, too old or replaced by its use', async () => {
  const token = await tokenFor(person.email);
  const other = await tokenFor(person.email);
  for (const wrong of [token.slice(1), `${token}x`, 'x'.repeat(43), '%00', 'undefined']) {
    expect(statusAndDetail(await use(wrong))).toEqual(INVALID);
  }
  const { pool } = test.ports;
  await pool.query(
    `update auth.resets set expires_at = now() - interval '1 second' where token_hash = $1`,
    [tokenHash(token)],
  );
  expect(statusAndDetail(await use(token))).toEqual(INVALID);
  expect((await use(other)).status).toBe(204);
});

it('ends every link with the password that somebody sets otherwise', async () => {
  const token = await tokenFor(person.email);
  const { token: session } = await test.signIn(person);
  const change = { current: person.password, password: 'my own barn door' };
  const changed = { method: 'PUT', token: session, body: change } as const;
  expect((await test.ask('/api/me/password', changed)).status).toBe(204);
  expect(statusAndDetail(await use(token))).toEqual(INVALID);
  expect((await test.signIn({ ...person, password: change.password })).status).toBe(201);
});

it('says what is wrong with the new password, and the link still works', async () => {
  const token = await tokenFor(person.email);
  const faults: [password: unknown, fault: string][] = [
    ['', 'Enter a password'],
    [7, 'Enter a password'],
    ['short', 'Password must be at least 6 characters'],
    ['password123456789', 'This password is too easy to guess'],
    [person.email, 'This password is too easy to guess'],
  ];
  for (const [password, fault] of faults) {
    const { status, body } = await use(token, password as string);
    expect([status, body['fields']]).toEqual([400, { password: fault }]);
  }
  expect((await use(token)).status).toBe(204);
});

it('lets an owner in again who had used up his failures', async () => {
  const from = test.newAddress();
  for (let count = 0; count < 11; count++) {
    await test.signIn({ ...person, password: 'forgotten it' }, { from });
  }
  const token = await tokenFor(person.email);
  const url = `/api/password-resets/${token}`;
  await test.ask(url, { method: 'PUT', body: { password: NEW }, from });
  expect((await test.signIn({ ...person, password: NEW }, { from })).status).toBe(201);
});

it('mails once for 20 requests of strangers, answers the same, and still mails the owner', async () => {
  const letters = () => test.letters.filter(({ to }) => to === person.email).length;
  const home = test.newAddress();
  await test.signIn(person, { from: home });
  const first = await request(person.email);
  for (let count = 0; count < 20; count++) {
    const { status, body } = await request(person.email);
    expect([status, body]).toEqual([first.status, first.body]);
  }
  await poll(letters).toBe(1);
  await request(person.email, { from: home });
  await poll(letters).toBe(2);
});

it('keeps tokens out of the log', async () => {
  const token = await tokenFor(person.email);
  await use(token, 'short');
  await use(token);
  await use(token);
  expect(test.lines.join('')).not.toContain(token);
  const events = test.securityLines.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.slice(-3)).toEqual(['reset requested', 'password reset', 'reset link refused']);
});
