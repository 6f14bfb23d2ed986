import { leftOut } from '@feusa/testing/left-out';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { describe } from '@jest/globals';

declare global {
  /** Opens the browser that the files of a worker share, as `environment.mjs` has it. */
  var sharedBrowser: (options: LaunchOptions) => Promise<Browser>;
}

const { CHROMIUM_PATH: executablePath, CHROMIUM_LIBRARIES: libraries } = process.env;
const canRun = Boolean(executablePath ?? process.env.CI);
if (!canRun) leftOut('The suites in a browser were left out: CHROMIUM_PATH names no Chromium.');

/** A `describe` that needs a browser; on CI a missing one fails it. */
export const inBrowser = !canRun ? describe.skip : describe;

let turn = 0;

/**
 * At which of these widths a walk is walked: at one, another one from walk to walk, or at all of them with
 * `FEUSA_TEST_WIDTHS=all`. How screens look is looked at at all of them always (`visual.spec.ts`, `shifts.spec.ts`).
 */
export const inTurn = <Width>(widths: readonly Width[]): readonly Width[] =>
  process.env['FEUSA_TEST_WIDTHS'] === 'all' ? widths : [widths[turn++ % widths.length]!];

const launching = () => {
  if (!executablePath) throw new Error('There is no Chromium here, and CI must have one.');
  return {
    executablePath,
    ...(libraries && { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      // As from another machine: a browser trusts its own one without TLS.
      '--host-resolver-rules=MAP intranet.test 127.0.0.1',
    ],
  };
};

/** The browser that the files of a worker share. */
export const openBrowser = async (): Promise<Browser> => sharedBrowser(launching());

/** A browser that finds again what it kept in a directory when it was open last. */
export const openDevice = async (
  directory: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(directory, { ...launching(), ...options });

/** What a browser complains about in a page, besides refused, broken and given up requests: those are a screen's business. */
export function faultsOf(context: BrowserContext): string[] {
  const faults: string[] = [];
  const isRefusal = (text: string) =>
    /^Failed to load resource|^Service Worker registration blocked|net::ERR_(CONNECTION|INTERNET_DISCONNECTED)|WebSocket is closed before the connection|Cross-Origin-Opener-Policy header/.test(
      text,
    );
  context.on('console', (message) => {
    const [type, text] = [message.type(), message.text()];
    if ((type === 'error' || type === 'warning') && !isRefusal(text)) faults.push(text);
  });
  context.on('weberror', (fault) => faults.push(String(fault.error().stack)));
  context.on('response', (response) => {
    if (response.status() === 500) faults.push(`500 ${response.url()}`);
  });
  return faults;
}

/** Waits until the server has answered that a page watches something. */
export const watching = async (page: Page): Promise<void> => {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('43'));
};

/** Whether nothing of a page sticks out at the side. */
export const fitsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');

/** Holds requests of a page back, so that what it shows meanwhile stands still until `release`. */
export async function hold(page: Page, url: string): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** Holds answers back that the server has given, as a slow network does; `count` tells how many. */
export async function holdAnswers(page: Page, url: string) {
  let count = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    const response = await route.fetch();
    count++;
    await released;
    await route.fulfill({ response });
  });
  return { count: () => count, release: () => release() };
}
