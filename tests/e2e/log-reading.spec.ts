import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
/** As long as a hundred drawings take. */
const FRAMES = `new Promise((done) => {
  let left = 100;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
  next();
})`;

inBrowser('reading the log', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('fits a phone with its tools open, also once it was verified', async () => {
    const page = await harness.window('auditor', { viewport: { width: 390, height: 844 } });
    await page.goto('/log');
    await page.getByText('Check and export').click();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Log verified: no changes found').waitFor();
    expect(await fitsSideways(page)).toBe(true);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Log verified: no changes found').waitFor({ state: 'detached' });
    expect(await fitsSideways(page)).toBe(true);
  });

  it('leaves none of its filters alone in a row', async () => {
    const page = await harness.window('auditor', { viewport: { width: 800, height: 844 } });
    for (const width of [640, 800, 1023, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/log');
      const fields = page.getByRole('search').locator('input, select');
      await fields.first().waitFor();
      const tops = await fields.evaluateAll((all) =>
        all.map((each) => Math.round(each.getBoundingClientRect().top)),
      );
      expect(tops).toHaveLength(5);
      for (const top of tops)
        expect(tops.filter((other) => other === top).length).toBeGreaterThan(1);
      expect(await fitsSideways(page)).toBe(true);
    }
  });

  it('leads from beyond its end to its end', async () => {
    const { position } = await harness.api.command('add-folder', { name: 'Last', parentId: null });
    const page = await harness.window('auditor');
    await page.goto('/log/999999999');
    const beyond = new Modal(page, 'Event 999999999');
    await beyond.text('The log has no event at this position.').waitFor();
    expect(await beyond.button('Newer event').isDisabled()).toBe(true);
    await beyond.button('Older event').click();
    await page.waitForURL(`**/log/${position}`);
    await page.goto('/log/1');
    const first = new Modal(page, 'Event 1');
    await poll(() => first.button('Newer event').isEnabled()).toBe(true);
    expect(await first.button('Older event').isDisabled()).toBe(true);
  });

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('says right below the filters that no event matches', async () => {
      const page = await harness.window('auditor', { viewport: { width, height: 844 } });
      await page.goto('/log?text=xyzzy');
      const empty = page.locator('section').filter({ hasText: 'No matching events' });
      await empty.waitFor();
      const filters = page.locator('details').filter({ hasText: 'Filter' });
      const [above, below] = [await filters.boundingBox(), await empty.boundingBox()];
      const gap = (below?.y ?? NaN) - (above?.y ?? NaN) - (above?.height ?? NaN);
      expect(gap).toBeLessThan(24);
      await page.getByRole('button', { name: 'Show all events' }).press('Enter');
      await page.getByRole('listitem').first().waitFor();
      await page.locator('main:focus').waitFor();
    });

    it('says that a time that it begins at lies behind its end, with the way to all events', async () => {
      const page = await harness.window('auditor', { viewport: { width, height: 844 } });
      await page.goto('/log?from=2027-01-01T00:00&to=2020-01-01T00:00');
      await page.getByRole('heading', { name: 'The start lies behind the end' }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show all events' }).click();
      await page.getByRole('listitem').first().waitFor();
    });

    it('leads from an event to the files at its moment', async () => {
      const name = `Plans ${width}`;
      const { id } = await harness.api.command('add-folder', { name, parentId: null });
      const file = await harness.api.addFile(id, 'Early.txt', Buffer.from(name));
      await harness.api.command('remove-file', { id: file.id });
      const page = await harness.window('auditor', { viewport: { width, height: 844 } });
      await page.goto(`/log/${file.position}`);
      const link = new Modal(page).button('Files at this moment');
      await link.waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await link.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/dashboard/${id}?at=${file.position}`);
      await page.getByRole('link', { name: /^Early.txt/ }).waitFor();
    });

    it('saves what the list shows as CSV, once the password was given', async () => {
      const name = `=Formula ${width}`;
      await harness.api.command('add-folder', { name, parentId: null });
      const page = await harness.window(undefined, { viewport: { width, height: 844 } });
      await page.goto('/');
      await new Entrance(page).signIn(signIn.teamPassword, signIn.email, signIn.password);
      await page.waitForURL('/dashboard');
      await page.goto('/log?type=FolderAdded');
      if (width < 640) await page.getByText('Check and export').click();
      const save = page.getByRole('button', { name: 'Save as CSV' });
      await save.click();
      const confirm = new Modal(page, 'Confirm it is you');
      await confirm.press('Cancel');
      await confirm.gone();
      const saved = page.waitForEvent('download');
      await save.click();
      await confirm.field('Your password').fill(signIn.password);
      await page.keyboard.press('Enter');
      const download = await saved;
      expect(download.suggestedFilename()).toBe('feusa-log.csv');
      const [head, first = '', ...rest] = (await readFile(await download.path(), 'utf8')).split(
        '\r\n',
      );
      expect(head).toBe('\ufeffPosition,Time,Who,What happened,Type,About');
      expect(first).toContain(signIn.email);
      expect(first).toContain(`“${name}”`);
      expect([first, ...rest.slice(0, -1)].every((line) => line.includes('FolderAdded'))).toBe(
        true,
      );
      await save.waitFor();
    });
  });

  it('says where the events could not be saved', async () => {
    const page = await harness.window('admin');
    await page.goto('/log');
    const save = page.getByRole('button', { name: 'Save as CSV' });
    await save.waitFor();
    await page.route('**/api/audit/events*', (route) => route.abort());
    await save.click();
    await page.getByText(/^The events were not saved\./).waitFor();
  });

  it('asks for a log that is away once in a while, and shows it when it is back', async () => {
    const page = await harness.window('auditor');
    await page.goto('/log');
    await page.getByRole('listitem').first().waitFor();
    await harness.api.command('add-folder', { name: 'Told live', parentId: null });
    await page.getByRole('listitem').getByText('Told live').waitFor();
    let asked = 0;
    await page.route('**/api/audit/events*', async (route) => {
      asked++;
      await route.fulfill({ status: 503 });
    });
    await page.getByLabel('Search', { exact: true }).fill('told');
    await page.getByText('The log did not load').waitFor();
    const before = asked;
    await page.evaluate(FRAMES);
    expect(asked - before).toBeLessThanOrEqual(1);
    await page.unrouteAll();
    await page.getByRole('listitem').getByText('Told live').waitFor();
  });
});
