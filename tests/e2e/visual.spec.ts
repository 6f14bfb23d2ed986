import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { resetPath } from './mail.js';
import { Files } from './pages/files.js';
import { Modal } from './pages/modal.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { samples } from './samples.js';
import { brokenWords, coveredControls, smallTargets } from './sights.js';
import { Harness } from './harness.js';

const long = 'Wartungspläne und Ersatzteillisten Großballenpressen';
let harness: Harness;
let folder: string;
let person: string;
let png: string;
let reset: string;

/** A company with long names, accents, a photo and none, and an error. */
async function furnish() {
  const { api } = harness;
  reset = await resetPath(harness, signIn.email);
  const add = async (name: string, parentId: string | null) =>
    (await api.command('add-folder', { name: name.slice(0, 50), parentId })).id;
  folder = await add(long, null);
  for (let n = 1; n < 8; n++) await add(`Folder ${n}`, null);
  for (let n = 1; n < 8; n++) await add(`${n} ${'W'.repeat(47)}`, folder);
  const { pdf, png: image, txt } = await samples();
  for (const { name, buffer } of [pdf, txt]) await api.addFile(folder, name, buffer);
  png = (await api.addFile(folder, image.name, image.buffer)).id;
  const link = `https://dealer.example/${'path/'.repeat(60)}`;
  await api.command('add-link', { folderId: folder, name: 'Dealer portal', link });
  for (let n = 0; n < 7; n++) {
    const { id } = await api.command('add-employee', {
      firstName: n === 0 ? 'Wolfeschlegelsteinhausenbergerdorff' : `Zoë ${n}`,
      lastName: 'Kamińska-Montgomery',
      phoneNumber: '+48 600 100 2000',
      mobile: '402 555 0100',
      email: `somebody.with.quite.a.long.address.${n}@agricultural-machinery.example`,
      role: 'Senior Combine and Forage Harvester Technician',
      location: 'Llanfairpwllgwyngyll',
      department: 'Service',
      manager: 'Maria Lopez',
    });
    person = id;
  }
  await api.command('log-error', {
    details: `Row ${'of the price list '.repeat(9)}`,
    errors: { code: 7 },
  });
  const gone = await add('Gone', null);
  await api.command('remove-folder', { id: gone });
}

const at = async (path: string, page: Page) => {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
};
const places = () => [
  '/dashboard',
  `/dashboard/${folder}`,
  '/dashboard/employees',
  '/dashboard/employees?q=zoe',
  '/register',
  '/users',
  '/trash',
  '/log',
  '/operations',
  '/nowhere',
  `/dashboard/${crypto.randomUUID()}`,
];

const screens = (page: Page, outside: Page): [string, Page][] => [
  ...places().map((path) => [path, page] as [string, Page]),
  ...['/', '/reset', '/reset?token=x', reset].map((path) => [path, outside] as [string, Page]),
];

const expectNoFaults = async (what: string, page: Page, within?: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([what, colorScheme, await seriousFaults(page, within)]).toEqual([what, colorScheme, []]);
  }
};

