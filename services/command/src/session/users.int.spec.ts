import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN, PERSON, TEAM, TestApp, type TestResponse } from './test-app.js';

let test: TestApp;
let admin: string;
let basic: string;
let ann: string;
let guesser: string;
let forgetful: string;
beforeAll(async () => {
  test = await TestApp.open();
  admin = await test.admin();
  ann = String((await test.register(PERSON, admin)).body['id']);
  basic = (await test.signIn(PERSON)).token ?? '';
  [guesser, forgetful] = [await newAdmin('gil@feusa.local'), await newAdmin('flo@feusa.local')];
});
afterAll(() => test.close());

async function newAdmin(email: string): Promise<string> {
  const account = { email, password: 'hay in the loft' };
  const userId = (await test.register(account, admin)).body['id'];
  const change = { userId, role: 'admin' };
  await test.post('/api/commands/set-user-role', change, { token: admin });
  return (await test.signIn(account)).token ?? '';
}

const statusAndDetail = ({ status, body }: TestResponse) => [status, body['detail']];
/** The answer, and that nothing was appended. */
const refused = async (body: object, token = admin) => {
  const before = (await test.events()).length;
  const answer = await test.register(
    { email: 'new@feusa.local', password: 'hay in the loft', ...body },
    token,
  );
  expect(await test.events()).toHaveLength(before);
  return answer;
};

