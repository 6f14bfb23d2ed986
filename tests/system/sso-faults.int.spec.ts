import { ssoBounds } from '@feusa/contracts/sso-bounds';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { waitUntil } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SIGN_IN } from './test-calls.js';
import { Product } from './test-product.js';
import { newAccount, START, TestBrowser } from './test-sso.js';

const email = 'ann@feusa.example';
let provider: OpenIdProvider;
let product: Product;
let browser: TestBrowser;
beforeAll(async () => {
  provider = await OpenIdProvider.open();
  provider.mode = 'away';
  product = await Product.open(provider.settings);
  await newAccount(product, email);
  // Once more while it is away, as at a start.
  await product.restart();
});
beforeEach(() => {
  provider.person = { email };
  browser = new TestBrowser(product);
});
afterEach(() => {
  provider.mode = 'well';
  provider.meddle = undefined;
  provider.foreign = undefined;
  provider.describe = undefined;
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

const MINUTE = 60;
/** Where a sign-in ends. */
const end = async (path = START) => {
  const at = await browser.open(path);
  return at.pathname + at.search;
};
/** It is at another address then. */
async function restart() {
  await product.restart();
  browser = new TestBrowser(product);
}
const available = async () => (await product.ask('GET', '/api/sso')).body['available'];
/** One that has failed is asked again a little later. */
const soon = () => waitUntil(async () => (await end()) === '/' || undefined, 60_000);

describe('a provider that is away', () => {
  it('at the start keeps nobody from their password, and is taken when it is there', async () => {
    provider.mode = 'away';
    expect(await end()).toBe('/?sso=unavailable');
    expect(await available()).toBe(false);
    expect((await product.ask('POST', '/api/session', { body: SIGN_IN })).status).toBe(201);
    provider.mode = 'well';
    await soon();
    expect(await available()).toBe(true);
  });

  it('while somebody is there sends them back with a reason', async () => {
    const callback = await browser.toCallback();
    provider.mode = 'away';
    expect(await end(callback.href)).toBe('/?sso=unavailable');
    provider.mode = 'well';
    await soon();
  });

  it.each(['hanging', 'flooding', 'broken'] as const)(
    'or is %s is waited for, in its bounds',
    async (mode) => {
      const callback = await browser.toCallback();
      provider.mode = mode;
      const began = Date.now();
      expect(await end(callback.href)).toBe('/?sso=unavailable');
      expect(await end()).toBe('/?sso=unavailable');
      if (mode === 'hanging')
        expect(Date.now() - began).toBeGreaterThan(ssoBounds.patience.value * 1.5);
      provider.mode = 'well';
      await soon();
    },
  );

  it.each<[string, object]>([
    ['no page to sign in at', { authorization_endpoint: undefined }],
    ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['scopes that are no list', { scopes_supported: 'openid' }],
  ])('or names %s counts as away, until it is mended', async (_, wrong) => {
    await restart();
    provider.describe = (document) => ({ ...document, ...wrong });
    expect(await end()).toBe('/?sso=unavailable');
    expect(await available()).toBe(false);
    provider.describe = undefined;
    await soon();
  });

  it('or says that it is another one is not believed', async () => {
    await restart();
    provider.describe = (document) => ({ ...document, issuer: 'https://evil.example' });
    expect(await end()).toBe('/?sso=unavailable');
    provider.describe = undefined;
    await soon();
  });
});

describe('what the provider signs', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another client' }],
    ['several audiences without us as the one it is for', { aud: ['feusa', 'x'], azp: 'x' }],
  ])('is refused with %s', async (_, changed) => {
    provider.meddle = (claims) => ({ ...claims, ...changed });
    expect(await end()).toBe('/?sso=refused');
    expect((await browser.person()).id).toBe('');
  });

  it('is refused by another key under the same name', async () => {
    provider.foreign = await provider.foreignKey();
    provider.meddle = (claims) => claims;
    expect(await end()).toBe('/?sso=refused');
  });

  it('counts by a key that was turned a moment ago, and no longer by the one before', async () => {
    expect(await end()).toBe('/');
    const before = provider.ownKey;
    await provider.turnKeys();
    expect(await end()).toBe('/');
    provider.foreign = before;
    provider.meddle = (claims) => claims;
    expect(await end()).toBe('/?sso=refused');
  });

  it('may be as old as clocks differ, and no older', async () => {
    const late = (seconds: number) => {
      const now = Math.floor(Date.now() / 1000);
      provider.meddle = (claims) => ({ ...claims, iat: now - seconds - 5, exp: now - seconds });
    };
    late(MINUTE / 2);
    expect(await end()).toBe('/');
    late(5 * MINUTE);
    expect(await end()).toBe('/?sso=clocks');
    provider.meddle = (claims) => ({ ...claims, nbf: Math.floor(Date.now() / 1000) + 5 * MINUTE });
    expect(await end()).toBe('/?sso=clocks');
  });
});

