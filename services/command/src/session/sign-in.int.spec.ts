import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { ADMIN, PERSON, TEAM, TestApp, type TestResponse } from './test-app.js';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await TestApp.open();
  admin = await test.admin();
  await test.register(PERSON, admin);
});
afterAll(() => test.close());

const session = (token: string | undefined, cookie?: string) =>
  test.ask('/api/session', cookie ? { headers: { cookie } } : { token });
const statusAndDetail = ({ status, body }: TestResponse) => [status, body['detail']];

describe('the team password', () => {
  const MISSING = [400, 'You must enter a team password before logging in'];
  const WRONG = [401, 'Incorrect team password; try again'];

  it.each([undefined, ''])('is missing: %j', async (teamPassword) => {
    const body = { ...ADMIN, teamPassword };
    expect(statusAndDetail(await test.post('/api/session', body))).toEqual(MISSING);
  });

  it('comes before the other fields', async () => {
    const body = { email: '', password: '', teamPassword: '' };
    expect(statusAndDetail(await test.post('/api/session', body))).toEqual(MISSING);
  });

  it.each(['wrong', `${TEAM} `, ` ${TEAM}`, TEAM.toUpperCase(), TEAM.slice(1), `${TEAM}\0`, ' '])(
    'is wrong: %j',
    async (teamPassword) =>
      expect(statusAndDetail(await test.signIn({ ...ADMIN, teamPassword }))).toEqual(WRONG),
  );

  it.each([[[]], [{}], [1], [true], [null]])('is no text: %j', async (teamPassword) => {
    const { status, body } = await test.signIn({ ...ADMIN, teamPassword });
    expect([status, body['fields']]).toEqual([
      400,
      { teamPassword: 'The team password must be text' },
    ]);
  });

  it('is wrong whoever signs in', async () => {
    const nobody = { email: 'nobody@feusa.local', password: 'whatever it is' };
    const answer = await test.signIn({ ...nobody, teamPassword: 'wrong' });
    expect(statusAndDetail(answer)).toEqual(WRONG);
  });

  it('is seen at once when it changes', async () => {
    const { hashPassword } = await import('@feusa/identity/passwords/hashing');
    const { credentials } = test.ports;
    const old = (await credentials.secret('team-password')) ?? '';
    await credentials.putSecret('team-password', await hashPassword('another one'));
    expect(statusAndDetail(await test.signIn(ADMIN))).toEqual(WRONG);
    expect((await test.signIn({ ...ADMIN, teamPassword: 'another one' })).status).toBe(201);
    await credentials.putSecret('team-password', old);
    expect((await test.signIn(ADMIN)).status).toBe(201);
  });
});

describe('the fields', () => {
  it.each(['', 'a@', 'a@b@c', `${'a'.repeat(251)}@b.c`, 'a@b.c\r\nBcc:x', 'a b@c', '@c'])(
    'a bad e-mail address is refused (%#)',
    async (email) => {
      const { status, body } = await test.signIn({ ...ADMIN, email });
      expect([status, body['fields']]).toEqual([400, { email: 'Enter a valid e-mail address' }]);
    },
  );

  it.each(['', null, 7, undefined, 'x'.repeat(8193)])(
    'a bad password is refused (%#)',
    async (password) => {
      const { status, body } = await test.signIn({ ...ADMIN, password: password as string });
      expect(status).toBe(400);
      expect(body['fields']).toHaveProperty('password');
    },
  );

  it.each(['role', 'id', 'admin'])('an unknown one is refused: %s', async (name) => {
    const { status, body } = await test.post('/api/session', {
      ...ADMIN,
      teamPassword: TEAM,
      [name]: 'admin',
    });
    expect([status, body['fields']]).toEqual([400, { [name]: 'Unknown field' }]);
  });

  it.each(['__proto__', 'constructor'])('%s is refused', async (name) => {
    const text = JSON.stringify({ ...ADMIN, teamPassword: TEAM }).slice(0, -1);
    const answer = await test.post('/api/session', `${text},"${name}":{"prototype":{}}}`);
    expect(answer.status).toBe(400);
  });

  it.each(['null', '[]', '"x"', '7', '{', ''])('a body %j is refused', async (body) => {
    expect((await test.post('/api/session', body)).status).toBe(400);
  });

  it('10 MB are refused before anybody is looked up', async () => {
    const before = test.securityLines.length;
    const password = 'x'.repeat(10 * 1024 * 1024);
    expect((await test.signIn({ ...ADMIN, password })).status).toBe(413);
    // Whatever is looked at as an attempt is in the security log.
    expect(test.securityLines).toHaveLength(before);
  });
});

