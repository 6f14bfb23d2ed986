import type { OpenIdProvider, ProviderPerson } from '@feusa/testing/openid-provider';
import { SIGN_IN, type Person, type TestCalls } from './test-calls.js';
import type { Product } from './test-product.js';

export const START = '/api/sso/start';
const HOPS = 20;

interface Step {
  readonly status: number;
  readonly location: string | undefined;
}

/** A browser that goes from the product to the provider and back, with the cookies of each. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** `origin`: the product as the address line has it, where a proxy with TLS is in front. */
  constructor(
    private readonly product: TestCalls,
    private readonly origin = product.address,
  ) {}

  /** Follows where it is sent on to, until it is at a page of the app, or `until` the next address is one of those. */
  async open(
    path: string,
    until: (url: URL) => boolean = () => false,
    sent: RequestInit = {},
  ): Promise<URL> {
    let at = new URL(path, this.origin);
    for (let hop = 0; hop < HOPS; hop++) {
      const isPage = at.origin === this.origin && !at.pathname.startsWith('/api/');
      if (isPage || (hop > 0 && until(at))) return at;
      const { status, location } = await this.step(at, sent);
      if (!location) throw new Error(`${at.href}: ${status}`);
      at = new URL(location, at);
    }
    throw new Error(`sent on for ever: ${at.href}`);
  }

  /** As far as the callback, which is answered and not yet opened. */
  toCallback(path = START): Promise<URL> {
    return this.open(path, ({ pathname }) => pathname === '/api/sso/callback');
  }

  async step(url: URL, sent: RequestInit = {}): Promise<Step> {
    const { origin } = url;
    const isOurs = origin === this.origin;
    const answer = await fetch(isOurs ? this.product.address + url.pathname + url.search : url, {
      redirect: 'manual',
      ...sent,
      headers: {
        cookie: this.cookie(origin),
        ...(isOurs && this.origin.startsWith('https:') && { 'x-forwarded-proto': 'https' }),
        ...(sent.headers as Record<string, string>),
      },
    });
    await answer.arrayBuffer();
    for (const cookie of answer.headers.getSetCookie()) this.take(origin, cookie);
    return { status: answer.status, location: answer.headers.get('location') ?? undefined };
  }

  cookie(origin = this.origin): string {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** What is kept for the product, or put in its place. */
  jar(): Map<string, string> {
    const jar = this.jars.get(this.origin) ?? new Map<string, string>();
    this.jars.set(this.origin, jar);
    return jar;
  }

  /** Nobody is signed in at the provider any more. */
  leaveProvider(): void {
    for (const origin of this.jars.keys()) if (origin !== this.origin) this.jars.delete(origin);
  }

  /** Whoever is signed in. */
  async person(): Promise<Person & { readonly session: Record<string, unknown> }> {
    const as = { id: '', cookie: this.cookie() };
    const { body } = await this.product.get('/api/session', as);
    return { ...as, id: (body['user'] as Person | undefined)?.id ?? '', session: body };
  }

  private take(origin: string, header: string): void {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(header)) jar.delete(name);
    else jar.set(name, value);
  }
}

/** Signs somebody in by the provider in a browser of their own; `at` is where that ends. */
export async function bySso(product: Product, provider: OpenIdProvider, person: ProviderPerson) {
  provider.person = person;
  const browser = new TestBrowser(product);
  const at = await browser.open(START);
  return { browser, at: at.pathname + at.search, ...(await browser.person()) };
}

/** An account with a password, which nobody is signed in to. */
export async function newAccount(product: Product, email: string): Promise<string> {
  return (await product.done('register-user', { ...SIGN_IN, email })).id;
}