describe('what comes back', () => {
  it('counts once, and in the browser that it was begun in', async () => {
    const callback = await browser.toCallback();
    const stolen = new TestBrowser(product);
    expect((await stolen.open(callback.href)).search).toBe('?sso=expired');
    const kept = new Map(browser.jar());
    expect(await end(callback.href)).toBe('/');
    expect(await end(callback.href)).toBe('/?sso=expired');
    for (const [name, value] of kept) browser.jar().set(name, value);
    expect(await end(callback.href)).toBe('/?sso=refused');
  });

  it('is refused with another state, none, or two, and where the ticket was changed', async () => {
    const changes: ((url: URL) => void)[] = [
      ({ searchParams }) => searchParams.set('state', 'x'.repeat(43)),
      ({ searchParams }) => searchParams.delete('state'),
      ({ searchParams }) => searchParams.append('state', searchParams.get('state') ?? ''),
      ({ searchParams }) => searchParams.append('code', 'another'),
      ({ searchParams }) => searchParams.set('code', 'x'.repeat(5000)),
      ({ searchParams }) => searchParams.delete('code'),
      ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
    ];
    for (const change of changes) {
      const callback = await browser.toCallback();
      change(callback);
      expect(await end(callback.href)).toBe('/?sso=refused');
    }
    const callback = await browser.toCallback();
    const ticket = browser.jar().get('feusa_sso') ?? '';
    for (const made of [
      '',
      'x',
      ticket.slice(0, -4),
      `A${ticket.slice(1)}`,
      `${ticket}${ticket}`,
    ]) {
      browser.jar().set('feusa_sso', made);
      expect(await end(callback.href)).toBe('/?sso=expired');
    }
  });

  it.each([
    ['access_denied', 'denied'],
    ['login_required', 'refused'],
    ['server_error', 'unavailable'],
    ['temporarily_unavailable', 'unavailable'],
    ['<script>alert(1)</script>', 'refused'],
  ])('with %s is told as %s', async (error, reason) => {
    const callback = await browser.toCallback();
    const state = callback.searchParams.get('state') ?? '';
    const iss = provider.issuer;
    callback.search = new URLSearchParams({
      error,
      error_description: 'evil',
      state,
      iss,
    }).toString();
    expect(await end(callback.href)).toBe(`/?sso=${reason}`);
  });

  it('leads nowhere else, whatever stands in its address', async () => {
    const callback = await browser.toCallback(`${START}?to=/users`);
    for (const name of ['to', 'redirect_uri', 'returnTo', 'next'])
      callback.searchParams.set(name, 'https://evil.example/');
    expect(await end(callback.href)).toBe('/users');
  });

  it('is never in a log', async () => {
    const callback = await browser.toCallback();
    const answer = await product.ask('GET', `${callback.pathname}${callback.search}`);
    expect(answer.headers.get('location')).toBe('/?sso=expired');
    expect(answer.headers.get('referrer-policy')).toMatch(/no-referrer|same-origin/);
  });
});

describe('a start', () => {
  it.each(['?for=nonsense', '?more=1', '?to=/a&to=/b'])('with %s is refused', async (query) =>
    expect((await product.ask('GET', START + query)).status).toBe(400),
  );

  it('asks nobody twice while the provider is away', async () => {
    provider.mode = 'away';
    await restart();
    provider.asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => product.ask('GET', START)));
    expect(new Set(answers.map(({ headers }) => headers.get('location')))).toEqual(
      new Set(['/?sso=unavailable']),
    );
    expect(provider.asked.length).toBeLessThan(3);
    provider.mode = 'well';
    await soon();
  });
});

it('behind a proxy with TLS is known by its public address', async () => {
  const origin = 'https://intranet.feusa.example';
  const behind = await Product.open({ ...provider.settings, FEUSA_PUBLIC_URL: origin });
  await newAccount(behind, email);
  const secure = new TestBrowser(behind, origin);
  const callback = await secure.toCallback();
  expect(callback.href).toMatch(/^https:\/\/intranet\.feusa\.example\/api\/sso\/callback\?/);
  expect([...secure.jar().keys()]).toEqual(['__Host-feusa_sso']);
  expect((await secure.open(callback.href)).href).toBe(`${origin}/`);
  expect([...secure.jar().keys()]).toEqual([...['__Host-feusa_session', '__Host-feusa_browser']]);
  await behind.close();
});
