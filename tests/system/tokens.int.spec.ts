import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Product } from './test-product.js';
import { employee, type Body, type Person } from './test-calls.js';

let product: Product;
beforeAll(async () => void (product = await Product.open()));
afterAll(() => product.close());

const soon = () => new Date(Date.now() + 3600_000).toISOString();
const order = (scope: string) => ({ name: 'Nightly export', scope, expiresAt: soon() });

async function newToken(scope: string, as: Person = product.people.admin) {
  const { status, body } = await product.ask('POST', '/api/me/tokens', { as, body: order(scope) });
  expect(status).toBe(201);
  return body as { id: string; token: string; scope: string };
}

/** What a program is answered: the status, and the code where it is refused. */
async function call(token: string, method: string, path: string, body?: Body) {
  const answer = await fetch(product.address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
  return code ? `${answer.status} ${code}` : String(answer.status);
}
const add = (token: string, name: string) =>
  call(token, 'POST', '/api/commands/add-folder', { name, parentId: null });

describe('an access token', () => {
  it('is told once, and kept as a hash', async () => {
    const { id, token } = await newToken('read');
    expect(token).toMatch(/^feusa_[\w-]{43}$/);
    const { body } = await product.ask('GET', '/api/me/tokens', { as: product.people.admin });
    const tokens = body['tokens'] as Body[];
    expect(tokens.find((each) => each['id'] === id)).toEqual({
      ...{ id, name: 'Nightly export', scope: 'read', lastUsedAt: null },
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('reads, and changes nothing unless it may write', async () => {
    const { token } = await newToken('read');
    expect(await call(token, 'GET', '/api/tree')).toBe('200');
    expect(await call(token, 'GET', '/api/audit/events')).toBe('200');
    expect(await add(token, 'Refused')).toBe('403 token/read-only');
    expect(await add((await newToken('write')).token, 'By a program')).toBe('200');
  });

  it('may never more than its owner may, at that moment', async () => {
    const gus = await product.newPerson('admin', 'gus.token@feusa.example');
    const { token } = await newToken('write', gus);
    expect(await add(token, 'By Gus')).toBe('200');
    await product.done('set-user-role', { userId: gus.id, role: 'basic' });
    expect(await add(token, 'Not by Gus')).toBe('403 not-allowed');
    expect(await call(token, 'GET', '/api/employees')).toBe('200');
    await product.done('suspend-user', { id: gus.id });
    expect(await call(token, 'GET', '/api/employees')).toBe('401 not-signed-in');
    await product.done('reinstate-user', { id: gus.id });
    expect(await call(token, 'GET', '/api/employees')).toBe('200');
    await product.done('remove-user', { id: gus.id });
    expect(await call(token, 'GET', '/api/employees')).toBe('401 not-signed-in');
  });

  it.each([
    ['POST', '/api/commands/register-user'],
    ['POST', '/api/commands/set-user-role'],
    ['POST', '/api/commands/remove-user'],
    ['POST', '/api/commands/suspend-user'],
    ['POST', '/api/commands/reinstate-user'],
    ['PUT', '/api/me/password'],
    ['GET', '/api/me/sessions'],
    ['DELETE', '/api/me/sessions'],
    ['GET', '/api/me/tokens'],
    ['POST', '/api/me/tokens'],
    ['GET', '/api/users'],
    ['POST', '/api/step-up'],
    ['DELETE', '/api/session'],
    ['GET', '/api/audit/export'],
  ])('does not open %s %s', async (method, path) => {
    const { token } = await newToken('write');
    expect(await call(token, method, path, method === 'GET' ? undefined : {})).toBe(
      '403 token/for-people',
    );
  });

  it('undoes nothing about accounts either, nor what needs a step-up', async () => {
    const { id } = await product.newPerson('auditor', 'kim.token@feusa.example');
    const suspended = await product.done('suspend-user', { id });
    const { id: folder } = await product.done('add-folder', { name: 'Kim’s', parentId: null });
    const closed = { id: folder, access: { read: [id] } };
    const restricted = await product.done('set-folder-access', closed);
    const { token } = await newToken('write');
    const undo = ({ position }: Body) => call(token, 'POST', '/api/undo', { position });
    expect(await undo(suspended)).toBe('403 token/for-people');
    expect(await undo(restricted)).toBe('403 token/for-people');
    expect(await undo(await product.done('add-group', { name: 'Kim’s' }))).toBe('200');
  });

  it('says when it was used last, and is ended', async () => {
    const { id, token } = await newToken('read');
    await call(token, 'GET', '/api/employees');
    const { body } = await product.ask('GET', '/api/me/tokens', { as: product.people.admin });
    const mine = (body['tokens'] as Body[]).find((each) => each['id'] === id);
    expect(Date.parse(String(mine?.['lastUsedAt']))).not.toBeNaN();
    const end = (as: Person) => product.ask('DELETE', `/api/me/tokens/${id}`, { as });
    expect((await end(product.people.auditor)).status).toBe(404);
    expect((await end(product.people.admin)).status).toBe(204);
    expect(await call(token, 'GET', '/api/employees')).toBe('401 not-signed-in');
  });

  it('is not taken from a cookie, nor a session from the header', async () => {
    const { token } = await newToken('read');
    const headers = { cookie: `feusa_session=${token}` };
    expect((await fetch(`${product.address}/api/tree`, { headers })).status).toBe(401);
    const session = product.people.admin.cookie!.split('=')[1]!;
    expect(await call(session, 'GET', '/api/tree')).toBe('401 not-signed-in');
    const cookie = product.people.admin.cookie!;
    const unknown = `feusa_${'x'.repeat(43)}`;
    const both = { cookie, authorization: `Bearer ${unknown}` };
    expect((await fetch(`${product.address}/api/tree`, { headers: both })).status).toBe(401);
  });

  it.each([
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: new Date(Date.now() + 400 * 86_400_000).toISOString() }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ scope: 'admin' }, 'scope'],
    [{ name: ' ' }, 'name'],
    [{ owner: employee.email }, 'owner'],
  ])('is refused with %j', async (wrong, field) => {
    const { status, body } = await product.ask('POST', '/api/me/tokens', {
      as: product.people.basic,
      body: { ...order('read'), ...wrong },
    });
    expect([status, Object.keys(body['fields'] as Body)]).toEqual([400, [field]]);
  });

  it('is one of twenty at most, however many are asked for at once', async () => {
    const as = product.people.auditor;
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        product.ask('POST', '/api/me/tokens', { as, body: order('read') }),
      ),
    );
    const refused = answers.filter(({ body }) => body['code'] === 'token/too-many');
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([
      20, 5,
    ]);
  });
});