describe('signing in', () => {
  it('answers with the user and a cookie that scripts cannot read', async () => {
    const { status, body, headers } = await test.signIn(ADMIN);
    expect(status).toBe(201);
    expect(body).toEqual({
      user: { id: expect.stringMatching(/^[\da-f-]{36}$/), email: ADMIN.email, role: 'admin' },
    });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^feusa_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('takes the address in any case', async () => {
    const answer = await test.signIn({ ...ADMIN, email: ` ${ADMIN.email.toUpperCase()} ` });
    expect(answer.body['user']).toMatchObject({ email: ADMIN.email });
  });

  it('tells nobody whether an account exists', async () => {
    const from = test.newAddress();
    const wrong = await test.signIn({ ...PERSON, password: 'wrong one' }, { from });
    const unknown = await test.signIn({ ...PERSON, email: 'nobody@feusa.local' }, { from });
    expect(statusAndDetail(wrong)).toEqual([
      401,
      'Incorrect e-mail address or password; try again',
    ]);
    const shown = ({ body, status }: TestResponse) => ({ ...body, status, requestId: '' });
    expect(shown(unknown)).toEqual(shown(wrong));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  it('takes the same time for an account that does not exist', async () => {
    const compare = async () => {
      const run = Date.now();
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let round = 0; round < 24; round++) {
        const known = `timed-${run}-${round >> 3}@feusa.local`;
        if (round % 8 === 0) await test.register({ ...PERSON, email: known }, admin);
        for (const [who, email] of [
          ['known', known],
          ['unknown', `no-${known}`],
        ] as const) {
          const start = performance.now();
          expect((await test.signIn({ email, password: 'wrong one' })).status).toBe(401);
          times[who].push(performance.now() - start);
        }
      }
      const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
      // A password that nobody hashes is answered some twenty times sooner.
      const ratio = median(times.unknown) / median(times.known);
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    };
    // Other work on the machine can disturb one comparison.
    await waitFor(compare, 30_000);
  });

  it('takes a password to the last byte', async () => {
    const odd = { email: 'odd@feusa.local', password: `nul\0then ${'😀'.repeat(64)}` };
    expect((await test.register(odd, admin)).status).toBe(200);
    expect((await test.signIn(odd)).status).toBe(201);
    expect((await test.signIn({ ...odd, password: 'nul' })).status).toBe(401);
  });

  it('ends the session that came with it and never takes over an id that somebody chose', async () => {
    const before = await test.admin();
    const { token } = await test.signIn(ADMIN, { token: before });
    expect(token).not.toBe(before);
    expect((await session(before)).status).toBe(401);
    expect((await session(token)).status).toBe(200);
    const chosen = 'c'.repeat(43);
    expect((await test.signIn(ADMIN, { token: chosen })).token).not.toBe(chosen);
    expect((await session(chosen)).status).toBe(401);
  });

  it('keeps the session that came with it when it fails', async () => {
    const token = await test.admin();
    await test.signIn({ ...ADMIN, password: 'wrong one' }, { token });
    expect((await session(token)).status).toBe(200);
  });
});

describe('a session', () => {
  it('says who is signed in', async () => {
    const { status, body } = await session(admin);
    expect([status, body['user']]).toEqual([
      200,
      { id: expect.any(String), email: ADMIN.email, role: 'admin' },
    ]);
  });

  it('needs its cookie, whole and once', async () => {
    const cookies = [
      'feusa_session=',
      'feusa_session=garbage',
      `feusa_session=${'x'.repeat(8000)}`,
      `feusa_session=${admin}x`,
      `feusa_session=${admin}; feusa_session=${admin}`,
      `other=${admin}`,
    ];
    for (const cookie of cookies) {
      const { status, body } = await session(undefined, cookie);
      expect([status, body['code']]).toEqual([401, 'not-signed-in']);
    }
    expect((await session(undefined)).status).toBe(401);
  });

  it('ends with signing out', async () => {
    const token = await test.admin();
    const { status, headers } = await test.ask('/api/session', { method: 'DELETE', token });
    expect(status).toBe(204);
    expect(headers['set-cookie']).toMatch(/^feusa_session=; Path=\/; Max-Age=0;/);
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await session(token)).status).toBe(401);
    expect((await test.ask('/api/session', { method: 'DELETE', token })).status).toBe(401);
  });
});

it('marks the cookie for TLS alone where people come by TLS', async () => {
  const secure = await TestApp.open({ FEUSA_PUBLIC_URL: 'https://intranet.feusa.example' });
  const { headers, token } = await secure.signIn(ADMIN);
  expect(headers['set-cookie']?.[0]).toMatch(
    /^__Host-feusa_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const cookie = `__Host-feusa_session=${token}`;
  expect((await secure.ask('/api/session', { headers: { cookie } })).status).toBe(200);
  await secure.close();
});
