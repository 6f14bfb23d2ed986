import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { Files } from './pages/files.js';
import type { Modal } from './pages/modal.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

let harness: Harness;
const send = async (name: string, body: object) => (await harness.api.command(name, body)).id;
const address = 'https://dealer.example/typed';
const GONE =
  'Nothing was saved: it was deleted meanwhile, or is no longer open to you. What you entered is still here, to copy.';

/** Something by this name in a folder, and the dialog that changes it. */
interface Changed {
  readonly add: (name: string, folderId: string) => Promise<string>;
  readonly remove: string;
  readonly open: (files: Files, name: string) => Promise<unknown>;
  readonly title: string;
  readonly field: string;
  readonly press: string;
}

const addFile = async (name: string, folderId: string) =>
  (await harness.api.addFile(folderId, `${name}.txt`, Buffer.from(name))).id;
const renaming = { field: 'Name', press: 'Rename' };

const things: Readonly<Record<string, Changed>> = {
  link: {
    add: (name, folderId) => send('add-link', { folderId, name, link: 'https://dealer.example/' }),
    remove: 'remove-link',
    open: (files, name) => files.menu(`More for ${name}`, 'Edit'),
    ...{ title: 'Edit link', field: 'Link', press: 'Save' },
  },
  document: {
    add: addFile,
    remove: 'remove-file',
    open: (files, name) => files.menu(`More for ${name}.txt`, 'Rename'),
    ...{ title: 'Rename document', ...renaming },
  },
  folder: {
    add: (name, parentId) => send('add-folder', { name, parentId }),
    remove: 'remove-folder',
    open: (files, name) => files.menu(`More for ${name}`, 'Rename'),
    ...{ title: 'Rename folder', ...renaming },
  },
};

/** One text says what has become of it, and none that it should be tried again. */
async function expectToSaySo(modal: Modal): Promise<void> {
  const alert = modal.root.getByRole('alert');
  await alert.getByText(GONE, { exact: true }).waitFor();
  expect(await alert.innerText()).not.toMatch(/again|not found|stays|keeps/i);
}

inBrowser('what somebody else deletes while it is being changed', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(Object.keys(things))(
    'is said to be gone, and what was typed stays: a %s',
    async (kind) => {
      const { add, remove, open, title, field, press } = things[kind]!;
      const folder = await send('add-folder', { name: `With a ${kind}`, parentId: null });
      const id = await add(`One ${kind}`, folder);
      const files = new Files(await harness.window('admin'));
      await files.open(folder);
      await open(files, `One ${kind}`);
      const modal = files.modal(title);
      const typed = field === 'Link' ? address : 'Another name';
      await modal.field(field).fill(typed);
      await send(remove, { id });
      await modal.press(press);
      await expectToSaySo(modal);
      expect(await modal.field(field).inputValue()).toBe(typed);
      expect(await seriousFaults(files.page)).toEqual([]);
    },
  );

  it('is said to be gone, and what was typed stays: a person', async () => {
    const id = await send('add-employee', {
      ...{ firstName: 'Ida', lastName: 'Gone', phoneNumber: '402 555 0100' },
      ...{ email: 'ida@feusa.example', role: 'Welder', location: 'Fargo' },
      ...{ department: 'Service', manager: 'The board' },
    });
    const people = new People(await harness.window('admin'));
    await people.open(`?person=${id}`);
    await people.modal('Ida Gone').press('Edit');
    const modal = people.modal('Edit Ida Gone');
    await people.input('role', modal).fill('Foreman');
    await send('remove-employee', { id });
    await modal.press('Save');
    await expectToSaySo(modal);
    expect(await people.input('role', modal).inputValue()).toBe('Foreman');
  });

  it('is said to be gone, and what was typed stays: a group', async () => {
    const id = await send('add-group', { name: 'Welders' });
    const { page } = new Files(await harness.window('admin'));
    const files = new Files(page);
    await page.goto('/users');
    await page.getByRole('button', { name: 'Edit Welders' }).click();
    const modal = files.modal('Edit Welders');
    await modal.field('Name').fill('All welders');
    await send('remove-group', { id });
    await modal.press('Save');
    await expectToSaySo(modal);
    expect(await modal.field('Name').inputValue()).toBe('All welders');
  });

  it.each([
    ['Add link', 'Add Link'],
    ['Add Folder', 'Add Folder'],
  ])('takes no form with it that is open in it: %s', async (button, title) => {
    const id = await send('add-folder', { name: `For ${title}`, parentId: null });
    const files = new Files(await harness.window('admin'));
    await files.open(id);
    await files.button(button).click();
    const modal = files.modal(title);
    await modal.field('Name').fill('Typed');
    if (title === 'Add Link') await modal.field('Link').fill(address);
    await send('remove-folder', { id });
    await files.page.getByText(`“For ${title}” was deleted`).waitFor();
    expect(await modal.field('Name').inputValue()).toBe('Typed');
    await modal.press(title);
    await expectToSaySo(modal);
    expect(await modal.field('Name').inputValue()).toBe('Typed');
  });
});
