import { EICAR, TestClamd } from '@feusa/files/scanner/test-clamd';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { samples } from './samples.js';
import { Harness } from './harness.js';

const CHECKING = 'Being checked for viruses';
const found = (name: string) =>
  `“${name}” was refused: the virus scanner found Eicar-Signature in it`;
const NOT_CHECKED = 'The file could not be checked for viruses; it was not added. Try again later.';
const text = (name: string, more = '') => ({ name, text: `${name} ${more} ${Math.random()}` });

inBrowser('uploads that a virus scanner looks at', () => {
  let harness: Harness;
  let clamd: TestClamd;
  beforeAll(async () => {
    clamd = await TestClamd.open();
    harness = await Harness.open({ FEUSA_CLAMD: clamd.address });
  });
  afterEach(async () => {
    Object.assign(clamd.manners, { delayMs: 0, manner: 'well' });
    await harness.closeWindows();
  });
  afterAll(async () => {
    await harness.close();
    await clamd.close();
  });

  const openIn = async (width = 1280) => {
    const { id } = await harness.api.command('add-folder', { name: 'Checked', parentId: null });
    const page = await harness.window('admin', { viewport: { width, height: 860 } });
    const files = new Files(page);
    await files.open(id);
    return { page, files, rows: files.uploads.getByRole('listitem'), folder: id };
  };

  it.each(inTurn([390, 1280]))(
    'wait as being checked, and are added then, at %i px',
    async (width) => {
      clamd.manners.delayMs = 8000;
      const { page, files, rows } = await openIn(width);
      await files.drop('main', text('Late.txt'));
      await rows.getByText(CHECKING).waitFor();
      expect(await files.doc('Late.txt').count()).toBe(0);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await files.doc('Late.txt').waitFor();
      await files.uploads.getByText('1 file added', { exact: true }).waitFor();
      expect(await page.getByText(CHECKING).count()).toBe(0);
    },
  );

  it.each(inTurn([390, 1280]))('say what was found in them, at %i px', async (width) => {
    const { page, files, rows } = await openIn(width);
    await files.drop('main', text('Well.txt'), text('Ill.txt', EICAR));
    const refused = rows.filter({ hasText: 'Ill.txt' });
    await refused.getByText(`Not added. ${found('Ill.txt')}`).waitFor();
    expect(await refused.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
    await files.doc('Well.txt').waitFor();
    expect(await files.doc('Ill.txt').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
  });

  it('are refused as a new version and as a photo too, in the form itself', async () => {
    const { page, files, folder } = await openIn();
    await harness.api.addFile(folder, 'Prices.txt', Buffer.from(`Prices ${Math.random()}`));
    await files.menu('More for Prices.txt', 'Replace');
    const replace = files.modal('Replace “Prices.txt”');
    const ill = { name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from(`2 ${EICAR}`) };
    clamd.manners.delayMs = 8000;
    await replace.field('New version').setInputFiles(ill);
    await replace.press('Replace');
    await replace.text(CHECKING).waitFor();
    await replace.text(found('new.txt')).waitFor();
    await replace.text('The document stays as it is.').waitFor();
    clamd.manners.delayMs = 0;

    await page.goto('/dashboard/employees');
    await page.getByRole('button', { name: 'Add New Employee' }).first().click();
    const form = files.modal('Add New Employee');
    const { png } = await samples();
    const buffer = Buffer.concat([png.buffer, Buffer.from(EICAR)]);
    await form.root.locator('input[type=file]').setInputFiles({ ...png, buffer });
    const fields = { firstName: 'Ann', lastName: 'Miller', email: 'ann.m@feusa.example' };
    const more = { phoneNumber: '620 555 0100', role: 'Mechanic', location: 'Hays' };
    const rest = { department: 'Service', manager: 'Ben' };
    for (const [name, value] of Object.entries({ ...fields, ...more, ...rest }))
      await form.root.locator(`[name=${name}]`).fill(value);
    await form.press('Add Employee');
    await form.text(found(png.name)).waitFor();
  });

  it('are kept for another try where the scanner hangs and dies', async () => {
    clamd.manners.delayMs = 600_000;
    const { files, rows } = await openIn();
    await files.drop('main', text('Again.txt'));
    await rows.getByText(CHECKING).waitFor();
    const { port } = clamd;
    await clamd.close();
    await rows.getByText(NOT_CHECKED).waitFor();
    expect(await files.doc('Again.txt').count()).toBe(0);
    clamd = await TestClamd.open(port);
    await rows.getByRole('button', { name: 'Retry Again.txt' }).click();
    await files.doc('Again.txt').waitFor();
  });
});
