import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
const NAME = 'Safety rules.txt';

/** A folder with one document. */
async function added(name: string) {
  const folder = (await harness.api.command('add-folder', { name, parentId: null })).id;
  const { id } = await harness.api.addFile(folder, NAME, Buffer.from(`Rules of ${name}`));
  return { folder, id };
}
const ask = (id: string, from: object, more: object = {}) =>
  harness.api.command('ask-acknowledgement', { id, fileVersion: 1, from, ...more });
const withdraw = (id: string) => harness.api.command('withdraw-acknowledgement', { id });
const opened = async (role: Role, width: number, path = '/dashboard') => {
  const page = await harness.window(role, { viewport: { width, height: 844 } });
  await page.goto(path);
  return page;
};
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });
const accepted = async (page: Page) => {
  expect(await fitsSideways(page)).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
};

inBrowser('acknowledging a document', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    // The others have an account from here on.
    await harness.window('basic');
    await harness.window('auditor');
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('is asked of people, waits on their home, and is done once the document was opened', async () => {
      const { folder, id } = await added(`Rules ${width}`);
      const home = await opened('basic', width);
      await home.getByRole('heading', { level: 1 }).waitFor();
      const screen = new Files(await opened('admin', width, `/dashboard/${folder}`));
      await screen.menu(`More for ${NAME}`, 'Ask for acknowledgement');
      const modal = screen.modal(`Ask to acknowledge “${NAME}”`);
      await modal.field('Groups and people').check();
      await modal.press('Ask');
      await modal.text('Choose a group or a person').waitFor();
      await modal.field('Find a group or person').fill('basic');
      await modal.root.getByRole('checkbox', { name: 'basic@feusa.example' }).check();
      await modal.field('Due (optional)').fill('2020-02-03');
      await accepted(screen.page);
      await modal.press('Ask');
      await screen.message(`People asked to acknowledge “${NAME}”.`).waitFor();

      const line = waiting(home).getByRole('link', { name: NAME });
      await line.waitFor();
      await waiting(home).getByText('To read and acknowledge · was due 3 Feb 2020').waitFor();
      await accepted(home);
      await line.focus();
      await home.keyboard.press('Enter');
      const details = new Modal(home, NAME);
      await details.text(/^You are asked to read version 1 of this document/).waitFor();
      expect(await details.button('Acknowledge').isDisabled()).toBe(true);
      const panel = home.getByRole('region', { name: 'Acknowledgement', exact: true });
      expect(await panel.count()).toBe(0);
      await accepted(home);
      await details.press('Open document');
      const preview = new Modal(home, `${NAME} (version 1)`);
      await preview.press('Close');
      await preview.gone();
      await details.press('Acknowledge');
      await home.getByText(`“${NAME}” acknowledged.`).waitFor();
      await panel.getByText(/^You acknowledged version 1, today/).waitFor();
      await home.goto('/dashboard');
      await home.getByRole('heading', { level: 1 }).waitFor();
      await poll(() => waiting(home).count()).toBe(0);
      const { asked } = await harness.api.read<{ asked: { at?: string }[] }>(
        `/api/files/${id}/acknowledgements`,
      );
      expect(asked.map(({ at }) => at !== undefined)).toEqual([true]);
    });

    it('is listed for auditors as it changes, with receipts', async () => {
      const { folder, id } = await added(`Listed ${width}`);
      await ask(id, { everyone: true });
      const page = await opened('auditor', width, `/dashboard/${folder}?detail=${id}`);
      await new Modal(page, NAME).press('Who has');
      const list = new Modal(page, `Who has acknowledged “${NAME}”`);
      await list.text('0 of 3 have acknowledged version 1.').waitFor();
      await list.text('basic@feusa.example').waitFor();
      await accepted(page);
      await harness.api.command('acknowledge-file', { id, fileVersion: 1 });
      await list.text('1 of 3 have acknowledged version 1.').waitFor();
      await list.text(signIn.email).waitFor({ state: 'hidden' });
      await list.button('Acknowledged (1)').focus();
      await page.keyboard.press('Enter');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        list.press(`Download receipt of ${signIn.email}`),
      ]);
      expect(download.suggestedFilename()).toBe('receipt.zip');
      await list.field('Find a person').fill('nobody');
      await list.text('No results').waitFor();
      await withdraw(id);
    });
  });

  it('is marked in the row, asked anew for a new version, and withdrawn with an undo', async () => {
    const { folder, id } = await added('Renewed');
    await ask(id, { everyone: true }, { renew: true });
    const screen = new Files(await opened('admin', 1280, `/dashboard/${folder}`));
    const link = screen.doc(NAME);
    const mark = () => link.getAttribute('aria-description');
    await poll(mark).toContain('Waits for you to acknowledge it');
    await harness.api.command('acknowledge-file', { id, fileVersion: 1 });
    await poll(mark).toBeNull();
    const uploadId = await harness.api.upload(NAME, Buffer.from('Newer rules'));
    await harness.api.command('replace-file', { id, uploadId });
    await poll(mark).toContain('Waits for you to acknowledge it');
    await screen.details(NAME).click();
    const modal = screen.modal(NAME);
    await modal.text(/^You are asked to read version 2/).waitFor();
    await modal.press('Withdraw request');
    await modal.text('Nobody is asked to acknowledge this document.').waitFor();
    await screen.undo('Request withdrawn.');
    await modal.text('0 of 3 have acknowledged version 2.').waitFor();
    await withdraw(id);
  });

  it('says where the list or the choice did not load, and tries again', async () => {
    const { folder, id } = await added('Faults');
    await ask(id, { everyone: true });
    const screen = new Files(await opened('admin', 1280, `/dashboard/${folder}`));
    await screen.page.route('**/api/groups*', (route) => route.abort());
    await screen.menu(`More for ${NAME}`, 'Ask for acknowledgement');
    const modal = screen.modal();
    await modal.text('This takes the place of the request that is open now.').waitFor();
    await modal.field('Groups and people').check();
    await modal.text('Groups and people did not load').waitFor();
    await screen.page.unroute('**/api/groups*');
    await modal.press('Try again');
    await modal.root.getByRole('checkbox', { name: signIn.email }).waitFor();
    await withdraw(id);
  });
});