/** Every dialog, by how one gets to it. */
const dialogs: Record<string, (page: Page) => Promise<unknown>> = {
  'Add Folder': (page) => inside(page).then((files) => files.button('Add Folder').click()),
  'Add a file': (page) => inside(page).then((files) => files.button('Add file').click()),
  'Add Link': (page) => inside(page).then((files) => files.button('Add link').click()),
  'Add Link, refused': async (page) => {
    const files = await inside(page);
    await files.button('Add link').click();
    await files.modal('Add Link').press('Add Link');
    await files.page.getByText('Please choose a name').waitFor();
  },
  'Delete Folder': (page) =>
    inside(page).then((files) => files.menu('More for this folder', /^Delete .+ folder$/)),
  'Rename folder': (page) => inside(page).then((files) => files.button('Rename').click()),
  Move: (page) => inside(page).then((files) => files.button('Move').click()),
  'a menu': (page) =>
    inside(page).then(({ page: p }) =>
      p.getByRole('button', { name: 'More for this folder' }).click(),
    ),
  'an image': (page) => at(`/dashboard/${folder}?detail=${png}`, page),
  'a document': (page) => inside(page).then((files) => files.details('Service manual.pdf').click()),
  'a link': (page) => inside(page).then((files) => files.details('Dealer portal').click()),
  'Delete File': async (page) => {
    await at(`/dashboard/${folder}?detail=${png}`, page);
    await new Modal(page).press('Delete');
    await page.locator('[role=alertdialog]:not([aria-modal=false])').waitFor();
  },
  'a person': (page) => at(`/dashboard/employees?person=${person}`, page),
  'Add New Employee': (page) =>
    staff(page).then((people) => people.button('Add New Employee').click()),
  'Add New Employee, refused': async (page) => {
    const people = await staff(page);
    await people.button('Add New Employee').click();
    await people.modal().press('Add Employee');
    await page.getByText('Required').first().waitFor();
  },
  Edit: async (page) => {
    await at(`/dashboard/employees?person=${person}`, page);
    await new Modal(page).press('Edit');
  },
  'Delete Employee': async (page) => {
    await at(`/dashboard/employees?person=${person}`, page);
    await new Modal(page).press('Delete');
    await page.locator('[role=alertdialog]:not([aria-modal=false])').waitFor();
  },
  'Delete User': async (page) => {
    await at('/users', page);
    await page.getByRole('button', { name: `Delete ${signIn.email}` }).click();
  },
  'an event': async (page) => at('/log/1', page),
  Palette: async (page) => {
    await inside(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('z');
    await page.getByRole('option').first().waitFor();
  },
  Keys: async (page) => {
    await inside(page);
    await page.keyboard.press('?');
  },
};
/** Those with more in them than a low window shows. */
const longDialogs: Record<string, (page: Page) => Promise<unknown>> = {
  'Add New Employee': (page) => staff(page).then((people) => people.startAdding()),
  Ask: async (page) => {
    const files = await inside(page);
    await files.menu('More for Service manual.pdf', 'Ask for acknowledgement');
    await page.getByLabel('Groups and people').check();
    await page.getByRole('checkbox', { name: signIn.email }).waitFor();
  },
  Move: async (page) => {
    const files = await inside(page);
    await files.menu('More for Service manual.pdf', 'Move');
    await page.getByRole('treeitem', { name: 'Folder 1', exact: true }).click();
  },
  Access: async (page) => {
    await at('/dashboard', page);
    await new Files(page).menu('More for Folder 1', 'Who can see this');
    await page.getByLabel('Only these groups and people').check();
    await page.getByLabel(`What ${signIn.email} may do`).waitFor();
  },
};
const inside = async (page: Page) => {
  await at(`/dashboard/${folder}`, page);
  return new Files(page);
};
const staff = async (page: Page) => {
  await at('/dashboard/employees', page);
  return new People(page);
};

inBrowser('every screen', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await furnish();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each([
    [390, 2, 1],
    [800, 3, 2],
    [1280, 6, 3],
  ])('at %i px has %i folders and %i people in a line', async (width, folders, cards) => {
    const page = await harness.window('admin', { viewport: { width, height: 900 } });
    const inFirstLine = (selector: string) =>
      page.evaluate<number>(`(() => {
        const tops = [...document.querySelectorAll(${JSON.stringify(selector)})]
          .map((element) => Math.round(element.getBoundingClientRect().top));
        return tops.filter((top) => top === tops[0]).length;
      })()`);
    await at('/dashboard', page);
    await page.getByRole('grid', { name: 'Folders' }).waitFor();
    await poll(() => inFirstLine('[aria-label=Folders] [role=gridcell]')).toBe(folders);
    await at('/dashboard/employees', page);
    await page.getByRole('article').first().waitFor();
    await poll(() => inFirstLine('article')).toBe(cards);
  });

  it('fits sideways from 360 px on, and axe finds nothing serious, light or dark', async () => {
    const [page, outside] = [await harness.window('admin'), await harness.window()];
    for (const [path, window] of screens(page, outside)) {
      await at(path, window);
      await window.waitForLoadState('networkidle');
      await expectNoFaults(path, window);
      for (const width of [1024, 900, 800, 720, 640, 390, 360, 1280]) {
        await window.setViewportSize({ width, height: 740 });
        const fits = async () => [path, width, await fitsSideways(window)];
        await poll(fits).toEqual([path, width, true]);
        if (![390, 1024, 1280].includes(width)) continue;
        // Another width is there some frames later.
        const faults = async () =>
          [await brokenWords(window), await coveredControls(window)].flat();
        await poll(async () => [path, width, await faults()]).toEqual([path, width, []]);
      }
    }
    await outside.goto('/');
    await outside.getByRole('button', { name: 'Login' }).click();
    await outside.getByRole('alert').waitFor();
    await expectNoFaults('a refused sign-in', outside);
  });

  it.each(inTurn([390, 1280]))(
    'the browser’s size of text is what all follows, at %i px',
    async (width) => {
      const page = await harness.window('admin', { viewport: { width, height: 900 } });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
      for (const path of [
        '/dashboard',
        `/dashboard/${folder}`,
        '/dashboard/employees',
        '/users',
        '/log',
      ]) {
        await at(path, page);
        await page.waitForLoadState('networkidle');
        const size = await page.evaluate<string>('getComputedStyle(document.body).fontSize');
        const seen = [size, await fitsSideways(page), await coveredControls(page)];
        expect([path, ...seen]).toEqual([path, '22.5px', true, []]);
      }
    },
  );

  it('nothing serious in any dialog either', async () => {
    const page = await harness.window('admin');
    for (const [name, open] of Object.entries(dialogs)) {
      await open(page);
      const layer = '[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu]';
      await page.locator(layer).first().waitFor();
      await expectNoFaults(name, page, layer);
    }
  });

  it.each(inTurn([390, 1280]))(
    'the buttons of a long dialog stay in sight, at %i px',
    async (width) => {
      const page = await harness.window('admin', { viewport: { width, height: 500 } });
      for (const [name, open] of Object.entries(longDialogs)) {
        await open(page);
        const { root } = new Modal(page);
        const submit = root.locator('[type=submit]');
        await submit.waitFor();
        const [button, box] = [(await submit.boundingBox())!, (await root.boundingBox())!];
        const isInside =
          button.x + button.width < box.x + box.width &&
          button.y + button.height < box.y + box.height;
        expect([name, isInside, await coveredControls(page)]).toEqual([name, true, []]);
      }
    },
  );

  it('nor anything on a phone', async () => {
    const phone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };
    const page = await harness.window('admin', phone);
    for (const path of ['/dashboard', `/dashboard/${folder}`, '/dashboard/employees', '/log']) {
      await at(path, page);
      await page.waitForLoadState('networkidle');
      await expectNoFaults(path, page);
    }
    await at(`/dashboard/${folder}`, page);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Add Folder' }).waitFor();
    await expectNoFaults('the menu of a folder', page);
  });

  it.each([390, 800])('what a thumb points at is large enough for it at %i px', async (width) => {
    const device = { viewport: { width, height: 740 }, hasTouch: true, isMobile: true };
    const page = await harness.window('admin', device);
    const few = ['/dashboard', `/dashboard/${folder}`, '/trash', '/find?q=manual', '/users'];
    for (const path of [...few, '/account', '/access-log', `/dashboard/${folder}?detail=${png}`]) {
      await at(path, page);
      await page.waitForLoadState('networkidle');
      expect([path, await smallTargets(page)]).toEqual([path, []]);
    }
  });

  it('what a thumb points at in the table of people is large enough for it', async () => {
    const tablet = { viewport: { width: 800, height: 900 }, hasTouch: true, isMobile: true };
    const page = await harness.window('admin', tablet);
    await at('/dashboard/employees', page);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const pointedAt = page.getByRole('grid', { name: 'Our staff' }).locator('a, button');
    await pointedAt.first().waitFor();
    const sizes = await Promise.all((await pointedAt.all()).map((each) => each.boundingBox()));
    expect(sizes.filter((size) => size && (size.height < 44 || size.width < 44))).toEqual([]);
  });

  it('a printed folder has its path and its list, and nothing to press', async () => {
    const page = await harness.window('admin', { viewport: { width: 794, height: 1120 } });
    const files = await inside(page);
    await files.doc('Service manual.pdf').waitFor();
    await page.emulateMedia({ media: 'print' });
    await files.doc('Service manual.pdf').waitFor();
    await files.title(long.slice(0, 50)).waitFor();
    const names = ['Back', 'Add Folder', 'Download', 'Employee Directory', /^More for/, 'Follow'];
    for (const name of names)
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  });

  it('the way back from a deleted folder fits a phone, whatever it is called', async () => {
    const { api } = harness;
    const { id } = await api.command('add-folder', { name: 'Passing', parentId: folder });
    const page = await harness.window('admin', { viewport: { width: 390, height: 740 } });
    await at(`/dashboard/${folder}/${id}`, page);
    await api.command('remove-folder', { id });
    const back = page.getByRole('main').getByRole('button', { name: /^Back to Wartungspläne/ });
    await back.waitFor();
    const { x, width } = (await back.boundingBox())!;
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
  });

  it('the ending of a name is whole where a document is renamed', async () => {
    const page = await harness.window('admin', { viewport: { width: 390, height: 740 } });
    const files = await inside(page);
    await files.menu('More for Service manual.pdf', 'Rename');
    const ending = files.modal('Rename document').text('.pdf');
    await ending.waitFor();
    expect(await ending.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  });
});
