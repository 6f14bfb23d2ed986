import { codeOf } from '@feusa/testing/codes';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { waitUntil } from '@feusa/testing/wait';
import type { AccessView } from '@feusa/contracts/access-log';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, type Body, statusAndCode } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';
import { bySso, newAccount, START, TestBrowser } from './test-sso.js';

let provider: OpenIdProvider;
let product: Product;
beforeAll(async () => {
  provider = await OpenIdProvider.open();
  product = await Product.open(provider.settings);
});
afterEach(() => {
  provider.person = undefined;
  provider.meddle = undefined;
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

const stepsUp = async (cookie: string) =>
  (await product.get('/api/step-up', { id: '', cookie })).status;

it('is there, beside passwords', async () => {
  const { status, body } = await product.ask('GET', '/api/sso');
  expect([status, body]).toEqual([200, { enabled: true, available: true }]);
  expect((await product.ask('POST', '/api/session', { body: SIGN_IN })).status).toBe(201);
});

describe('a sign-in', () => {
  it('goes by code, PKCE, state and nonce, and asks for no team password', async () => {
    const start = await product.ask('GET', START);
    const url = new URL(start.headers.get('location') ?? '');
    expect([start.status, url.origin]).toEqual([302, provider.issuer]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'feusa', response_type: 'code', scope: 'openid email profile' },
      ...{ redirect_uri: `${product.address}/api/sso/callback`, code_challenge_method: 'S256' },
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(start.headers.get('set-cookie')).toMatch(
      /^feusa_sso=[\w-]{100,}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(start.headers.get('cache-control')).toBe('no-store');
  });

  it('finds the account by its verified address, in any case', async () => {
    const id = await newAccount(product, 'First@feusa.example');
    const types = await product.appends(async () => {
      const first = await bySso(product, provider, { email: 'fIRST@Feusa.example' });
      expect([first.at, first.id]).toEqual(['/', id]);
      expect(first.session).toEqual({
        user: { id, email: 'First@feusa.example', role: 'basic' },
        sso: true,
      });
      expect([...first.browser.jar().keys()]).toEqual(['feusa_session', 'feusa_browser']);
    });
    expect(types).toEqual([]);
  });

  it('is never that of somebody who was given the address of another', async () => {
    const email = 'given-on@feusa.example';
    const id = await newAccount(product, email);
    const { admin } = product.people;
    const bound = async () => {
      const { users } = (await product.get('/api/users', admin)).body as { users: Body[] };
      return users.find((user) => user['id'] === id)?.['ssoBound'];
    };
    expect(await bound()).toBeUndefined();
    expect((await bySso(product, provider, { email })).id).toBe(id);
    expect(await bound()).toBe(true);
    // With the address in the ID token nothing more is asked for.
    const said = { email, email_verified: true };
    const another = (claims: object) => ({ ...claims, ...said, sub: 'somebody else' });
    provider.meddle = another;
    const types = await product.appends(async () => {
      const refused = await bySso(product, provider, { email, role: 'admin' });
      expect([refused.at, refused.id]).toEqual(['/?sso=other-subject', '']);
    });
    expect(types).toEqual([]);
    await product.restart();
    expect((await bySso(product, provider, { email })).at).toBe('/?sso=other-subject');
    provider.meddle = undefined;
    expect((await bySso(product, provider, { email })).id).toBe(id);

    const release = (as = admin, of = id) =>
      product.ask('DELETE', `/api/users/${of}/single-sign-on`, { as });
    expect(statusAndCode(await release(await product.signInOnly(SIGN_IN.email)))).toBe(
      '403 step-up',
    );
    expect((await release()).status).toBe(204);
    expect(statusAndCode(await release())).toBe('404 sso/not-bound');
    expect(statusAndCode(await release(admin, crypto.randomUUID()))).toBe('404 user/not-found');
    provider.meddle = another;
    expect((await bySso(product, provider, { email })).id).toBe(id);
    provider.meddle = undefined;
    expect((await bySso(product, provider, { email })).at).toBe('/?sso=other-subject');
  });

  it('stays their own where their address is now that of another account', async () => {
    const [before, after] = ['maiden@feusa.example', 'married@feusa.example'];
    const id = await newAccount(product, before);
    const other = await newAccount(product, after);
    const sub = 'one person';
    const as = (email: string) => {
      provider.meddle = (claims) => ({ ...claims, email, email_verified: true, sub });
      return bySso(product, provider, { email, role: 'admin' });
    };
    expect((await as(before)).id).toBe(id);
    const again = await as(after);
    expect([again.at, again.id]).toEqual(['/', id]);
    expect(again.session['user']).toMatchObject({ email: before, role: 'basic' });
    expect((await as('nobody-has-it@feusa.example')).id).toBe(id);

    const { admin } = product.people;
    await product.done('suspend-user', { id });
    expect((await as(after)).at).toBe('/?sso=suspended');
    const release = { as: admin };
    await product.ask('DELETE', `/api/users/${id}/single-sign-on`, release);
    expect((await as(after)).id).toBe(other);
    await product.done('remove-user', { id: other });
    expect((await as(after)).at).toBe('/?sso=no-account');
  });

  it('belongs to one of two who come at once', async () => {
    const email = 'contested@feusa.example';
    await newAccount(product, email);
    provider.person = { email };
    let count = 0;
    const said = { email, email_verified: true };
    provider.meddle = (claims) => ({ ...claims, ...said, sub: `person ${++count}` });
    const callbacks = await Promise.all(
      [1, 2].map(async () => {
        const browser = new TestBrowser(product);
        return { browser, callback: await browser.toCallback() };
      }),
    );
    const ends = await Promise.all(
      callbacks.map(async ({ browser, callback }) => (await browser.open(callback.href)).search),
    );
    expect(ends.sort()).toEqual(['', '?sso=other-subject']);
  });

  it('is refused where nobody has the address, or the provider has not verified it', async () => {
    const unknown = await bySso(product, provider, { email: 'unknown@feusa.example' });
    expect([unknown.at, unknown.id]).toEqual(['/?sso=no-account', '']);
    await newAccount(product, 'unverified@feusa.example');
    for (const email_verified of [false, 'true', 1, null]) {
      const person = { email: 'unverified@feusa.example', email_verified };
      const { at, id } = await bySso(product, provider, person);
      expect([email_verified, at, id]).toEqual([email_verified, '/?sso=unverified', '']);
    }
  });

  it('is refused to who is suspended, and to who has not signed in there', async () => {
    const id = await newAccount(product, 'suspended@feusa.example');
    await product.done('suspend-user', { id });
    const suspended = await bySso(product, provider, { email: 'suspended@feusa.example' });
    expect([suspended.at, suspended.id]).toEqual(['/?sso=suspended', '']);
    const nobody = new TestBrowser(product);
    provider.person = undefined;
    const at = await nobody.open(START);
    expect(at.pathname + at.search).toBe('/?sso=denied');
  });

  it('goes on in another process than it began in', async () => {
    await newAccount(product, 'elsewhere@feusa.example');
    provider.person = { email: 'elsewhere@feusa.example' };
    const browser = new TestBrowser(product);
    const callback = await browser.toCallback();
    await product.restart();
    expect((await browser.open(callback.href)).pathname).toBe('/');
    expect((await browser.person()).id).not.toBe('');
  });

  it('leads back to a page of the app', async () => {
    await newAccount(product, 'back@feusa.example');
    provider.person = { email: 'back@feusa.example' };
    const at = await new TestBrowser(product).open(`${START}?to=/find%3Fq%3Dx`);
    expect(at.pathname + at.search).toBe('/find?q=x');
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '/api/session'])
      expect(
        (await new TestBrowser(product).open(`${START}?to=${encodeURIComponent(to)}`)).href,
      ).toBe(`${product.address}/`);
  });

  it('ends the session before it, and is in the access log and the list of sessions', async () => {
    const id = await newAccount(product, 'listed@feusa.example');
    const { browser, cookie } = await bySso(product, provider, { email: 'listed@feusa.example' });
    await browser.open(START);
    expect((await product.get('/api/session', { id, cookie: cookie! })).status).toBe(401);
    const now = await browser.person();
    const { sessions } = (await product.get('/api/me/sessions', now)).body as { sessions: Body[] };
    expect(sessions).toEqual([expect.objectContaining({ current: true, sso: true })]);
    const entries = await waitUntil(async () => {
      const { body } = await product.get(`/api/access-log?user=${id}`, product.people.auditor);
      const found = (body['entries'] as AccessView[]).filter(({ kind }) => kind === 'signed-in');
      return found.length > 0 ? found : undefined;
    });
    expect(entries[0]).toMatchObject({ email: 'listed@feusa.example' });
    expect(JSON.stringify(entries)).toContain('single sign-on');
    expect((await product.ask('DELETE', '/api/session', { as: now })).status).toBe(204);
    expect((await browser.person()).id).toBe('');
  });
});

describe('the second factor', () => {
  async function withTotp(email: string) {
    const as = await product.newPerson('basic', email);
    return { as, email, ...(await setUpTotp(product, as)) };
  }
  const enter = (browser: TestBrowser, code: string) =>
    browser.step(new URL('/api/sso/code', product.address), {
      ...{ method: 'POST', body: JSON.stringify({ code }) },
      headers: { 'content-type': 'application/json' },
    });

  it('of ours is asked for too, where the provider has not asked for one', async () => {
    const { as, email, secret } = await withTotp('factor@feusa.example');
    const { browser, at, id } = await bySso(product, provider, { email });
    expect([at, id]).toEqual(['/sso', '']);
    expect((await enter(browser, codeOf(secret, 40))).status).toBe(401);
    expect((await browser.person()).id).toBe('');
    expect((await enter(new TestBrowser(product), codeOf(secret))).status).toBe(400);
    expect((await enter(browser, codeOf(secret))).status).toBe(200);
    expect((await browser.person()).id).toBe(as.id);
    expect((await enter(browser, codeOf(secret, 1))).status).toBe(400);
  });

  it('of the provider counts where it says so', async () => {
    const { as, email } = await withTotp('strong@feusa.example');
    const strong = await bySso(product, provider, { email, amr: ['pwd', 'otp', 'mfa'] });
    expect([strong.at, strong.id]).toEqual(['/', as.id]);
  });

  it('that is required is met by one of the provider, and else to be set up', async () => {
    product.settings['FEUSA_REQUIRE_SECOND_FACTOR'] = 'all';
    const email = 'required@feusa.example';
    await newAccount(product, email);
    await product.restart();
    const weak = await bySso(product, provider, { email });
    expect(weak.session['lacksSecondFactor']).toBe(true);
    expect(statusAndCode(await product.get('/api/tree', weak))).toBe('403 second-factor/required');
    const strong = await bySso(product, provider, { email, amr: ['mfa'] });
    expect(strong.session['lacksSecondFactor']).toBeUndefined();
    expect((await product.get('/api/tree', strong)).status).toBe(200);
    delete product.settings['FEUSA_REQUIRE_SECOND_FACTOR'];
    await product.restart();
  });
});

describe('a step-up', () => {
  const FOR = `${START}?for=step-up&to=/users`;

  it('has the person sign in again, and leads back', async () => {
    await newAccount(product, 'again@feusa.example');
    const { browser, cookie } = await bySso(product, provider, { email: 'again@feusa.example' });
    expect(await stepsUp(cookie!)).toBe(403);
    const asked = provider.prompts.length;
    expect((await browser.open(FOR)).pathname).toBe('/users');
    expect(provider.prompts.length).toBe(asked + 1);
    expect(browser.cookie()).toBe(cookie);
    expect(await stepsUp(cookie!)).toBe(204);
  });

  it('is refused to another person, to another session, and to an old sign-in', async () => {
    await newAccount(product, 'one@feusa.example');
    await newAccount(product, 'other@feusa.example');
    const { browser, cookie } = await bySso(product, provider, { email: 'one@feusa.example' });
    provider.person = { email: 'other@feusa.example' };
    browser.leaveProvider();
    const other = await browser.open(FOR);
    expect(other.pathname + other.search).toBe('/sso?error=other-person&to=%2Fusers');
    provider.person = { email: 'one@feusa.example' };
    browser.leaveProvider();
    const callback = await browser.toCallback(FOR);
    await product.ask('DELETE', '/api/session', { as: { id: '', cookie: cookie! } });
    expect((await browser.open(callback.href)).search).toContain('error=other-person');

    const fresh = await bySso(product, provider, { email: 'one@feusa.example' });
    provider.meddle = (claims) => ({ ...claims, auth_time: Number(claims['auth_time']) - 300 });
    const old = await fresh.browser.open(FOR);
    expect(old.search).toContain('error=denied');
    expect(await stepsUp(fresh.cookie!)).toBe(403);
  });

  it('asks for the second factor of ours too', async () => {
    const email = 'both@feusa.example';
    const as = await product.newPerson('basic', email);
    const { secret } = await setUpTotp(product, as);
    const { browser } = await bySso(product, provider, { email });
    const send = (code: string) =>
      browser.step(new URL('/api/sso/code', product.address), {
        ...{ method: 'POST', body: JSON.stringify({ code }) },
        headers: { 'content-type': 'application/json' },
      });
    expect((await send(codeOf(secret))).status).toBe(200);
    expect((await browser.open(FOR)).pathname).toBe('/sso');
    expect(await stepsUp(browser.cookie())).toBe(403);
    expect((await send(codeOf(secret, 1))).status).toBe(200);
    expect(await stepsUp(browser.cookie())).toBe(204);
  });
});

it('is nowhere where it is not set', async () => {
  const plain = await Product.open();
  expect((await plain.ask('GET', '/api/sso')).body).toEqual({ enabled: false });
  for (const path of [START, '/api/sso/callback?code=x&state=y'])
    expect(statusAndCode(await plain.ask('GET', path))).toBe('404 not-found');
  const code = await plain.ask('POST', '/api/sso/code', { body: { code: '123456' } });
  expect(statusAndCode(code)).toBe('400 sso/expired');
  await plain.close();
});
