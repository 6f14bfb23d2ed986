import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
];

let harness: Harness;
let folder: string;

const notices = (page: Page) => page.getByRole('region', { name: 'Error notices' });

/** Opens what is told of the notices, and leaves it open. */
async function openNotices(page: Page) {
  const button = notices(page).getByRole('button', { expanded: false });
  await button.click();
  return notices(page).getByRole('listitem');
}

/** Names of controls on which a message lies, as far as they cannot be scrolled free. */
const covered = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    scrollTo(0, document.body.scrollHeight);
    const messages = document.querySelector('[aria-label=Messages]');
    const controls = [...document.querySelectorAll('a, button, input, select')]
      .filter((each) => !messages.contains(each) && each.checkVisibility({ opacityProperty: true }));
    return controls.flatMap((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const over = document.elementFromPoint(x + width / 2, y + height / 2);
      return messages.contains(over) ? [each.getAttribute('aria-label') ?? each.textContent] : [];
    });
  })()`);

inBrowser('what the screen says by itself', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    folder = (await harness.api.command('add-folder', { name: 'Field', parentId: null })).id;
    for (let n = 0; n < 30; n++)
      await harness.api.command('add-link', {
        folderId: folder,
        name: `Link ${n}`,
        link: 'https://a.example',
      });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(sizes))(
    'a notice: for whom it goes, and no code for staff ($width px)',
    async (viewport) => {
      const body = { details: 'Printer on fire', errors: { tray: 2, paper: 'none' } };
      await harness.api.command('log-error', body);
      const page = await harness.window('basic', { viewport });
      await page.goto('/dashboard/employees');
      const rows = await openNotices(page);
      await rows.getByText('Printer on fire').waitFor();
      expect(await rows.getByText('Technical details').count()).toBe(0);
      expect(await page.content()).not.toContain('paper');

      const auditor = await harness.window('auditor', { viewport });
      await auditor.goto(`/dashboard/${folder}`);
      const panel = await openNotices(auditor);
      expect(await panel.getByText('"paper": "none"').isVisible()).toBe(false);
      await panel.getByText('Technical details').click();
      await panel.getByText('"paper": "none"').waitFor();

      await page.route('**/remove-error', (route) => route.fulfill({ status: 503 }));
      const dismiss = rows.getByRole('button', { name: 'Dismiss for everybody: Printer on fire' });
      expect(await dismiss.innerText()).toBe('Dismiss for everybody');
      await dismiss.click();
      await page.getByText('Oh Shoot!').waitFor();
      await page.getByText('An error occured when deleting the error. Please try again.').waitFor();
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.getByText('Oh Shoot!').waitFor({ state: 'hidden' });
      await page.unroute('**/remove-error');
      await openNotices(page);
      await dismiss.click();
      await page.getByText('Notice dismissed for everybody.').waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Our staff' }).waitFor();
      await poll(() => notices(auditor).getByRole('button').count()).toBe(0);
      expect(await page.getByText('Printer on fire').count()).toBe(0);
    },
  );

  it.each(inTurn(sizes))('messages lie over nothing for good ($width px)', async (viewport) => {
    const page = await harness.window('admin', { viewport });
    const files = new Files(page);
    await files.open(folder);
    for (const name of ['Link 3', 'Link 5']) {
      const { id } = await harness.api.command('add-link', {
        folderId: folder,
        name: `${name} again`,
        link: 'https://a.example',
      });
      await page.goto(`/dashboard/${folder}?detail=${id}`);
      await files.modal().press('Delete');
      await files.modal('Delete Link').press('Delete');
      await files.modal().gone();
    }
    await files.messages.getByText('Link deleted.').waitFor();
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    expect(await covered(page)).toEqual([]);
    await page.evaluate('scrollTo(0, 0)');
    await files.details('Link 0').click();
    await files.modal('Link 0').shown();
    const dialog = await files.modal('Link 0').root.boundingBox();
    const message = await files.messages.getByRole('alertdialog').boundingBox();
    expect(message?.y).toBeGreaterThanOrEqual((dialog?.y ?? 0) + (dialog?.height ?? 0));
  });

  it('equal messages are counted, and undone one after the other', async () => {
    const page = await harness.window('admin');
    const files = new Files(page);
    await files.open(folder);
    for (const name of ['Link 7', 'Link 8', 'Link 9']) {
      await files.details(name).click();
      await files.modal().press('Delete');
      await files.modal('Delete Link').press('Delete');
      await files.modal().gone();
    }
    const messages = files.messages.getByRole('alertdialog');
    await messages.getByText('× 3').waitFor();
    expect(await messages.count()).toBe(1);
    await messages.getByRole('button', { name: 'Undo the last' }).click();
    await files.doc('Link 9').waitFor();
    await files.messages.getByText('× 2').waitFor();
    expect(await files.doc('Link 8').count()).toBe(0);
  });

  it('F6 leads to a message, which stays as long as the focus is in it', async () => {
    const page = await harness.window('admin');
    const files = new Files(page);
    await page.clock.install();
    await files.open(folder);
    await files.details('Link 11').click();
    await files.modal().press('Delete');
    await files.modal('Delete Link').press('Delete');
    await files.modal().gone();
    const message = files.messages.getByRole('alertdialog');
    await message.getByRole('alert').getByText('Link deleted.').waitFor();
    await page.keyboard.press('F6');
    await poll(() =>
      page.evaluate(`!!document.activeElement.closest('[aria-label=Messages]')`),
    ).toBe(true);
    await page.clock.fastForward(20_000);
    await message.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await files.doc('Link 11').waitFor();
  });

  it('what an icon does is said where it is pointed at or focused, until Escape', async () => {
    const page = await harness.window('admin');
    await new Files(page).open(folder);
    const icon = page.getByRole('button', { name: 'Dark colours' });
    const tip = page.getByRole('tooltip').getByText('Dark colours');
    await icon.hover();
    await tip.waitFor();
    const [above, below] = [await icon.boundingBox(), await tip.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await page.mouse.move(600, 600);
    await page.getByRole('button', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await tip.waitFor();
  });
});
