import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { faultsOf, openBrowser } from './browser.js';
import { openClient, type Client } from './client.js';
import { slowDown } from './slow.js';
import { preparedData } from './prepared.js';
import { killAll, signIn, spawnProduct, type Product } from './product.js';

export type Role = 'admin' | 'auditor' | 'basic';
const WIDE = { width: 1280, height: 900 };
declare global {
  /** Whether the test that runs has failed, as `jest-environment.mjs` keeps it. */
  var hasFailed: boolean | undefined;
}
/** What takes longer than this on a busy machine does not come. */
const PATIENCE_MS = 30_000;

/** One product for a file of tests; every test gets windows of its own. */
export class Harness {
  address = '';
  private readonly faults: string[] = [];
  private readonly contexts: BrowserContext[] = [];
  private readonly cookies = new Map<Role, string>();
  private leaveBrowser = () => Promise.resolve();

  private constructor(
    private readonly data: { readonly dir: string; remove(): Promise<void> },
    private readonly browser: Browser,
    private product: Product,
    /** The administrator, past the screens. */
    readonly api: Client,
  ) {}

  /** @param launch a browser of its own, instead of the one that the files of a worker share */
  static async open(
    settings: NodeJS.ProcessEnv = {},
    launch?: () => Promise<Browser>,
  ): Promise<Harness> {
    const browser = await (launch ?? openBrowser)();
    const data = await preparedData();
    const product = spawnProduct(data.dir, settings);
    const address = await product.ready();
    const api = await openClient(address);
    const harness = new Harness(data, browser, product, api);
    if (launch) harness.leaveBrowser = () => browser.close();
    harness.address = address;
    harness.cookies.set('admin', api.cookie);
    return harness;
  }

  get dataDir(): string {
    return this.data.dir;
  }

  async close(): Promise<void> {
    await this.takeFaults();
    await this.leaveBrowser();
    killAll(this.product.processes());
    await this.data.remove();
  }

  /** Ends the product, with or without notice, and starts it again at the same address. */
  async restart(signal: 'SIGTERM' | 'SIGKILL', meanwhile?: () => Promise<void>): Promise<void> {
    const { port } = new URL(this.address);
    if (signal === 'SIGKILL') killAll(this.product.processes());
    else this.product.signal(signal);
    await this.product.ended;
    await meanwhile?.();
    this.product = spawnProduct(this.data.dir, { PORT: port });
    await this.product.ready();
  }

  /** A new window of somebody, or of nobody. */
  async window(role?: Role, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.address,
      viewport: WIDE,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // What a test holds back or answers itself must not pass through a worker.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.contexts.push(context);
    const faults = faultsOf(context);
    context.on('close', () => this.faults.push(...faults));
    const page = await context.newPage();
    await slowDown(page);
    if (role) await this.enter(page, await this.cookieOf(role));
    return page;
  }

  /** Signs a window in with the cookie of a session. */
  async enter(page: Page, cookie: string): Promise<void> {
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: this.address, httpOnly: true }]);
  }

  /** Closes the windows of a test, pictured where it failed. @throws where a page complained */
  async closeWindows(): Promise<void> {
    if (globalThis.hasFailed) await this.picture(expect.getState().currentTestName ?? 'test');
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    expect(this.faults.splice(0)).toEqual([]);
  }

  /** Closes the windows of a test that makes pages complain; what they complained of. */
  async takeFaults(): Promise<string[]> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    return this.faults.splice(0);
  }

  private async picture(test: string): Promise<void> {
    const pages = this.contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) {
      const name = `${test.replace(/\W+/g, '-').slice(0, 60)}-${index}.png`;
      await page.screenshot({ path: `.cache/e2e/${name}` }).catch(() => undefined);
    }
  }

  private async cookieOf(role: Role): Promise<string> {
    const known = this.cookies.get(role);
    if (known) return known;
    const body = { ...signIn, email: `${role}@feusa.example` };
    const { id } = await this.api.command('register-user', body);
    if (role !== 'basic') await this.api.command('set-user-role', { userId: id, role });
    const { cookie } = await openClient(this.address, body);
    this.cookies.set(role, cookie);
    return cookie;
  }
}