describe('registering', () => {
  it('makes a basic user who can sign in, and keeps every password out of the log', async () => {
    const sam = { email: 'Sam@feusa.local', password: 'hay in the loft' };
    const { status, body } = await test.register(sam, admin);
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), version: 1, position: expect.stringMatching(/^\d+$/) },
    ]);
    const event = (await test.events()).at(-1);
    expect(event?.event).toMatchObject({
      type: 'UserRegistered',
      stream: `user-${String(body['id'])}`,
      data: { email: 'Sam@feusa.local', role: 'basic' },
    });
    for (const secret of [sam.password, TEAM, 'argon2']) expect(event?.bytes).not.toContain(secret);
    const { user } = (await test.signIn(sam)).body as { user: object };
    expect(user).toMatchObject({ email: 'Sam@feusa.local', role: 'basic' });
  });

  it.each([undefined, ''])('needs the team password: %j', async (teamPassword) =>
    expect(statusAndDetail(await refused({ teamPassword }))).toEqual([
      400,
      'You must enter a team password before creating an account',
    ]),
  );

  it.each([{ email: 'no address' }, { email: 7 }, { password: '' }, { more: 'than asked for' }])(
    'speaks of the team password first, whatever else is wrong: %j',
    async (wrong) => {
      expect(statusAndDetail(await refused({ ...wrong, teamPassword: 'wrong' }))).toEqual([
        400,
        'Incorrect team password; try again',
      ]);
      expect(statusAndDetail(await refused({ ...wrong, teamPassword: '' }))).toEqual([
        400,
        'You must enter a team password before creating an account',
      ]);
      expect((await refused(wrong)).body['fields']).toHaveProperty(Object.keys(wrong));
    },
  );

  it.each(['wrong', `${TEAM} `])('needs the right team password: %j', async (teamPassword) =>
    expect(statusAndDetail(await refused({ teamPassword }))).toEqual([
      400,
      'Incorrect team password; try again',
    ]),
  );

  it('lets nobody guess the team password by registering', async () => {
    const guess = (teamPassword: string) => refused({ teamPassword }, guesser);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await guess(`wrong ${count}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    const { status, headers } = await guess(TEAM);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await refused({ password: '' })).status).toBe(400);
  });

  it.each([
    ['short', 'Password must be at least 6 characters'],
    ['password123456789', 'This password is too easy to guess'],
    ['new@feusa.local', 'This password is too easy to guess'],
    ['FEUSA 2026', 'This password is too easy to guess'],
    ['', 'Enter a password'],
  ])('needs a good password: %j', async (password, fault) => {
    const { status, body } = await refused({ password });
    expect([status, body['fields']]).toEqual([400, { password: fault }]);
  });

  it.each([
    ['ann', 'short', 'Enter a valid e-mail address', 'Password must be at least 6 characters'],
    ['ann', '', 'Enter a valid e-mail address', 'Enter a password'],
    ['ANN@feusa.local', '', 'That e-mail is already registered', 'Enter a password'],
    [
      'ANN@feusa.local',
      'ann@feusa.local',
      'That e-mail is already registered',
      'This password is too easy to guess',
    ],
  ])(
    'says at once what is wrong with %j and %j, behind the gate',
    async (email, password, ofEmail, ofPassword) => {
      const { status, body } = await refused({ email, password, more: 1 });
      expect([status, body['fields']]).toEqual([
        400,
        { email: ofEmail, password: ofPassword, more: 'Unknown field' },
      ]);
      const outside = await refused({ email, password, teamPassword: 'wrong' }, forgetful);
      expect(statusAndDetail(outside)).toEqual([400, 'Incorrect team password; try again']);
      expect(outside.body).not.toHaveProperty('fields');
    },
  );

  it('takes an address once, in whatever case', async () => {
    expect(statusAndDetail(await refused({ email: ' ANN@Feusa.local ' }))).toEqual([
      409,
      'That e-mail is already registered',
    ]);
    expect((await test.signIn(PERSON)).status).toBe(201);
  });

  it('takes one of 20 that come at once', async () => {
    const email = 'rush@feusa.local';
    const bodies = Array.from({ length: 20 }, (_, n) => ({
      email: n % 2 ? email : email.toUpperCase(),
      password: `hay in loft ${n}`,
    }));
    const answers = await Promise.all(bodies.map((body) => test.register(body, admin)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const winner = bodies[statuses.indexOf(200)];
    expect(winner && (await test.signIn(winner)).status).toBe(201);
  });

  it('tells anybody what a new password needs', async () => {
    const { status, body } = await test.ask('/api/session/rules');
    expect([status, body]).toEqual([200, { passwordMin: 6 }]);
  });

  it('is for administrators', async () => {
    expect((await refused({}, basic)).status).toBe(403);
    expect((await refused({}, 'x'.repeat(43))).status).toBe(401);
  });

  it('gives nobody a role', async () => {
    const { status, body } = await refused({ role: 'admin' });
    expect([status, body['fields']]).toEqual([400, { role: 'Unknown field' }]);
  });
});

describe('the users', () => {
  it('are listed for administrators, with when they came', async () => {
    const { status, body } = await test.ask('/api/users', { token: admin });
    const { users } = body as { users: Record<string, string>[] };
    expect(status).toBe(200);
    const event = (await test.events()).find(({ event: { stream } }) => stream === `user-${ann}`);
    expect(users.find(({ id }) => id === ann)).toEqual({
      id: ann,
      email: PERSON.email,
      role: 'basic',
      createdAt: event?.event.at,
    });
    expect(users[0]?.['email']).toBe(ADMIN.email);
  });

  it('are listed for nobody else', async () => {
    expect((await test.ask('/api/users', { token: basic })).status).toBe(403);
    expect((await test.ask('/api/users')).status).toBe(401);
  });

  it('see themselves', async () => {
    const { status, body } = await test.ask(`/api/users/${ann}`, { token: basic });
    expect([status, body]).toEqual([200, { id: ann, email: PERSON.email, role: 'basic' }]);
    expect((await test.ask(`/api/users/${ann.toUpperCase()}`, { token: basic })).status).toBe(200);
  });

  it('see nobody else, whether there is somebody or not', async () => {
    const { users } = (await test.ask('/api/users', { token: admin })).body as {
      users: { id: string }[];
    };
    const answers = [users[0]?.id, randomUUID()].map((id) =>
      test.ask(`/api/users/${id}`, { token: basic }),
    );
    for (const { status } of await Promise.all(answers)) expect(status).toBe(403);
    expect((await test.ask(`/api/users/${ann}`)).status).toBe(401);
  });

  it('are found by administrators', async () => {
    expect((await test.ask(`/api/users/${ann}`, { token: admin })).status).toBe(200);
    const { status, body } = await test.ask(`/api/users/${randomUUID()}`, { token: admin });
    expect([status, body['code']]).toEqual([404, 'user/not-found']);
  });

  it.each(['undefined', 'null', '1', '%00', "'--"])('are not found by %j', async (id) => {
    expect((await test.ask(`/api/users/${id}`, { token: admin })).status).toBe(400);
  });
});
