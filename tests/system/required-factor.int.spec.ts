import { afterEach, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Person, statusAndCode } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';

let product: Product;
afterEach(() => product.close());

const REFUSED = '403 second-factor/required';

const reads = ['/api/tree', '/api/users', '/api/audit/events', '/api/me/home', '/api/me/sessions'];

/** Whoever has none yet may see who they are, set one up, and sign out. */
async function isHeld(as: Person) {
  for (const path of reads)
    expect([path, statusAndCode(await product.get(path, as))]).toEqual([path, REFUSED]);
  const body = { name: 'Mine', parentId: null };
  expect(statusAndCode(await product.command('add-folder', body, as))).toBe(REFUSED);
  expect((await product.get('/api/session', as)).body['lacksSecondFactor']).toBe(true);
  const socket = product.connect(as);
  const said = await new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', ({ message }) => resolve(message));
  });
  expect(said).toBe('unauthorized');
}

describe('a second factor that is required', () => {
  it('of administrators holds them until they have one, and nobody else', async () => {
    product = await Product.open();
    const { admin, basic } = product.people;
    const token = await product.ask('POST', '/api/me/tokens', {
      as: admin,
      body: {
        ...{ name: 'Nightly', scope: 'read' },
        expiresAt: new Date(Date.now() + 3600_000).toISOString(),
      },
    });
    const byToken = async () => {
      const headers = { authorization: `Bearer ${String(token.body['token'])}` };
      return statusAndCode(await product.ask('GET', '/api/tree', { headers }));
    };
    expect(await byToken()).toBe('200');
    product.settings['FEUSA_REQUIRE_SECOND_FACTOR'] = 'admins';
    await product.restart();
    await isHeld(admin);
    expect(await byToken()).toBe(REFUSED);
    expect((await product.get('/api/tree', basic)).status).toBe(200);
    expect((await product.get('/api/me/second-factors', admin)).body['required']).toBe(true);
    const fresh = await product.ask('POST', '/api/session', { body: SIGN_IN });
    expect([fresh.status, fresh.body['lacksSecondFactor']]).toEqual([201, true]);

    const { recoveryCodes } = await setUpTotp(product, admin);
    expect((await product.get('/api/tree', admin)).status).toBe(200);
    expect(await byToken()).toBe('200');
    expect((await product.get('/api/session', admin)).body).toEqual({ user: expect.anything() });
    const { status } = await product.ask('POST', '/api/step-up', {
      as: admin,
      body: { password: SIGN_IN.password, code: recoveryCodes[0] },
    });
    expect(status).toBe(204);

    await product.done('set-user-role', { userId: basic.id, role: 'admin' });
    await isHeld(basic);
    expect((await product.ask('DELETE', '/api/me/totp', { as: admin })).status).toBe(204);
    await isHeld(admin);
    expect((await product.ask('DELETE', '/api/session', { as: admin })).status).toBe(204);
  });

  it('of all holds everybody', async () => {
    product = await Product.open();
    product.settings['FEUSA_REQUIRE_SECOND_FACTOR'] = 'all';
    await product.restart();
    for (const as of Object.values(product.people)) await isHeld(as);
  });
});
