import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Body, type Person, statusAndCode } from './test-calls.js';
import { Product } from './test-product.js';

const NEXT = 'quiet river meadow';
let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const signIn = (email: string, password = SIGN_IN.password) =>
  product.ask('POST', '/api/session', { body: { ...SIGN_IN, email, password } });
const isIn = async (as: Person) => (await product.get('/api/session', as)).status === 200;
const listed = async (as: Person) =>
  (await product.get('/api/me/sessions', as)).body['sessions'] as Body[];

describe('the own password', () => {
  const change = (as: Person, body: unknown) =>
    product.ask('PUT', '/api/me/password', { as, body });

  it('is changed by whoever knows it, and other sessions end', async () => {
    const email = 'changes@feusa.example';
    const as = await product.newPerson('basic', email);
    const other = await product.signIn(email);
    const body = { current: SIGN_IN.password, password: NEXT };
    expect((await change(as, body)).status).toBe(204);
    expect([await isIn(as), await isIn(other)]).toEqual([true, false]);
    expect(statusAndCode(await signIn(email))).toBe('401 session/wrong-credentials');
    expect((await signIn(email, NEXT)).status).toBe(201);
  });

  it('needs the present one, and a good new one', async () => {
    const { basic } = product.people;
    const wrong = await change(basic, { current: 'not this one', password: NEXT });
    expect(statusAndCode(wrong)).toBe('401 session/wrong-password');
    expect(wrong.body['fields']).toEqual({ current: 'Incorrect password; try again' });
    for (const password of ['short', 'basic@feusa.example', 'password1'])
      expect((await change(basic, { current: SIGN_IN.password, password })).body).toMatchObject({
        status: 400,
        fields: { password: expect.any(String) },
      });
    for (const body of [{}, { current: SIGN_IN.password }, { password: NEXT, more: 1 }])
      expect((await change(basic, body)).status).toBe(400);
    expect((await signIn('basic@feusa.example')).status).toBe(201);
  });
});

describe('the own sessions', () => {
  it('are listed with what they are known by, and ended one by one or all others', async () => {
    const email = 'sessions@feusa.example';
    const as = await product.newPerson('basic', email);
    const [second, third] = [await product.signIn(email), await product.signIn(email)];
    const sessions = await listed(as);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      device: expect.any(String),
      address: expect.stringMatching(/^(::ffff:)?127\.|^::1/),
      begun: expect.stringMatching(/Z$/),
      lastUsed: expect.stringMatching(/Z$/),
      current: expect.any(Boolean),
    });
    const own = (await listed(second)).find(({ current }) => current);
    const end = (id: unknown, by: Person) =>
      product.ask('DELETE', `/api/me/sessions/${String(id)}`, { as: by });
    expect(statusAndCode(await end(own?.['id'], product.people.admin))).toBe(
      '404 session/not-found',
    );
    expect(statusAndCode(await end('nonsense', as))).toBe('404 session/not-found');
    expect((await end(own?.['id'], as)).status).toBe(204);
    expect(await isIn(second)).toBe(false);
    expect((await product.ask('DELETE', '/api/me/sessions', { as })).status).toBe(204);
    expect([await isIn(as), await isIn(third)]).toEqual([true, false]);
    expect(await listed(as)).toHaveLength(1);
  });
});

describe('a suspended user', () => {
  it('is signed out at once and stays out, as with a wrong password, until reinstated', async () => {
    const email = 'suspended@feusa.example';
    const as = await product.newPerson('auditor', email);
    const socket = product.connect(as);
    await new Promise((resolve) => socket.on('connect', resolve as () => void));
    const cut = new Promise((resolve) => socket.on('disconnect', resolve));
    expect(
      await product.appends(async () => {
        await product.done('suspend-user', { id: as.id });
      }),
    ).toEqual(['UserSuspended']);
    await cut;
    await poll(() => isIn(as)).toBe(false);
    const [refused, wrong] = [await signIn(email), await signIn(email, 'some wrong words')];
    expect(refused.status).toBe(wrong.status);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    const { users } = (await product.get('/api/users', product.people.admin)).body as {
      users: Body[];
    };
    expect(users.find(({ id }) => id === as.id)).toMatchObject({
      role: 'auditor',
      suspended: true,
    });
    expect(statusAndCode(await product.command('suspend-user', { id: as.id }))).toBe(
      '409 user/suspended',
    );

    await product.done('reinstate-user', { id: as.id });
    expect((await signIn(email)).status).toBe(201);
    expect(statusAndCode(await product.command('reinstate-user', { id: as.id }))).toBe(
      '409 user/not-suspended',
    );
  });

  it('is never the last administrator', async () => {
    const { admin } = product.people;
    expect(statusAndCode(await product.command('suspend-user', { id: admin.id }))).toBe(
      '409 user/last-admin',
    );
    const second = await product.newPerson('admin', 'second@feusa.example');
    await product.done('suspend-user', { id: second.id });
    for (const [name, body] of [
      ['suspend-user', { id: admin.id }],
      ['remove-user', { id: admin.id }],
      ['set-user-role', { userId: admin.id, role: 'basic' }],
    ] as const)
      expect([name, statusAndCode(await product.command(name, body))]).toEqual([
        name,
        '409 user/last-admin',
      ]);
    await product.done('remove-user', { id: second.id });
  });

  it('is one in the past too, and the undo lets them in again', async () => {
    const as = await product.newPerson('basic', 'undone@feusa.example');
    const { position } = await product.done('suspend-user', { id: as.id });
    const undo = await product.ask('POST', '/api/undo', {
      as: product.people.admin,
      body: { position },
    });
    expect(undo.status).toBe(200);
    expect((await signIn('undone@feusa.example')).status).toBe(201);
    const then = await product.get(`/api/users?at=${String(position)}`, product.people.admin);
    expect((then.body['users'] as Body[]).find(({ id }) => id === as.id)).toMatchObject({
      suspended: true,
    });
    const verdict = await product.get('/api/audit/fingerprint', product.people.auditor);
    expect(verdict.body).toMatchObject({ ok: true });
  });
});
