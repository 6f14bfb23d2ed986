import { openMailServer } from '@feusa/platform/mail/test-server';
import { codeOf } from '@feusa/testing/codes';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { waitUntil } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Body } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';
import { bySso, newAccount, START, TestBrowser } from './test-sso.js';

let provider: OpenIdProvider;
let product: Product;
let mail: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  provider = await OpenIdProvider.open('client_secret_post');
  mail = await openMailServer();
  product = await Product.open({
    ...{ ...provider.settings, SMTP_URL: mail.url },
    ...{ OIDC_CREATE: 'true', OIDC_ROLE_CLAIM: 'role' },
  });
});
afterAll(async () => {
  await product.close();
  await provider.close();
  await mail.close();
});

const roleOf = async (id: string) =>
  (await product.get(`/api/users/${id}`, product.people.admin)).body['role'];
const lastEvents = async (count: number) =>
  product.store.read((await product.store.head()).position - count, count);

describe('an account that single sign-on makes', () => {
  it('is basic and the system’s doing, also for the first of several at once', async () => {
    provider.person = { email: 'new@feusa.example' };
    const browsers = [1, 2, 3].map(() => new TestBrowser(product));
    const types = await product.appends(async () => {
      await Promise.all(browsers.map((browser) => browser.open(START)));
    });
    expect(types).toEqual(['UserRegistered']);
    const people = await Promise.all(browsers.map((browser) => browser.person()));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
    const [event] = await lastEvents(1);
    const data = { email: 'new@feusa.example', role: 'basic' };
    expect(event).toMatchObject({ actor: 'system', data });
  });

  it('is one, also where somebody comes with two addresses at once', async () => {
    let count = 0;
    provider.person = { email: 'twice@feusa.example' };
    const said = { email_verified: true, role: 'basic', sub: 'one person' };
    provider.meddle = (claims) => ({ ...claims, ...said, email: `twice-${++count}@feusa.example` });
    const browsers = [1, 2, 3, 4].map(() => new TestBrowser(product));
    const callbacks = await Promise.all(browsers.map((browser) => browser.toCallback()));
    const ends = await Promise.all(browsers.map((browser, n) => browser.open(callbacks[n]!.href)));
    expect(ends.map(({ search }) => search)).toEqual(['', '', '', '']);
    provider.meddle = undefined;
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.person()).id));
    expect(new Set(ids).size).toBe(1);
    const { body } = await product.get('/api/users', product.people.admin);
    const made = (body as { users: Body[] }).users.filter(({ email }) =>
      /^twice/.test(String(email)),
    );
    expect(made.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('has the highest role that the provider says', async () => {
    const types = await product.appends(async () => {
      const person = { email: 'chief@feusa.example', role: ['staff', 'auditor', 'admin'] };
      const { at, session } = await bySso(product, provider, person);
      expect([at, session['user']]).toMatchObject(['/', { role: 'admin' }]);
    });
    expect(types).toEqual(['UserRegistered', 'UserRoleSet']);
  });

  it('opens by no password until it has one', async () => {
    const email = 'without@feusa.example';
    const { id } = await bySso(product, provider, { email });
    for (const password of ['', ' ', SIGN_IN.password, 'undefined', 'null']) {
      const body = { ...SIGN_IN, email, password };
      const { status } = await product.ask('POST', '/api/session', { body });
      expect([password, status]).toEqual([password, password ? 401 : 400]);
    }
    const { users } = (await product.get('/api/users', product.people.admin)).body as {
      users: Body[];
    };
    expect(users.find((user) => user['id'] === id)).toMatchObject({ ssoOnly: true });
    expect(users.filter((user) => user['ssoOnly']).map(({ email: own }) => own)).not.toContain(
      SIGN_IN.email,
    );
  });

  it('is told that it has no password, changes none, and may get one by mail', async () => {
    const email = 'mailed@feusa.example';
    const me = await bySso(product, provider, { email });
    expect(me.session).toMatchObject({ sso: true, ssoOnly: true });
    const asked = { current: SIGN_IN.password, password: 'another long secret' };
    const own = { id: me.id, cookie: me.cookie! };
    const sent = { as: own, body: asked };
    const { status, body } = await product.ask('PUT', '/api/me/password', sent);
    expect([status, body['code']]).toEqual([401, 'session/wrong-password']);
    expect((await product.get('/api/session', own)).body).toHaveProperty('ssoOnly');
    await product.ask('POST', '/api/password-resets', { body: { email } });
    const token = await waitUntil(async () => {
      const letter = mail.letters.find(({ to, text }) => to === email && text.includes('token='));
      return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1];
    });
    const path = `/api/password-resets/${token}`;
    const set = await product.ask('PUT', path, { body: { password: asked.password } });
    expect(set.status).toBe(204);
    const again = await bySso(product, provider, { email });
    expect(again.session).toEqual({ user: { id: me.id, email, role: 'basic' }, sso: true });
    const signIn = { ...SIGN_IN, email, password: asked.password };
    expect((await product.ask('POST', '/api/session', { body: signIn })).status).toBe(201);
  });

  it('is none where the account was suspended', async () => {
    const email = 'ended@feusa.example';
    const { id, cookie } = await bySso(product, provider, { email });
    await product.done('suspend-user', { id });
    expect((await product.get('/api/session', { id, cookie: cookie! })).status).toBe(401);
    const types = await product.appends(async () => {
      expect((await bySso(product, provider, { email })).at).toBe('/?sso=suspended');
    });
    expect(types).toEqual([]);
  });
});

