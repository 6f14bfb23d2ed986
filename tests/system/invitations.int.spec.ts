import { invitationBounds } from '@feusa/contracts/invitation-bounds';
import { waitFor } from '@feusa/testing/wait';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Answer, type Body, type Person, statusAndCode } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const PASSWORD = 'quiet river meadow';
const headAt = async () => (await product.store.head()).position;
const query = async (text: string, values: unknown[]) => {
  const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  return pool.query<{ stored: string }>(text, values).finally(() => pool.end());
};
let email = '';
let people = 0;
beforeEach(() => void (email = `invited-${++people}@feusa.example`));

const invite = (more: Body = {}, as: Person = product.people.admin) =>
  product.ask('POST', '/api/commands/invite-user', { as, body: { email, role: 'basic', ...more } });
const tokenOf = ({ body }: Answer) => new URL(String(body['link'])).searchParams.get('token') ?? '';
const look = (token: string) => product.ask('GET', `/api/invitations/${token}`);
const accept = (token: string, more: Body = {}) =>
  product.ask('PUT', `/api/invitations/${token}`, {
    body: { teamPassword: SIGN_IN.teamPassword, password: PASSWORD, ...more },
  });
const signIn = () =>
  product.ask('POST', '/api/session', { body: { ...SIGN_IN, email, password: PASSWORD } });
const open = async () => {
  const { body } = await product.get('/api/users', product.people.admin);
  return (body['invitations'] as Body[]).filter((each) => each['email'] === email);
};

