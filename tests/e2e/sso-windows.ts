import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways } from './browser.js';
import type { Harness } from './harness.js';

export const SIGN_IN = 'Sign in with single sign-on';
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A window of nobody, light or dark; the product is at another site than the provider. */
export async function windowAt(harness: Harness, width: number, path = '/') {
  const page = await harness.window(undefined, {
    viewport: { width, height: 900 },
    baseURL: harness.address.replace('127.0.0.1', 'localhost'),
    ...(width === 390 && { colorScheme: 'dark' as const }),
  });
  await page.goto(path);
  return page;
}

export async function expectWell(page: Page, within?: string) {
  expect(await seriousFaults(page, within)).toEqual([]);
  expect(await fitsSideways(page)).toBe(true);
}

/** The window that opens by what is done in another one. */
export async function opened(page: Page, act: () => Promise<unknown>): Promise<Page> {
  const window = page.context().waitForEvent('page');
  await act();
  return window;
}
