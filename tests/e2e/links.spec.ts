import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

let harness: Harness;

inBrowser('links to things', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  const addFolder = async (name: string) =>
    (await harness.api.command('add-folder', { name, parentId: null })).id;
  const copied = (files: Files) =>
    files.page.evaluate('navigator.clipboard.readText()') as Promise<string>;

  it('are copied, follow what was moved, and say what was deleted', async () => {
    const [from, to] = [await addFolder('Before'), await addFolder('After')];
    const { id } = await harness.api.addFile(from, 'Plan.txt', Buffer.from('This is the plan'));
    const page = await harness.window('basic', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const files = new Files(page);
    await files.open(from);
    await files.button('Copy link').click();
    await files.message('Link to “Before” copied.').waitFor();
    expect(new URL(await copied(files)).pathname).toBe(`/dashboard/${from}`);
    await files.menu('More for Plan.txt', 'Copy link');
    await files.message('Link to “Plan.txt” copied.').waitFor();
    const link = await copied(files);
    await page.goto(link);
    await files.modal('Plan.txt').root.waitFor();
    await harness.api.command('move-file', { id, folderId: to });
    await page.goto(link);
    await files.title('After').waitFor();
    await files.modal('Plan.txt').root.waitFor();
    await files.message('“Plan.txt” has moved. It is now in After.').waitFor();
    await harness.api.command('remove-file', { id });
    await page.goto(link);
    await files
      .modal('No longer here')
      .text(/^This was deleted/)
      .waitFor();
  });

  it.each(inTurn([390, 1280]))('lead to people, at %i px', async (width) => {
    const { id } = await harness.api.command('add-employee', {
      ...{ firstName: 'Ida', lastName: `At${width}`, phoneNumber: '402 555 0100' },
      ...{ email: `ida-${width}@feusa.example`, role: 'Welder', location: 'Fargo' },
      ...{ department: 'Service', manager: 'The board' },
    });
    const page = await harness.window('basic', {
      viewport: { width, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`/dashboard/employees?person=${id}`);
    const files = new Files(page);
    await files.modal(`Ida At${width}`).button('Copy link').focus();
    await page.keyboard.press('Enter');
    await files.message(`Link to “Ida At${width}” copied.`).waitFor();
    expect(await fitsSideways(page)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    const link = await copied(files);
    await page.goto('/dashboard');
    await page.goto(link);
    await files.modal(`Ida At${width}`).shown();
  });

  it('are copied from dialogs too where the browser trusts the address less', async () => {
    const { position, id } = await harness.api.command('add-employee', {
      ...{ firstName: 'Ole', lastName: 'Away', phoneNumber: '402 555 0100' },
      ...{ email: 'ole-away@feusa.example', role: 'Welder', location: 'Fargo' },
      ...{ department: 'Service', manager: 'The board' },
    });
    const away = harness.address.replace(/\/\/[^:]+/, '//intranet.test');
    const page = await harness.window(undefined, { baseURL: away });
    const [name = '', value = ''] = harness.api.cookie.split('=');
    await page.context().addCookies([{ name, value, url: away, httpOnly: true }]);
    const files = new Files(page);
    const pasted = async () => {
      await page.goto('/find');
      await page.getByLabel('Search for').focus();
      await page.keyboard.press('Control+v');
      return page.getByLabel('Search for').inputValue();
    };
    await page.goto(`/dashboard/employees?person=${id}`);
    await files.modal('Ole Away').press('Copy link');
    await files.message('Link to “Ole Away” copied.').waitFor();
    expect(await pasted()).toBe(`${away}/dashboard/employees?person=${id}`);
    await page.goto(`/log/${position}`);
    await files.modal(`Event ${position}`).press('Copy link');
    await files.message(`Link to “Event ${position}” copied.`).waitFor();
    expect(await pasted()).toBe(`${away}/log/${position}`);
  });

  it('are shared by what a phone has for it', async () => {
    const id = await addFolder('Shared');
    const page = await harness.window('basic', {
      viewport: { width: 390, height: 740 },
      ...{ hasTouch: true, isMobile: true },
    });
    await page.addInitScript('navigator.share = async (what) => { window.shared = what; };');
    const files = new Files(page);
    await files.open(id);
    await files.button('Actions').click();
    await page.getByRole('menuitem', { name: 'Share link' }).click();
    await poll(() => page.evaluate('window.shared?.title')).toBe('Shared');
  });
});