describe('an invitation', () => {
  it('is told once, looked at, and makes an account with its role and groups', async () => {
    const { id: group } = await product.done('add-group', { name: 'Workshop' });
    const before = await headAt();
    const sent = await invite({ role: 'auditor', groups: [group] });
    expect(sent.status).toBe(200);
    const expiresAt = Date.parse(String(sent.body['expiresAt']));
    expect(Math.abs(expiresAt - Date.now() - invitationBounds.life.value)).toBeLessThan(3600_000);
    expect(await open()).toEqual([
      expect.objectContaining({
        ...{ id: sent.body['id'], role: 'auditor', groups: [group] },
        invitedBy: product.people.admin.id,
      }),
    ]);
    expect(sent.body['position']).toBe(String(before + 1));
    const [event] = await product.store.read(before, 1);
    expect(event).toMatchObject({
      ...{ type: 'UserInvited', actor: product.people.admin.id, stream: `user-${sent.body['id']}` },
      data: { email, role: 'auditor', groups: [group] },
    });
    const token = tokenOf(sent);
    const { rows } = await query(
      'select bytes::text as stored from log.events where position = $1',
      [before + 1],
    );
    for (const text of [email, token]) expect(rows[0]?.stored).not.toContain(text);
    expect((await look(token)).body).toMatchObject({ email, role: 'auditor' });
    const types = await product.appends(() => accept(token));
    expect(types).toEqual(['UserRegistered', 'UserRoleSet', 'GroupMembersSet']);
    const past = (at: number) => product.get(`/api/users?at=${at}`, product.people.auditor);
    const wasOpen = async (at: number) =>
      ((await past(at)).body['invitations'] as Body[]).some((each) => each['email'] === email);
    expect([await wasOpen(before), await wasOpen(before + 1), await wasOpen(before + 2)]).toEqual([
      ...[false, true, false],
    ]);
    const signedIn = await signIn();
    expect([signedIn.status, signedIn.body['user']]).toEqual([
      201,
      expect.objectContaining({ email, role: 'auditor' }),
    ]);
    const { position } = await product.store.head();
    await product.settled(String(position));
    const groups = (await product.get('/api/groups', product.people.admin)).body['groups'];
    expect((groups as Body[]).find(({ id }) => id === group)?.['members']).toEqual([
      (signedIn.body['user'] as Body)['id'],
    ]);
    expect((signedIn.body['user'] as Body)['id']).toBe(sent.body['id']);
    expect(await open()).toEqual([]);
    expect(statusAndCode(await look(token))).toBe('404 invitation/invalid');
    expect(statusAndCode(await accept(token))).toBe('404 invitation/invalid');
  });

  it('is used once, also where it is used twice at once', async () => {
    const token = tokenOf(await invite());
    const types = await product.appends(async () => {
      const answers = await Promise.all([accept(token), accept(token), accept(token)]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    });
    expect(types).toEqual(['UserRegistered']);
  });

  it('asks for the team password and a good password, and stays open until then', async () => {
    const token = tokenOf(await invite());
    expect(statusAndCode(await accept(token, { teamPassword: undefined }))).toBe(
      '400 user/team-password-missing',
    );
    expect(statusAndCode(await accept(token, { teamPassword: 'not this one' }))).toBe(
      '400 user/team-password-wrong',
    );
    const weak = await accept(token, { password: 'password1' });
    expect([weak.status, Object.keys(weak.body['fields'] as Body)]).toEqual([400, ['password']]);
    expect((await accept(token, { more: 1 })).status).toBe(400);
    expect((await accept(token)).status).toBe(204);
  });

  it('counts wrong team passwords', async () => {
    const token = tokenOf(await invite());
    const answers: string[] = [];
    for (let n = 0; n < 12; n++)
      answers.push(statusAndCode(await accept(token, { teamPassword: `guess ${n}` })));
    expect(answers.at(-1)).toBe('429 too-many-requests');
    expect(statusAndCode(await accept(token))).toBe('429 too-many-requests');
  });

  it('ends by a newer one, when it is withdrawn, and after 7 days', async () => {
    const first = tokenOf(await invite());
    const second = tokenOf(await invite());
    expect([statusAndCode(await look(first)), (await look(second)).status]).toEqual([
      '404 invitation/invalid',
      200,
    ]);
    const [{ id } = {}] = await open();
    const withdraw = () =>
      product.ask('DELETE', `/api/invitations/${String(id)}`, { as: product.people.admin });
    expect((await withdraw()).status).toBe(204);
    expect(statusAndCode(await withdraw())).toBe('404 invitation/invalid');
    expect(statusAndCode(await accept(second))).toBe('404 invitation/invalid');
    const renewed = await invite();
    expect(renewed.body['id']).toBe(id);
    const third = tokenOf(renewed);
    await query('update auth.invitations set expires_at = now() where email = $1', [email]);
    expect(statusAndCode(await look(third))).toBe('404 invitation/invalid');
    expect(statusAndCode(await accept(third))).toBe('404 invitation/invalid');
  });

  it('is told as open until it is renewed or withdrawn where its link is gone, as after a restore', async () => {
    const { body } = await invite();
    await query('delete from auth.invitations where email = $1', [email]);
    expect(await open()).toEqual([expect.objectContaining({ id: body['id'] })]);
    const renewed = await invite();
    expect(renewed.body['id']).toBe(body['id']);
    expect((await accept(tokenOf(renewed))).status).toBe(204);
    expect(await open()).toEqual([]);
  });

  it('ends by an undo, and is forgotten by an erasure', async () => {
    const sent = await invite();
    const undone = await product.ask('POST', '/api/undo', {
      ...{ as: product.people.admin, body: { position: sent.body['position'] } },
    });
    expect([undone.status, await open()]).toEqual([200, []]);
    expect(statusAndCode(await accept(tokenOf(sent)))).toBe('404 invitation/invalid');
    const again = await invite();
    expect(again.body['id']).toBe(sent.body['id']);
    await product.done('erase-person', { id: again.body['id'], kind: 'user', name: email });
    expect([await open(), statusAndCode(await look(tokenOf(again)))]).toEqual([
      [],
      '404 invitation/invalid',
    ]);
    const left = 'select from auth.invitations where email = $1';
    await waitFor(async () => expect((await query(left, [email])).rows).toEqual([]));
  });

  it('goes with the erasure of who came in another way, as do accounts that were removed', async () => {
    const invited = await invite();
    const register = async () => (await product.done('register-user', { ...SIGN_IN, email })).id;
    const removed = await register();
    await product.done('remove-user', { id: removed });
    const id = await register();
    await product.done('erase-person', { id, kind: 'user', name: email });
    for (const each of [id, removed, String(invited.body['id'])])
      await waitFor(async () => {
        const events = await product.store.readStreams([`user-${each}`]);
        expect(events.map(({ type }) => type)).toContain('PersonErased');
        expect(JSON.stringify(events)).not.toContain(email);
      });
    expect(statusAndCode(await look(tokenOf(invited)))).toBe('404 invitation/invalid');
    expect(await open()).toEqual([]);
    await invite();
    expect(await open()).toHaveLength(1);
  });

  it('goes with an erasure that was being decided when it came', async () => {
    const rounds = Array.from({ length: 12 }, async (_, round) => {
      const address = `meanwhile-${round}@feusa.example`;
      const { id } = await product.done('register-user', { ...SIGN_IN, email: address });
      await product.done('remove-user', { id });
      const [erased, invited] = await Promise.all([
        product.done('erase-person', { id, kind: 'user', name: address }),
        invite({ email: address }),
      ]);
      const isBefore = Number(invited.body['position']) < Number(erased['position']);
      return isBefore ? [String(invited.body['id'])] : [];
    });
    const before = (await Promise.all(rounds)).flat();
    expect(before).not.toEqual([]);
    const streams = before.map((id) => `user-${id}`);
    await waitFor(async () => {
      const events = await product.store.readStreams(streams);
      expect(JSON.stringify(events)).not.toContain('meanwhile-');
    });
  });

  it('is what the log says, whatever its row says', async () => {
    const token = tokenOf(await invite());
    await query("update auth.invitations set role = 'admin' where email = $1", [email]);
    expect((await look(token)).body).toMatchObject({ role: 'basic' });
    expect(await product.appends(() => accept(token))).toEqual(['UserRegistered']);
  });

  it('is as good as whoever made it, and outlasts a restart', async () => {
    const inviter = await product.newPerson('admin', `inviter-${people}@feusa.example`);
    const token = tokenOf(await invite({}, inviter));
    await product.restart();
    expect((await look(token)).status).toBe(200);
    await product.done('set-user-role', { userId: inviter.id, role: 'basic' });
    expect(statusAndCode(await look(token))).toBe('404 invitation/invalid');
    expect(statusAndCode(await accept(token))).toBe('404 invitation/invalid');
  });

  it('is the same one under the same idempotency key, however often and at once', async () => {
    const key: string = crypto.randomUUID();
    const send = (more: Body = {}, as: Person = product.people.admin, sent = key) =>
      product.ask('POST', '/api/commands/invite-user', {
        ...{ as, body: { email, role: 'auditor', ...more } },
        headers: { 'idempotency-key': sent },
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, first!.body]),
    );
    expect(await open()).toEqual([
      expect.objectContaining({ id: first!.body['id'], expiresAt: first!.body['expiresAt'] }),
    ]);
    expect(statusAndCode(await send({ role: 'basic' }))).toBe('409 request/key-reused');
    expect(statusAndCode(await product.command('add-group', { name: 'X' }, undefined, key))).toBe(
      '409 request/key-reused',
    );
    expect(statusAndCode(await send({}, product.people.admin, 'nonsense'))).toBe('400 invalid');
    const another = await product.newPerson('admin', `another-${people}@feusa.example`);
    const theirs = await send({ email: `theirs-${people}@feusa.example` }, another);
    expect([theirs.status, theirs.body['link'] === first!.body['link']]).toEqual([200, false]);
    await product.restart();
    const again = await send();
    expect([again.status, again.body['id'], tokenOf(again)]).toEqual([
      ...[200, first!.body['id'], tokenOf(first!)],
    ]);
    expect((await accept(tokenOf(first!))).status).toBe(204);
    expect((await send()).body).toEqual(again.body);
    expect(statusAndCode(await send({}, product.people.admin, crypto.randomUUID()))).toBe(
      '409 user/email-taken',
    );
  });

  it('of before they were events is over, also for who asks for its link once more', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () =>
      product.ask('POST', '/api/commands/invite-user', {
        ...{ as: product.people.admin, headers, body: { email, role: 'basic' } },
      });
    const { body } = await send();
    const { id, version, position, expiresAt } = body;
    await query('update log.answers set answer = $2 where key = $1', [
      headers['idempotency-key'],
      JSON.stringify({ id, version, position, expiresAt }),
    ]);
    expect(statusAndCode(await send())).toBe('404 invitation/invalid');
    const other = crypto.randomUUID();
    await query('update auth.invitations set id = $2 where email = $1', [email, other]);
    expect(statusAndCode(await accept(tokenOf({ status: 200, body } as Answer)))).toBe(
      '404 invitation/invalid',
    );
    expect((await accept(tokenOf(await invite()))).status).toBe(204);
  });

  it('is refused for who has an account, for groups that are none, and to others', async () => {
    const taken = await invite({ email: SIGN_IN.email.toUpperCase() });
    expect([statusAndCode(taken), taken.body['fields']]).toEqual([
      '409 user/email-taken',
      { email: 'That e-mail is already registered' },
    ]);
    expect(statusAndCode(await invite({ groups: [crypto.randomUUID()] }))).toBe(
      '404 group/not-found',
    );
    expect(statusAndCode(await invite({}, product.people.auditor))).toBe('403 not-allowed');
    const fresh = await product.signInOnly(SIGN_IN.email);
    expect(statusAndCode(await invite({ role: 'admin' }, fresh))).toBe('403 step-up');
    expect((await invite({}, fresh)).status).toBe(200);
    for (const more of [{ email: 'nobody' }, { role: 'chief' }, { groups: 'x' }, { more: 1 }])
      expect((await invite(more)).status).toBe(400);
    const token = tokenOf(await invite());
    await product.done('register-user', { ...SIGN_IN, email });
    expect(statusAndCode(await accept(token))).toBe('409 user/email-taken');
    expect(statusAndCode(await look('nonsense'))).toBe('404 invitation/invalid');
  });
});
