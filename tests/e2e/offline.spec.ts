import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
];

let harness: Harness;

/** Another screen without a load of the page, as a click on a link. */
const go = (path: string) => `history.pushState(null, '', '${path}')`;

inBrowser('without a connection', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await harness.api.command('add-folder', { name: 'Manuals', parentId: null });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(sizes))(
    'a screen not seen before is there once it is back ($width px)',
    async (viewport) => {
      const page = await harness.window('admin', { viewport });
      const files = new Files(page);
      await files.open();
      await files.folder('Manuals').waitFor();
      for (const [path, heading] of [
        ['/trash', 'Trash'],
        ['/dashboard/employees', 'Our staff'],
        ['/users', 'Users'],
      ] as const) {
        await page.context().setOffline(true);
        await Promise.all([page.waitForEvent('requestfailed'), page.evaluate(go(path))]);
        expect(
          await page.getByRole('heading', { name: heading, exact: true, level: 1 }).count(),
        ).toBe(0);
        await page.context().setOffline(false);
        await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
      }
    },
  );

  it('what was not done is called by its name', async () => {
    const page = await harness.window('admin');
    // Where a browser keeps nothing, changes can not wait.
    await page.addInitScript(`Object.defineProperty(window, 'indexedDB', { value: undefined })`);
    const files = new Files(page);
    await files.open();
    await files.button('Add Folder').click();
    await files.modal('Add Folder').field('Name').fill('Never');
    await page.context().setOffline(true);
    await files.modal('Add Folder').press('Add Folder');
    await page.getByText('The folder was not added.').waitFor();
    expect(await page.getByText('adding the file').count()).toBe(0);
    await page.context().setOffline(false);
    await files.modal('Add Folder').press('Add Folder');
    await files.folder('Never').waitFor();
  });

  it.each(inTurn(sizes))(
    'a registration: rules before, all faults at once ($width px)',
    async (viewport) => {
      const page = await harness.window('admin', { viewport });
      await page.goto('/register');
      await page.getByText('At least 6 characters').waitFor();
      const form = new Entrance(page);
      await form.button('Register New User').click();
      await page.getByText('You must enter a team password before creating an account').waitFor();
      await page.getByText('Enter a password').waitFor();
      await page.getByText('Enter a valid e-mail address').waitFor();
      await poll(() => page.evaluate('document.activeElement.name')).toBe('teamPassword');
    },
  );
});
