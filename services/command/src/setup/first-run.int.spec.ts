import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Config } from '@feusa/profiles/config';
import type { Ports } from '@feusa/profiles/ports';
import { verifyPassword } from '@feusa/identity/passwords/hashing';
import { openTestDatabase, type TestDatabase } from '@feusa/identity/sessions/test-database';
import { tableOf } from '../feature.js';
import { usersFeature } from '../features/users.js';
import { testPorts } from '../session/test-ports.js';
import { openBus } from '../test-bus.js';
import { firstRun } from './first-run.js';

let database: TestDatabase;
let ports: Ports;
let lines: string[];
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const features = tableOf([usersFeature(() => Promise.resolve())]);

/** One start of the program with these settings. */
async function start(settings: Partial<Config> = {}) {
  const opened = testPorts(database, settings);
  ports = opened.ports;
  lines = opened.lines;
  return firstRun(opened.ports, await openBus(opened.ports.store, undefined, features));
}
const opens = async (email: string, password: string) =>
  verifyPassword((await ports.credentials.find(email))?.hash, password);
const opensTeam = async (password: string) =>
  verifyPassword(await ports.credentials.secret('team-password'), password);

it('makes up what is not given, tells it once and stores hashes only', async () => {
  const shown = await start();
  expect(shown).toEqual({
    'Team password': expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/),
    'E-mail address': 'admin@feusa.local',
    Password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
  });
  expect(await opens('admin@feusa.local', shown?.['Password'] ?? '')).toBe(true);
  expect(await opensTeam(shown?.['Team password'] ?? '')).toBe(true);
  const [event] = await ports.store.readRecorded(0, 10);
  expect(event?.event).toMatchObject({
    type: 'UserRegistered',
    actor: 'system',
    data: { email: 'admin@feusa.local', role: 'admin' },
  });
  const { rows } = await database.pool.query('select * from auth.credentials, auth.secrets');
  for (const secret of [shown?.['Password'], shown?.['Team password']]) {
    expect(JSON.stringify(rows) + event?.bytes + lines.join('')).not.toContain(secret);
  }
  expect(await start()).toBeUndefined();
  expect(await ports.store.readRecorded(0, 10)).toHaveLength(1);
});

it('takes what the environment gives and repeats none of it', async () => {
  const shown = await start({
    FEUSA_TEAM_PASSWORD: 'the team rides out',
    FEUSA_ADMIN_EMAIL: 'Eve@feusa.example',
    FEUSA_ADMIN_PASSWORD: 'a tall crane 7',
  });
  expect(shown).toEqual({
    'Team password': 'the one in FEUSA_TEAM_PASSWORD',
    'E-mail address': 'Eve@feusa.example',
    Password: 'the one in FEUSA_ADMIN_PASSWORD',
  });
  expect(await opens('eve@feusa.example', 'a tall crane 7')).toBe(true);
  expect(lines).toEqual([]);
});

it('warns of a weak password in the environment without telling it', async () => {
  await start({ FEUSA_ADMIN_PASSWORD: 'password1' });
  expect(await opens('admin@feusa.local', 'password1')).toBe(true);
  expect(lines.join('')).toContain('FEUSA_ADMIN_PASSWORD: This password is too easy to guess');
  expect(lines.join('')).not.toContain('password1');
});

it('lets a later start change the team password and never the administrator', async () => {
  await start({ FEUSA_TEAM_PASSWORD: 'the first one', FEUSA_ADMIN_PASSWORD: 'a tall crane 7' });
  const changed = {
    FEUSA_TEAM_PASSWORD: 'the second one',
    FEUSA_ADMIN_EMAIL: 'other@feusa.local',
    FEUSA_ADMIN_PASSWORD: 'another tall crane',
  };
  expect(await start(changed)).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { security: true, event: 'team password changed' },
  ]);
  expect([await opensTeam('the first one'), await opensTeam('the second one')]).toEqual([
    false,
    true,
  ]);
  expect(await opens('admin@feusa.local', 'a tall crane 7')).toBe(true);
  expect(await ports.credentials.find('other@feusa.local')).toBeUndefined();
  await start(changed);
  expect(lines).toEqual([]);
});

it('goes on where a start was cut off between the account and its password', async () => {
  await start();
  await database.pool.query('delete from auth.credentials');
  const shown = await start();
  expect(shown).toEqual({ 'E-mail address': 'admin@feusa.local', Password: expect.any(String) });
  expect(await opens('admin@feusa.local', shown?.['Password'] ?? '')).toBe(true);
  expect(await ports.store.adminCount()).toBe(1);
});

it('is told once where several processes start at once', async () => {
  const starts = await Promise.all([start(), start(), start()]);
  const shown = (what: string) => starts.flatMap((each) => each?.[what] ?? []);
  expect(shown('Team password')).toHaveLength(1);
  expect(shown('Password')).toHaveLength(1);
  expect(await opensTeam(shown('Team password')[0] ?? '')).toBe(true);
  expect(await opens('admin@feusa.local', shown('Password')[0] ?? '')).toBe(true);
  expect(await ports.store.adminCount()).toBe(1);
});
