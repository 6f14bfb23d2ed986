import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll, waitFor } from '@feusa/testing/wait';
import { inFirefox, openFirefox } from './firefox.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { Log } from './pages/log.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
/** A browser that has just been started takes long for its first page. */
const FIRST_PAGE_MS = 120_000;
async function open(role?: Role) {
  const page = await harness.window(role);
  page.setDefaultNavigationTimeout(FIRST_PAGE_MS);
  return page;
}
const plan = { name: 'Plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Torque the reel') };

inFirefox('in Firefox, too, one', () => {
  beforeAll(async () => {
    harness = await Harness.open({}, openFirefox);
    await harness.api.command('add-employee', {
      ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
      ...{ email: 'ann@feusa.example', location: 'Kearney', department: 'Service', manager: 'Bo' },
    });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('signs in, adds a folder, uploads into it, renames, and finds what was uploaded', async () => {
    const page = await open();
    await page.goto('/', { waitUntil: 'commit' });
    await new Entrance(page).signIn(signIn.teamPassword, signIn.email, signIn.password);
    await page.waitForURL('**/dashboard');
    const files = new Files(page);
    await files.button('Add Folder').click();
    const adding = files.modal('Add Folder');
    await adding.field('Name').pressSequentially('Manuals');
    await adding.press('Add Folder');
    await adding.gone();
    await files.enter('Manuals');
    await files.addFiles(plan);
    await files.doc('Plan.txt').waitFor();
    await files.menu('More for Plan.txt', 'Rename');
    const modal = files.modal('Rename document');
    await modal.field('Name').press('ControlOrMeta+a');
    await modal.field('Name').pressSequentially('Weekly');
    await modal.press('Rename');
    await files.doc('Weekly.txt').waitFor();
    await files.menu('More for Weekly.txt', 'Preview');
    const frame = files.modal('Weekly.txt').root.frameLocator('iframe');
    await frame.getByText('Torque the reel').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowUp');
    await files.title('Files').waitFor();

    await waitFor(async () => {
      const answer = await page.request.get(`${harness.address}/api/find?q=torque`);
      if (!(await answer.text()).includes('<mark>')) throw new Error('not read yet');
    });
    await page.goto('/find?q=torque');
    const found = page.getByRole('listitem').filter({ hasText: 'Weekly.txt' });
    await poll(() => found.locator('mark').allTextContents()).toEqual(['Torque']);
    await found.getByRole('link').click();
    await files.modal('Weekly.txt').shown();
  });

  it('finds an employee, sees changes by others, and reads the log', async () => {
    const page = await open('admin');
    const people = new People(page);
    await people.open();
    await people.search.fill('kearn mech');
    await poll(() => people.names()).toEqual(['Ann Miller']);
    await (await people.openPerson('Ann Miller')).text('Mechanic').first().waitFor();
    await page.goto('/dashboard');
    const files = new Files(page);
    await files.title('Files').waitFor();
    await harness.api.command('add-folder', { name: 'From elsewhere', parentId: null });
    await files.folder('From elsewhere').waitFor();
    const log = new Log(page);
    await log.open();
    const row = log.rows('added the folder “From elsewhere”');
    await row.getByRole('button').click();
    await log.event.root.getByText('added the folder “From elsewhere”').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/log\/\d+$/);
    await log.open('/log/1');
    await log.event.root.getByText(/^Proved: part of the log/).waitFor();
  });
});
