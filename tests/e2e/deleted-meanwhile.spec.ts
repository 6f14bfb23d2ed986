import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
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

inBrowser('what somebody else deletes or changes while it is being changed', () => {
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

  it.each(Object.keys(things))('is no fault where it was to be deleted: a %s', async (kind) => {
    const { add, remove } = things[kind]!;
    const folder = await send('add-folder', { name: `To delete a ${kind}`, parentId: null });
    const id = await add('Late', folder);
    const name = kind === 'document' ? 'Late.txt' : 'Late';
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    await files.menu(`More for ${name}`, 'Delete');
    const modal = files.modal(/^Delete/);
    await modal.shown();
    await send(remove, { id });
    await modal.press('Delete');
    await modal.gone();
    await files.message(`“${name}” is no longer there.`).waitFor();
  });

  it('is no fault where it was to be deleted with others, or is a person', async () => {
    const folder = await send('add-folder', { name: 'To delete two', parentId: null });
    const gone = await addFile('One', folder);
    await addFile('Two', folder);
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    await files.doc('One.txt').focus();
    await files.page.keyboard.press('Control+a');
    await files.page.keyboard.press('Delete');
    const modal = files.modal('Delete 2 files');
    await modal.shown();
    await send('remove-file', { id: gone });
    await modal.press('Delete');
    await modal.gone();
    await files.message('File deleted.').waitFor();

    const id = await send('add-employee', {
      ...{ firstName: 'Ivo', lastName: 'Gone', phoneNumber: '402 555 0100' },
      ...{ email: 'ivo@feusa.example', role: 'Welder', location: 'Fargo' },
      ...{ department: 'Service', manager: 'The board' },
    });
    const people = new People(files.page);
    await people.open(`?person=${id}`);
    await people.modal('Ivo Gone').press('Delete');
    const question = people.modal('Delete Employee');
    await question.shown();
    await send('remove-employee', { id });
    await question.press('Delete');
    await question.gone();
    await people.messages.getByText('“Ivo Gone” is no longer there.').waitFor();
  });

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

  it('is said of a folder that documents were chosen for, and no other try is offered', async () => {
    const name = 'For documents';
    const id = await send('add-folder', { name, parentId: null });
    const files = new Files(await harness.window('admin'));
    await files.open(id);
    await files.button('Add file').click();
    const modal = files.modal('Add a file');
    const buffer = Buffer.from('12 Nm');
    await modal.field('File').setInputFiles({ name: 'Torque.txt', mimeType: 'text/plain', buffer });
    await send('remove-folder', { id });
    await files.page.getByText(`“${name}” was deleted`).waitFor();
    await modal.press('Add file');
    const message = files.messages.getByRole('alertdialog').filter({ hasText: '1 file' });
    await message.getByText(`“${name}” is no longer there.`).waitFor();
    expect(await message.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('keeps what they have done of it: a link', async () => {
    const folder = await send('add-folder', { name: 'Two at once', parentId: null });
    const id = await things['link']!.add('Dealer', folder);
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    await files.menu('More for Dealer', 'Edit');
    const modal = files.modal('Edit link');
    await modal.field('Link').fill(address);
    await send('edit-link', { id, name: 'Dealer portal', link: 'https://dealer.example/' });
    await modal.root.getByText('Somebody has changed it meanwhile: “Dealer portal”').waitFor();
    expect(await modal.field('Name').inputValue()).toBe('Dealer portal');
    expect(await modal.field('Link').inputValue()).toBe(address);
    expect(await seriousFaults(files.page, '[role=dialog]')).toEqual([]);
    await modal.press('Save');
    await modal.gone();
    await files.doc('Dealer portal').waitFor();
    expect(await files.doc('Dealer portal').getAttribute('href')).toBe(address);
  });

  it('is told in the dialog that renames it, and what was typed stays: a folder', async () => {
    const id = await send('add-folder', { name: 'Ploughs', parentId: null });
    const files = new Files(await harness.window('admin'));
    await files.open(id);
    await files.button('Rename').click();
    const modal = files.modal('Rename folder');
    await modal.shown();
    await send('rename-folder', { id, name: 'Ploughs and harrows' });
    await modal.text('Somebody has renamed it to “Ploughs and harrows” meanwhile.').waitFor();
    expect(await modal.field('Name').inputValue()).toBe('Ploughs and harrows');
    await modal.field('Name').fill('Harrows');
    await send('rename-folder', { id, name: 'Ploughs' });
    await modal.root.getByRole('status').waitFor({ state: 'hidden' });
    expect(await modal.field('Name').inputValue()).toBe('Harrows');
    await modal.press('Rename');
    await files.title('Harrows').waitFor();
  });

  it('keeps what they have done of it: the members of a group', async () => {
    await harness.window('basic');
    await harness.window('auditor');
    const { users } = await harness.api.read<{ users: { id: string; email: string }[] }>(
      '/api/users',
    );
    const auditor = users.find(({ email }) => email.startsWith('auditor@'))!;
    const id = await send('add-group', { name: 'Fitters' });
    const { page } = new Files(await harness.window('admin'));
    await page.goto('/users');
    await page.getByRole('button', { name: 'Edit Fitters' }).click();
    const modal = new Files(page).modal('Edit Fitters');
    await modal.root.getByLabel(/basic@/).check();
    await send('set-group-members', { id, userIds: [auditor.id] });
    await poll(() => modal.root.getByLabel(/auditor@/).isChecked()).toBe(true);
    await modal.press('Save');
    await modal.gone();
    await page.getByText('2 people', { exact: true }).waitFor();
  });

  it('keeps what they have done of it: who sees a folder', async () => {
    await harness.window('basic');
    const groups = [
      await send('add-group', { name: 'Smiths' }),
      await send('add-group', { name: 'Drivers' }),
    ];
    const id = await send('add-folder', { name: 'Contracts', parentId: null });
    const set = (read: string[]) => send('set-folder-access', { id, access: { read, manage: [] } });
    await set([groups[0]!]);
    const files = new Files(await harness.window('admin'));
    await files.open();
    await files.menu('More for Contracts', 'Who can see this');
    const modal = files.modal('Who can see Contracts');
    const may = (name: string) => modal.root.getByLabel(`What ${name} may do`);
    await may('basic@feusa.example').selectOption('read');
    await set([]);
    await poll(() => may('Smiths').inputValue()).toBe('nothing');
    expect(await may('basic@feusa.example').inputValue()).toBe('read');
    await modal.press('Save');
    await modal.gone();
    const { access } = await harness.api.read<{ access: { read: string[] } }>(
      `/api/folders/${id}/access`,
    );
    expect(access.read).toHaveLength(1);
    expect(access.read).not.toContain(groups[0]);
  });
});
