import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, Program } from '@feusa/cluster/program';
import type { InvitationSent } from '@feusa/contracts/invitations';
import { readConfig } from '@feusa/profiles/config';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll, waitFor } from '@feusa/testing/wait';
import pg from 'pg';
import { employee } from './test-calls.js';

const canary = () => `canary${randomBytes(12).toString('hex')}`;
const team = canary();
const admin = { email: 'ada@feusa.example', password: canary() };

let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let program: Program;
let address: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-secrets-'));
  database = await freshDatabase();
  const env = {
    ...process.env,
    ...{ DATABASE_URL: database.url, FEUSA_DATA_DIR: home, FEUSA_PROFILE: 'standalone' },
    ...{ FEUSA_LOG_LEVEL: 'debug', PORT: '0', HOST: '127.0.0.1', FEUSA_TEAM_PASSWORD: team },
    ...{ FEUSA_ADMIN_EMAIL: admin.email, FEUSA_ADMIN_PASSWORD: admin.password },
  };
  program = new Program(built('main'), { env });
  const port = await program.says(/ready at .*:(\d+)/);
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await program.end();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

const send = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(address + url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const signIn = async (body: { email: string; password: string }, headers = {}) => {
  const answer = await send('POST', '/api/session', { ...body, teamPassword: team }, headers);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  await send('POST', '/api/step-up', { password: body.password }, { ...headers, cookie });
  return cookie;
};

it('secrets of every input are found in no table, no export and no log line, nor the erased', async () => {
  const headers = {
    authorization: `Bearer ${canary()}`,
    'x-api-key': canary(),
    'user-agent': canary(),
  };
  const cookie = await signIn(admin, headers);
  const email = `${canary()}@canary.example`;
  const [password, wrong, guess, again] = [canary(), canary(), canary(), canary()];
  const command = async (name: string, body: object, more = {}) =>
    (
      await send('POST', `/api/commands/${name}`, body, { cookie, ...headers, ...more })
    ).json() as Promise<{
      id: string;
      position: string;
    }>;
  const { id } = await command('register-user', { email, password, teamPassword: team });
  await command('register-user', { email: 'b@feusa.example', password, teamPassword: guess });
  await send('POST', '/api/session', { email, password: wrong, teamPassword: team });
  await send('POST', '/api/session', { email, password, teamPassword: guess });
  await send('GET', `/api/tree`, undefined, { cookie: `feusa_session=${again}` });
  const user = await signIn({ email, password });
  await send('POST', '/api/password-resets', { email });
  let token = '';
  const tokenSent = async () => {
    const letters = await readdir(path.join(home, 'mail')).catch((): string[] => []);
    expect(letters).toHaveLength(1);
    const text = await readFile(path.join(home, 'mail', letters[0]!), 'utf8');
    token = /token=(?:3D)?([\w-]+)/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? '';
    expect(token).not.toBe('');
  };
  await waitFor(tokenSent, { timeout: 30_000 });
  const person = {
    ...{ firstName: canary(), lastName: canary(), email: `${canary()}@canary.example` },
  };
  const rest = { role: canary(), location: canary(), department: canary(), manager: canary() };
  const other = { ...person, ...rest, phoneNumber: '+1 402 555 0100' };
  const added = await command('add-employee', other);
  await command('erase-person', { id: added.id, name: `${person.firstName} ${person.lastName}` });
  const erased = await command('erase-person', { id, kind: 'user', name: email });
  expect(erased.position).toMatch(/^\d+$/);
  await send('PUT', `/api/password-resets/${token}`, { password: again });
  const invited = await command('invite-user', { email: 'c@feusa.example', role: 'basic' });
  const invitation = new URL((invited as unknown as InvitationSent).link).searchParams.get('token');
  const acceptance = { password, teamPassword: guess };
  const refused = await send('PUT', `/api/invitations/${invitation}`, acceptance);
  expect(refused.status).toBe(400);

  const tokens = [cookie, user].map((each) => each.split('=')[1]!);
  const values = [
    ...[team, admin.password, password, wrong, guess, again, token, ...tokens, email],
    ...[...Object.values(headers), ...Object.values(person), ...Object.values(rest)],
  ].map((value) => value.replace('Bearer ', ''));
  expect(values.every((value) => value.length > 15)).toBe(true);
  const config = readConfig({ FEUSA_DATA_DIR: home });
  const places = () => placesWith(config, database.url, values);
  await poll(places, { timeout: 30_000 }).toEqual([]);
  const exported = await (await send('GET', '/api/audit/export', undefined, { cookie })).text();
  expect(exported).toContain('PersonErased');
  expect(program.text).toContain('"msg":"signed in"');
  // Where no mail server is set, letters lie in the data directory: only there is it written.
  for (const value of [...values, invitation!])
    expect([program.text, exported].map((all) => all.includes(value))).toEqual([false, false]);
});

it('a row that the database refuses is not in the log', async () => {
  const admins = new pg.Client(database.url);
  await admins.connect();
  const lastName = canary();
  await admins.query(
    `alter table read.employees add constraint refused check (last_name <> '${lastName}')`,
  );
  await admins.end();
  const cookie = await signIn(admin);
  const person = { ...employee, lastName, email: `${canary()}@canary.example` };
  const added = await send('POST', '/api/commands/add-employee', person, { cookie });
  expect(added.status).toBe(200);
  await program.says(/"constraint":"refused".*"msg":"stream blocked"/);
  expect(program.text).not.toContain(lastName);
  expect(program.text).not.toContain(person.email);
});
