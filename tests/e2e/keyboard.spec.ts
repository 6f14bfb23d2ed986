import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser } from './browser.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;

/** The role and name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0]?.textContent ?? '';
    return element.getAttribute('aria-label') || label || element.textContent || element.tagName;
  })()`);

/** Presses Tab until something is reached that is called so. */
const tabTo = async (page: Page, name: string | RegExp) => {
  for (let steps = 0; steps < 60; steps++) {
    const at = (await focused(page)).trim();
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}; it is at ${await focused(page)}`);
};
const type = (page: Page, text: string) => page.keyboard.type(text);
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const dialogs = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog]:not([aria-modal=false])');

inBrowser('with the keyboard alone', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    const person = {
      ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
      ...{ email: 'ann@feusa.example', location: 'Kearney', department: 'Service', manager: 'Bo' },
    };
    await harness.api.command('add-employee', person);
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('one signs in, adds a folder, opens it, adds a link and goes back up', async () => {
    const page = await harness.window();
    await page.goto('/');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await tabTo(page, 'Team password');
    await type(page, signIn.teamPassword);
    await tabTo(page, 'E-mail address');
    await type(page, signIn.email);
    await tabTo(page, 'Password');
    await type(page, signIn.password);
    await press(page, 'Enter');
    await page.waitForURL('/dashboard');

    await page.getByRole('button', { name: 'Add Folder', exact: true }).waitFor();
    await tabTo(page, 'Add Folder');
    await press(page, 'Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await poll(() => focused(page)).toBe('Name');
    await type(page, 'Manuals');
    await press(page, 'Enter');
    await dialogs(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Manuals', exact: true }).waitFor();
    await tabTo(page, 'Manuals');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Manuals' }).waitFor();

    await tabTo(page, 'Add link');
    await press(page, 'Space');
    await poll(() => focused(page)).toBe('Name');
    await type(page, 'Portal');
    await press(page, 'Tab');
    await type(page, 'https://dealer.example/');
    await press(page, 'Enter');
    await dialogs(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Details of Portal' }).waitFor();
    await tabTo(page, 'Details of Portal');
    await press(page, 'Enter');
    await dialogs(page).waitFor();
    await press(page, 'Escape');
    await dialogs(page).waitFor({ state: 'hidden' });
    await poll(() => focused(page)).toBe('Details of Portal');

    await press(page, 'Alt+ArrowUp');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await poll(() => focused(page)).toBe('Manuals');
  });

  it('one walks the folders with arrows, renames, removes and brings back', async () => {
    for (const name of ['A', 'B', 'C']) {
      await harness.api.command('add-folder', { name, parentId: null });
    }
    const page = await harness.window('admin');
    await page.goto('/dashboard');
    const folder = (name: string) => page.getByRole('link', { name, exact: true });
    await folder('C').waitFor();
    await tabTo(page, 'A');
    await press(page, 'ArrowRight', 'ArrowRight');
    await poll(() => focused(page)).toBe('C');
    await press(page, 'F2');
    await poll(() => focused(page)).toBe('Name');
    await type(page, 'Combines');
    await press(page, 'Enter');
    await folder('Combines').waitFor();
    await dialogs(page).waitFor({ state: 'hidden' });
    await tabTo(page, 'Combines');
    await press(page, 'Delete');
    await dialogs(page).waitFor();
    await tabTo(page, 'Delete');
    await press(page, 'Enter');
    await folder('Combines').waitFor({ state: 'hidden' });
    await page.getByText('Folder deleted.').waitFor();
    await press(page, 'Control+z');
    await folder('Combines').waitFor();
  });

  it('one searches a person, opens the details and closes them', async () => {
    const page = await harness.window('basic');
    await page.goto('/dashboard/employees');
    await page.getByRole('article').waitFor();
    await press(page, '/');
    await poll(() => focused(page)).toBe('Search people');
    await type(page, 'ann mil');
    await press(page, 'Enter', 'ArrowDown');
    await poll(() => focused(page)).toBe('Ann Miller');
    await press(page, 'Enter');
    await dialogs(page).waitFor();
    await press(page, 'Escape');
    await dialogs(page).waitFor({ state: 'hidden' });
    await poll(() => focused(page)).toBe('Ann Miller');
    await tabTo(page, 'Back');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
  });

  it.each(['/dashboard', '/dashboard/employees', '/trash', '/users', '/log', '/account'])(
    '%s begins in its content',
    async (address) => {
      const page = await harness.window('admin');
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await poll(() => page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
    },
  );

  it('one goes on with the next row where one goes, also by a dialog', async () => {
    const { id: folder } = await harness.api.command('add-folder', {
      name: 'Gone',
      parentId: null,
    });
    for (const name of ['First', 'Second', 'Third', 'Fourth']) {
      const link = { folderId: folder, name, link: 'https://dealer.example/' };
      const { id } = await harness.api.command('add-link', link);
      await harness.api.command('remove-link', { id });
    }
    const page = await harness.window('admin');
    await page.goto('/trash');
    await page.getByRole('button', { name: 'Restore Third' }).waitFor();
    await page.getByRole('main').focus();
    await tabTo(page, 'Restore Third');
    await press(page, 'Enter');
    await page.getByText('“Third” restored.').waitFor();
    await poll(() => focused(page)).toBe('Restore Second');
    await tabTo(page, 'Delete Second for good');
    await press(page, 'Enter');
    await dialogs(page).waitFor();
    await tabTo(page, 'Delete for good');
    await press(page, 'Enter');
    await page.getByText('“Second” deleted for good.').waitFor();
    await poll(() => focused(page)).toBe('Delete First for good');
  });

  it('one goes on in the content where a button goes', async () => {
    const page = await harness.window('auditor');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Go back in time' }).waitFor();
    await tabTo(page, 'Go back in time');
    await press(page, 'Enter');
    await page.getByRole('region', { name: 'The past' }).waitFor();
    const isInContent = () => page.evaluate('document.activeElement.id');
    await poll(isInContent).toBe('main');
    await page.getByRole('button', { name: 'Back to now' }).focus();
    await press(page, 'Enter');
    await page.getByRole('region', { name: 'The past' }).waitFor({ state: 'detached' });
    await poll(isInContent).toBe('main');
  });

  it('one is shown no key that does nothing for them', async () => {
    const page = await harness.window('basic');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await press(page, '?');
    await page.getByText('To the folder above').waitFor();
    expect(await page.getByText('Rename', { exact: true }).count()).toBe(0);
  });

  it('one skips the bar, is shown all keys, and loses no input by Esc', async () => {
    const page = await harness.window('admin');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Add Folder', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await press(page, 'Enter');
    await poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await press(page, '?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await press(page, 'Escape');
    await dialogs(page).waitFor({ state: 'hidden' });
    await tabTo(page, 'Add Folder');
    await press(page, 'Enter');
    await poll(() => focused(page)).toBe('Name');
    await type(page, 'Half');
    await press(page, 'Escape');
    await page.getByText('Discard what you have entered?').waitFor();
    await poll(() => focused(page)).toBe('Keep editing');
    await press(page, 'Enter');
    await page.getByText('Discard what you have entered?').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half');
  });
});
