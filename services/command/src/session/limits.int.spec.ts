import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ADMIN, PERSON, TEAM, TestApp, type TestResponse, type TestRequest } from './test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await TestApp.open();
  await test.register(PERSON, await test.admin());
});
afterAll(() => test.close());

const guess = (email: string, ask?: TestRequest) =>
  test.signIn({ email, password: 'a wrong guess' }, ask);
const waitOf = ({ headers }: TestResponse) => Number(headers['retry-after']);

it('tells the security log who came from where, and no secret', async () => {
  const canary = 'canary-7391-secret';
  const from = test.newAddress();
  await guess('stranger@feusa.local', { from, headers: { 'user-agent': canary } });
  await test.signIn({ email: 'sam@feusa.local', password: canary }, { from });
  await test.signIn({ ...ADMIN, teamPassword: canary }, { from });
  const { token } = await test.signIn(ADMIN, { from });
  await test.ask('/api/session', { method: 'DELETE', token, from });
  const lines = test.securityLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter((line) => line['address'] === from).map((line) => line['event']);
  expect(events).toEqual([
    'sign-in failed',
    'sign-in failed',
    'team password wrong',
    'signed in',
    'signed out',
  ]);
  const all = test.lines.join('');
  for (const secret of [canary, TEAM, ADMIN.password, token ?? 'no token']) {
    expect(all).not.toContain(secret);
  }
});

it('refuses an account after 10 failures, even the right password, from any new address', async () => {
  for (let count = 0; count < 10; count++) expect((await guess(PERSON.email)).status).toBe(401);
  for (const answer of [await guess(PERSON.email), await test.signIn(PERSON)]) {
    expect(answer.status).toBe(429);
    expect(answer.body['code']).toBe('too-many-requests');
    expect(waitOf(answer)).toBeGreaterThan(200);
    expect(waitOf(answer)).toBeLessThanOrEqual(300);
  }
  expect((await test.signIn(ADMIN)).status).toBe(201);
});

it('refuses an unknown account just so', async () => {
  const email = 'nobody@feusa.local';
  for (let count = 0; count < 10; count++) expect((await guess(email)).status).toBe(401);
  expect((await guess(email)).status).toBe(429);
});

it('never locks out an owner who signs in from where he did before', async () => {
  const home = test.newAddress();
  expect((await test.signIn(ADMIN, { from: home })).status).toBe(201);
  for (let count = 0; count < 12; count++) await guess(ADMIN.email);
  expect((await guess(ADMIN.email)).status).toBe(429);
  expect((await test.signIn(ADMIN, { from: home })).status).toBe(201);
});

it('lets one of many guesses at once through only while failures are left', async () => {
  const from = test.newAddress();
  const guesses = Array.from({ length: 30 }, () => guess('many@feusa.local', { from }));
  const answers = (await Promise.all(guesses)).map(({ status }) => status);
  expect(answers.filter((status) => status === 401)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
});

it('refuses an address after 100 attempts in a minute', async () => {
  const from = test.newAddress();
  const attempt = () => test.signIn({ ...ADMIN, teamPassword: 'wrong' }, { from });
  for (let count = 0; count < 100; count++) expect((await attempt()).status).toBe(401);
  const answer = await attempt();
  expect(answer.status).toBe(429);
  expect(waitOf(answer)).toBeLessThanOrEqual(60);
});

it('believes no header about where a request comes from', async () => {
  const from = test.newAddress();
  const attempt = (host: number) => {
    const headers = { 'x-forwarded-for': `10.9.9.${host}`, 'x-real-ip': `10.9.9.${host}` };
    return test.signIn({ ...ADMIN, teamPassword: 'wrong' }, { from, headers });
  };
  for (let count = 0; count < 100; count++) await attempt(count);
  expect((await attempt(200)).status).toBe(429);
});

it('does not count what cannot be an attempt', async () => {
  const from = test.newAddress();
  for (let count = 0; count < 60; count++) {
    expect(
      (await test.post('/api/session', { email: 7, teamPassword: TEAM }, { from })).status,
    ).toBe(400);
    expect((await test.post('/api/session', { ...ADMIN, teamPassword: '' }, { from })).status).toBe(
      400,
    );
  }
  expect((await test.signIn({ ...ADMIN, teamPassword: 'wrong' }, { from })).status).toBe(401);
});

it('writes one line an event, whatever somebody types', async () => {
  const before = test.securityLines.length;
  const from = test.newAddress();
  await guess(`a'{|}`.concat('@feusa.local'), { from });
  const lines = test.securityLines.slice(before);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
});