describe('a role that changes at the provider', () => {
  it('changes here with the next sign-in, for open screens too, and can be undone', async () => {
    const email = 'rises@feusa.example';
    const id = await newAccount(product, email);
    const before = await product.signInOnly(email);
    const { body } = await product.get('/api/session', before);
    expect(body['user']).toMatchObject({ role: 'basic' });
    const { session } = await bySso(product, provider, { email, role: 'auditor' });
    expect(session['user']).toMatchObject({ role: 'auditor' });
    const [event] = await lastEvents(1);
    expect(event).toMatchObject({
      ...{ type: 'UserRoleSet', actor: 'system', stream: `user-${id}` },
      data: { role: 'auditor', from: 'basic' },
    });
    await waitUntil(async () => {
      const open = await product.get('/api/session', before);
      return (open.body['user'] as Body)['role'] === 'auditor' || undefined;
    });
    expect((await product.get('/api/audit/events', before)).status).toBe(200);
    const undo = { position: String(event!.position) };
    const undone = await product.ask('POST', '/api/undo', { as: product.people.admin, body: undo });
    expect(undone.status).toBe(200);
    expect(await roleOf(id)).toBe('basic');
  });

  it('changes by nobody who has not come in: without our second factor, or for somebody else', async () => {
    const email = 'proves@feusa.example';
    const as = await product.newPerson('auditor', email);
    const { secret } = await setUpTotp(product, as);
    const { browser, at } = await bySso(product, provider, { email, role: 'admin' });
    expect([at, await roleOf(as.id)]).toEqual(['/sso', 'auditor']);
    const enter = (code: string) =>
      browser.step(new URL('/api/sso/code', product.address), {
        ...{ method: 'POST', body: JSON.stringify({ code }) },
        headers: { 'content-type': 'application/json' },
      });
    expect((await enter(codeOf(secret, 40))).status).toBe(401);
    expect(await roleOf(as.id)).toBe('auditor');
    expect((await enter(codeOf(secret))).status).toBe(200);
    expect((await browser.person()).session['user']).toMatchObject({ role: 'admin' });

    const other = await newAccount(product, 'bystands@feusa.example');
    const present = await bySso(product, provider, { email: 'confirms@feusa.example' });
    provider.person = { email: 'bystands@feusa.example', role: 'admin' };
    present.browser.leaveProvider();
    const refused = await present.browser.open(`${START}?for=step-up&to=/users`);
    expect(refused.search).toContain('error=other-person');
    expect(await roleOf(other)).toBe('basic');
  });

  it('is lost with the claim, but for the last administrator', async () => {
    const email = 'falls@feusa.example';
    const { id } = await bySso(product, provider, { email, role: 'admin' });
    expect(await roleOf(id)).toBe('admin');
    await bySso(product, provider, { email, role: 'owner' });
    expect(await roleOf(id)).toBe('basic');
    const { users } = (await product.get('/api/users', product.people.admin)).body as {
      users: Body[];
    };
    for (const user of users.filter(
      ({ role, email: own }) => role === 'admin' && own !== SIGN_IN.email,
    ))
      await product.done('set-user-role', { userId: user['id'], role: 'basic' });
    const types = await product.appends(async () => {
      const last = await bySso(product, provider, { email: SIGN_IN.email });
      expect(last.session['user']).toMatchObject({ role: 'admin' });
    });
    expect(types).toEqual([]);
  });
});
