import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, holdAnswers, inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const addFile = async (folder: string, name: string) =>
  (await harness.api.addFile(folder, name, Buffer.from(`The text of ${name}`))).id;
const remove = (id: string) => harness.api.command('remove-file', { id });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** The trash as an administrator sees it who signed in before, with the password known. */
async function opened(width: number) {
  const page = await harness.window('admin', { viewport: { width, height: 844 } });
  await page.goto('/trash');
  return page;
}

inBrowser('the trash', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('deletes one thing for good, once it was said how much goes and the password was given', async () => {
      const folder = await addFolder(`One at ${width}`);
      const id = await addFile(folder, 'Minutes.txt');
      await remove(id);
      const page = await harness.window(undefined, { viewport: { width, height: 844 } });
      await page.goto('/');
      await new Entrance(page).signIn(signIn.teamPassword, signIn.email, signIn.password);
      await page.waitForURL('/dashboard');
      await page.goto('/trash');
      await row(page, 'Minutes.txt').waitFor();
      expect(await fitsSideways(page)).toBe(true);
      await press(page, 'Delete Minutes.txt for good');
      const modal = new Modal(page, 'Delete for good');
      await modal
        .text(/1 document \(\d+ B\) will be deleted for good, with all versions/)
        .waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await modal.press('Cancel');
      await modal.gone();
      await press(page, 'Delete Minutes.txt for good');
      await modal.press('Delete for good');
      const confirm = new Modal(page, 'Confirm it is you');
      await confirm.field('Your password').fill(signIn.password);
      await page.keyboard.press('Enter');
      await page.getByText('“Minutes.txt” deleted for good.').waitFor();
      await row(page, 'Minutes.txt').waitFor({ state: 'hidden' });
      expect((await page.request.get(`/files/${id}`)).status()).toBe(404);
    });

    it('restores and deletes several that are selected, by the keyboard too', async () => {
      const folder = await addFolder(`Several at ${width}`);
      for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
        await remove(await addFile(folder, `${width}-${name}`));
      const page = await opened(width);
      const box = (name: string) => page.getByLabel(`Select ${width}-${name}`, { exact: true });
      await box('d.txt').focus();
      await page.keyboard.press('Space');
      await box('a.txt').click({ modifiers: ['Shift'] });
      const bar = page.getByRole('region', { name: 'Selected' });
      await bar.getByText('4 items selected').waitFor();
      expect(await fitsSideways(page)).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await box('a.txt').click();
      await box('b.txt').click();
      await bar.getByText('2 items selected').waitFor();
      await bar.getByRole('button', { name: 'Restore' }).click();
      await page.getByText('2 items restored.').waitFor();
      await row(page, `${width}-c.txt`).waitFor({ state: 'hidden' });
      await box('a.txt').click();
      await box('b.txt').click();
      await bar.getByRole('button', { name: 'Delete for good' }).click();
      const modal = new Modal(page, 'Delete for good');
      await modal.text(/^2 documents .* will be deleted for good/).waitFor();
      await modal.press('Delete for good');
      await page.getByText('2 items deleted for good.').waitFor();
      await row(page, `${width}-a.txt`).waitFor({ state: 'hidden' });
    });

    it('is emptied, with all that lies in folders, and people stay', async () => {
      const folder = await addFolder(`All at ${width}`);
      await addFile(await addFolder('Inside', folder), 'deep.txt');
      await harness.api.command('remove-folder', { id: folder });
      const person = {
        ...{ firstName: 'Gone', lastName: `At${width}`, phoneNumber: '402 555 0100' },
        ...{ email: `gone-${width}@feusa.example`, role: 'Welder', location: 'Fargo' },
        ...{ department: 'Service', manager: 'The board' },
      };
      const { id } = await harness.api.command('add-employee', person);
      await harness.api.command('remove-employee', { id });
      const page = await opened(width);
      await press(page, 'Empty trash');
      const modal = new Modal(page, 'Empty trash');
      await modal.text(/ and \d+ folders .*will be deleted for good/).waitFor();
      await modal.text('Employees stay in the trash.').waitFor();
      await modal.press('Delete for good');
      await modal.gone();
      await row(page, `All at ${width}`).waitFor({ state: 'hidden' });
      await row(page, `Gone At${width}`).waitFor();
      expect(await page.getByRole('button', { name: 'Empty trash' }).count()).toBe(0);
    });
  });

  it('shows a document that an address names beside a filter that leaves it out', async () => {
    const id = await addFile(await addFolder('Beside'), 'Left out.txt');
    await remove(id);
    const page = await harness.window('admin');
    await page.goto(`/trash?filter=nothing-of-the-kind&preview=${id}`);
    const { root } = new Modal(page, 'Left out.txt');
    await root.frameLocator('iframe').getByText('The text of Left out.txt').waitFor();
    await harness.api.command('restore-file', { id });
  });

  it('says that what an address leads to is not in it, or has no preview', async () => {
    const id = await addFolder('No document');
    await harness.api.command('remove-folder', { id });
    const page = await opened(1280);
    for (const [looked, title, words] of [
      ['nonsense', 'No longer here', /^This was restored or deleted for good/],
      [id, 'No preview', /^This can’t be shown/],
    ] as const) {
      await page.goto(`/trash?preview=${looked}`);
      const modal = new Modal(page, title);
      await modal.text(words).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await modal.gone();
      await poll(() => page.url()).not.toContain('preview');
    }
    await harness.api.command('restore-folder', { id });
  });

  it('shows how far it is with many, stops, and goes on with the rest', async () => {
    const folder = await addFolder('Many');
    for (let n = 0; n < 40; n++) await remove(await addFile(folder, `many ${n}.txt`));
    const page = await opened(1280);
    await row(page, 'many 39.txt').waitFor();
    const held = await holdAnswers(page, '**/api/commands/purge*');
    await press(page, 'Empty trash');
    const modal = new Modal(page, 'Empty trash');
    await modal.press('Delete for good');
    await modal.text('Deleted 0 of 40').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await modal.press('Stop');
    held.release();
    await page
      .getByText(/^Stopped: \d+ items? deleted for good, \d+ left in the trash\.$/)
      .waitFor();
    await modal.press('Delete for good');
    await page.getByText(/^\d+ items deleted for good\.$/).waitFor();
    await page.getByText('many 0.txt', { exact: true }).waitFor({ state: 'hidden' });
  });

  it.each(inTurn([390, 1280]))(
    'shows where a document was and what is in it, one after the other, at %i px',
    async (width) => {
      const inner = await addFolder(`Deep ${width}`, await addFolder(`Top ${width}`));
      const ids = [
        await addFile(inner, `${width}-one.txt`),
        await addFile(inner, `${width}-two.txt`),
      ];
      for (const id of ids) await remove(id);
      const page = await opened(width);
      await row(page, `${width}-one.txt`)
        .getByText(`Files / Top ${width} / Deep ${width}`)
        .waitFor();
      expect((await page.request.get(`/files/${ids[0]}`)).status()).toBe(404);
      await press(page, `Preview of ${width}-two.txt`);
      const modal = new Modal(page, `${width}-two.txt`);
      await modal.root.frameLocator('iframe').getByText(`The text of ${width}-two.txt`).waitFor();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await page.keyboard.press('ArrowRight');
      const next = new Modal(page, `${width}-one.txt`);
      await next.root.frameLocator('iframe').getByText(`The text of ${width}-one.txt`).waitFor();
      await page.goBack();
      await next.gone();
      await row(page, `${width}-one.txt`).waitFor();
    },
  );

  it('shows what others delete and restore, and says where it failed', async () => {
    const folder = await addFolder('Watched');
    const page = await opened(1280);
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
    const id = await addFile(folder, 'Live.txt');
    await remove(id);
    await row(page, 'Live.txt').waitFor();
    await page.route('**/api/trash/outlook*', (route) => route.abort());
    await press(page, 'Delete Live.txt for good');
    const modal = new Modal(page, 'Delete for good');
    await modal.text('What goes could not be counted').waitFor();
    await page.unroute('**/api/trash/outlook*');
    await modal.press('Try again');
    await modal.text(/^1 document/).waitFor();
    await harness.api.command('restore-file', { id });
    await modal.press('Delete for good');
    await modal.text(/It was not deleted\./).waitFor();
    await modal.press('Cancel');
    await row(page, 'Live.txt').waitFor({ state: 'hidden' });
  });

  it('is filtered by who deleted it, as they are called, and with or without accents', async () => {
    const person = {
      ...{ firstName: 'Zoë', lastName: 'Ünal', phoneNumber: '402 555 0100', role: 'Welder' },
      ...{ location: 'Fargo', department: 'Service', manager: 'The board', email: signIn.email },
    };
    await harness.api.command('add-employee', person);
    const folder = await addFolder('Of somebody');
    for (let n = 0; n < 9; n++) await remove(await addFile(folder, `Café ${n}.txt`));
    const page = await opened(1280);
    await row(page, 'Café 0.txt').getByText('Zoë Ünal').waitFor();
    await page.getByLabel('Filter').fill('zoe unal');
    await poll(() => row(page, 'Café 0.txt').count()).toBe(1);
    await page.getByLabel('Filter').fill('CAFE 3');
    await poll(() => row(page, 'Café').count()).toBe(1);
  });

  it('offers nothing to change where the past is looked at', async () => {
    const folder = await addFolder('Before');
    const id = await addFile(folder, 'Once.txt');
    const { position } = await remove(id);
    await harness.api.command('restore-file', { id });
    const page = await harness.window('admin');
    await page.goto(`/trash?at=${position}`);
    await row(page, 'Once.txt').waitFor();
    await poll(() => page.getByRole('button', { name: /Empty trash|for good/ }).count()).toBe(0);
    expect(await page.getByLabel('Select Once.txt').count()).toBe(0);
  });
});
