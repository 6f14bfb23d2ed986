import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Modal } from './pages/modal.js';
import { Harness } from './harness.js';

let harness: Harness;
const opened = async (width = 1280) => {
  const page = await harness.window('admin', { viewport: { width, height: 844 } });
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  return page;
};

inBrowser('access tokens', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('are made by the keyboard, shown once, used by a program, and ended', async () => {
      const name = `Nightly import ${width}`;
      const page = await opened(width);
      await page.getByRole('button', { name: 'New token' }).focus();
      await page.keyboard.press('Enter');
      const form = new Modal(page, 'New access token');
      await form.press('Create token');
      await form.text('Please choose a name').waitFor();
      await form.field('Name').fill(name);
      await form.field('What it may do').selectOption('write');
      expect(await seriousFaults(page)).toEqual([]);
      await form.field('Name').press('Enter');
      const shown = new Modal(page, 'Copy your token now');
      const token = await shown.field('Token').inputValue();
      expect(token).toMatch(/^feusa_[\w-]{43}$/);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await shown.press('Copy');
      await shown.text('Copied').waitFor();
      await shown.press('Done');
      await shown.gone();
      const row = page
        .getByRole('list', { name: 'Access tokens' })
        .getByRole('listitem')
        .filter({ hasText: name });
      await row.getByText(/^Read and change, until .+, never used$/).waitFor();
      expect(await page.content()).not.toContain(token);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      const call = async () =>
        (
          await fetch(`${harness.address}/api/tree`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status;
      expect(await call()).toBe(200);
      await page.reload();
      await row.getByText(/last used today/).waitFor();
      await row.getByRole('button', { name: `End ${name}` }).click();
      const ending = new Modal(page, 'End token');
      await ending.press('Cancel');
      await row.getByRole('button', { name: `End ${name}` }).click();
      await ending.press('End');
      await page.getByText(`“${name}” ended.`).waitFor();
      await row.waitFor({ state: 'hidden' });
      expect(await call()).toBe(401);
    });
  });

  it('say where there are none, did not load, or could not be made', async () => {
    const page = await harness.window('basic');
    await page.route('**/api/me/tokens', (route) => route.abort());
    await page.goto('/account');
    await page.getByText('The tokens did not load').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    const form = new Modal(page, 'New access token');
    await form.field('Name').fill('Report');
    await form.press('Create token');
    await form.text(/No token was created\./).waitFor();
    await page.unroute('**/api/me/tokens');
    await form.press('Create token');
    await new Modal(page, 'Copy your token now').press('Done');
    await page.getByText('Report', { exact: true }).waitFor();
  });
});
