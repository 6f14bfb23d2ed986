import { setTimeout as sleep } from 'node:timers/promises';
import { SessionCache } from '@feusa/identity/sessions/cache';
import { openChanges } from '@feusa/identity/sessions/changes';
import { openPostgresSessions } from '@feusa/identity/sessions/postgres';
import { openTestDatabase, type TestDatabase } from '@feusa/identity/sessions/test-database';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { only } from '@feusa/testing/timers';
import { Browser, Replica } from './test-replica.js';

const soon = { timeout: 15_000 };
let database: TestDatabase;
let replica: Replica;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  jest.useRealTimers();
  await replica.close();
});
afterAll(() => database.close());

const open = async (email: string) => {
  const clock = { now: 0 };
  const changes = openChanges();
  const cache = new SessionCache(10, () => clock.now);
  const sessions = openPostgresSessions(database, { cache, changes });
  replica = await Replica.open(sessions);
  const userId = await database.addAccount(email);
  return { clock, changes, sessions, userId, token: await sessions.start(userId) };
};

it('cuts the sockets of a session that ends, and no others', async () => {
  const { sessions, userId, token } = await open('end@feusa.local');
  const other = await replica.connect(await sessions.start(userId));
  const ended = await replica.connect(token);
  await sessions.end(token);
  await waitFor(() => expect(ended.state).toBe('signed out'), soon);
  expect(other.state).toBe('connected');
});

it('leaves a session alone that has begun before the end of others is told', async () => {
  const { sessions, changes, userId, token } = await open('late@feusa.local');
  const old = await replica.connect(token);
  await database.pool.query('delete from auth.sessions where user_id = $1', [userId]);
  const fresh = await replica.connect(await sessions.start(userId));
  await changes.publish({ kind: 'user-ended', userId });
  await waitFor(() => expect(old.state).toBe('signed out'), soon);
  expect(fresh.state).toBe('connected');
});

it('cuts a socket whose session ended between the handshake and the connection', async () => {
  const { sessions, token } = await open('between@feusa.local');
  const browser = new Browser(await replica.shakeHands(token));
  await sessions.end(token);
  browser.socket.connect();
  await waitFor(() => expect(browser.state).toBe('signed out'), soon);
});

it('looks after sockets every 15 s, also when nothing was told', async () => {
  jest.useFakeTimers(only('setInterval'));
  const { sessions, clock, userId, token } = await open('silent@feusa.local');
  const [ended, other] = [
    await replica.connect(token),
    await replica.connect(await sessions.start(userId)),
  ];
  await database.pool.query('delete from auth.sessions where token_hash = sha256($1)', [token]);
  clock.now = 30_000;
  jest.advanceTimersByTime(15_000);
  await waitFor(() => expect(ended.state).toBe('signed out'), soon);
  expect(other.state).toBe('connected');
});

it('keeps sockets while the database does not answer, but not those whose end was told', async () => {
  jest.useFakeTimers(only('setInterval'));
  const { sessions, changes, clock, userId, token } = await open('doubt@feusa.local');
  const stranger = await database.addAccount('sure@feusa.local');
  const [ended, other] = [
    await replica.connect(token),
    await replica.connect(await sessions.start(stranger)),
  ];
  const query = jest.spyOn(database.pool, 'query').mockRejectedValue(new Error('away') as never);
  clock.now = 30_000;
  jest.advanceTimersByTime(15_000);
  await waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(1), soon);
  await changes.publish({ kind: 'user-ended', userId });
  await waitFor(() => expect(ended.state).toBe('disconnected'), soon);
  expect(other.state).toBe('connected');
  query.mockRestore();
});

const setRole = (userId: string, role: string) =>
  database.pool.query('update log.accounts set role = $2 where id = $1', [userId, role]);

it('tells a new role, as soon as that is told', async () => {
  const { sessions, userId, token } = await open('risen@feusa.local');
  const browser = await replica.connect(token);
  await waitFor(() => expect(browser.roles).toEqual(['basic']), soon);
  await setRole(userId, 'auditor');
  sessions.userChanged(userId);
  await waitFor(() => expect(browser.roles).toEqual(['basic', 'auditor']), soon);
  expect(browser.state).toBe('connected');
});

it('tells a new role at the next look, also when nothing was told', async () => {
  jest.useFakeTimers(only('setInterval'));
  const { clock, userId, token } = await open('fallen@feusa.local');
  await setRole(userId, 'admin');
  const browser = await replica.connect(token);
  await waitFor(() => expect(browser.roles).toEqual(['admin']), soon);
  await setRole(userId, 'basic');
  clock.now = 30_000;
  jest.advanceTimersByTime(15_000);
  await waitFor(() => expect(browser.roles).toEqual(['admin', 'basic']), soon);
});

it('keeps to the newest role, whichever answer comes last', async () => {
  const { sessions, userId, token } = await open('swift@feusa.local');
  const browser = await replica.connect(token);
  await waitFor(() => expect(browser.roles).toEqual(['basic']), soon);
  const find = sessions.find.bind(sessions);
  let release = () => {};
  const held = new Promise<void>((go) => (release = go));
  const asked = jest.spyOn(sessions, 'find').mockImplementationOnce(async (given) => {
    const found = await find(given);
    await held;
    return found;
  });
  await setRole(userId, 'admin');
  sessions.userChanged(userId);
  await waitFor(() => expect(asked).toHaveBeenCalled(), soon);
  await setRole(userId, 'auditor');
  sessions.userChanged(userId);
  await sleep(200);
  release();
  await waitFor(() => expect(browser.roles).toContain('admin'), soon);
  await waitFor(() => expect(browser.roles.at(-1)).toBe('auditor'), soon);
});
