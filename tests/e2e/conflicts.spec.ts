import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

let harness: Harness;
const widths = [390, 1280] as const;
const window = (width: number) => harness.window('admin', { viewport: { width, height: 800 } });
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const press = async (screen: Files, name: string) => {
  const folded = (screen.page.viewportSize()?.width ?? 0) < 600;
  if (folded) await screen.menu('Actions', name);
  else await screen.button(name).click();
};
const TAKEN = /^A (folder|file|link) with this name already exists$/;
const namesIn = async (id: string) => {
  const page = await harness.api.read<Record<'folders' | 'docs', { name: string }[]>>(
    `/api/folders/${id}`,
  );
  return [...page.folders, ...page.docs].map(({ name }) => name).toSorted();
};

inBrowser('a name that is taken', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(widths))('is asked about when a folder is added, at %i px', async (width) => {
    const id = await addFolder(`Asked ${width}`);
    await addFolder('Ploughs', id);
    const screen = new Files(await window(width));
    await screen.open(id);
    await press(screen, 'Add Folder');
    const modal = screen.modal('Add Folder');
    await modal.field('Name').fill('Ploughs');
    await modal.press('Add Folder');
    const question = screen.modal(TAKEN);
    await question.root.getByText('Existing folder').waitFor();
    await question.root.getByText(/^Added /).waitFor();
    await question.press('Cancel');
    await question.gone();
    expect(await modal.field('Name').inputValue()).toBe('Ploughs');
    expect(await namesIn(id)).toEqual(['Ploughs']);
    await modal.press('Add Folder');
    await question.press('Keep both');
    await modal.gone();
    await screen.folder('Ploughs (2)').waitFor();
    expect(await namesIn(id)).toEqual(['Ploughs', 'Ploughs (2)']);
  });

  it.each(inTurn(widths))('is asked about once for all that are moved, at %i px', async (width) => {
    const [from, to] = [await addFolder(`From ${width}`), await addFolder(`To ${width}`)];
    for (const name of ['One', 'Two', 'Three']) {
      await addFolder(name, from);
      await addFolder(name, to);
    }
    const screen = new Files(await window(width));
    await screen.open(from);
    await screen.folder('One').focus();
    await screen.page.keyboard.press('Control+a');
    await screen.page.getByRole('button', { name: 'Move', exact: true }).last().click();
    const modal = screen.modal('Move 3 folders');
    await modal.root.getByText(`To ${width}`, { exact: true }).click();
    await modal.press(`Move to To ${width}`);
    const question = screen.modal(TAKEN);
    await question.root.getByText('Do this for the other 2 conflicts').click();
    await question.press('Keep both');
    await modal.gone();
    const both = ['One', 'One (2)', 'Three', 'Three (2)', 'Two', 'Two (2)'];
    await poll(() => namesIn(to)).toEqual(both);
  });

  it.each(inTurn(widths))('is asked about when what had it comes back, at %i px', async (width) => {
    const folderId = await addFolder(`Trash ${width}`);
    const link = { folderId, name: `Portal ${width}`, link: 'https://dealer.example/' };
    const { id } = await harness.api.command('add-link', link);
    await harness.api.command('remove-link', { id });
    await harness.api.command('add-link', link);
    const page = await window(width);
    await page.goto('/trash');
    const row = page.getByRole('listitem').filter({ hasText: `Portal ${width}` });
    await row.getByRole('button', { name: /Restore/ }).click();
    const screen = new Files(page);
    await screen.modal(TAKEN).press('Keep both');
    const names = [`Portal ${width}`, `Portal ${width} (2)`];
    await poll(() => namesIn(folderId)).toEqual(names);
  });

  it.each(inTurn(widths))('is asked about when deleting is undone, at %i px', async (width) => {
    const [folderId, name] = [await addFolder(`Undone ${width}`), `Dealer ${width}`];
    const link = { folderId, name, link: 'https://dealer.example/' };
    await harness.api.command('add-link', link);
    const screen = new Files(await window(width));
    await screen.open(folderId);
    await screen.doc(name).focus();
    await screen.page.keyboard.press('Delete');
    await screen.modal().press('Delete');
    await screen.modal().gone();
    await harness.api.command('add-link', link);
    await screen.doc(name).waitFor();
    await screen.undo('Link deleted.');
    const question = screen.modal('Undo');
    const message = `A link named “${name}” already exists. Keep both names this one “${name} (2)”.`;
    await question.root.getByText(message).waitFor();
    await question.root.getByText(/^Added /).waitFor();
    expect(await seriousFaults(screen.page, '[role=dialog]')).toEqual([]);
    await poll(() => fitsSideways(screen.page)).toBe(true);
    await question.press('Keep both');
    await question.gone();
    await screen.doc(`${name} (2)`).waitFor();
    await screen.messages.getByRole('button', { name: 'Redo' }).click();
    await screen.doc(`${name} (2)`).waitFor({ state: 'hidden' });
    await poll(() => namesIn(folderId)).toEqual([name]);
  });

  it.each(inTurn(widths))('is left out of what is undone as one, at %i px', async (width) => {
    const folderId = await addFolder(`Left out ${width}`);
    const link = (name: string) => ({ folderId, name, link: 'https://dealer.example/' });
    for (const name of ['One', 'Two']) await harness.api.command('add-link', link(name));
    const screen = new Files(await window(width));
    await screen.open(folderId);
    await screen.doc('One').focus();
    await screen.page.keyboard.press('Control+a');
    await screen.page.keyboard.press('Delete');
    await screen.modal().press('Delete');
    await screen.modal().gone();
    await harness.api.command('add-link', link('Two'));
    await screen.undo('2 links deleted.');
    const question = screen.modal('Undo 2 changes');
    await question.root.getByText('Keep both names this one “Two (2)”').waitFor();
    await question.root.getByText('Leave those out').click();
    await question.root.getByText('This one is left out.').waitFor();
    expect(await seriousFaults(screen.page, '[role=dialog]')).toEqual([]);
    await question.press('Undo');
    await screen.modal('Not everything was undone').text('Close').click();
    await screen.doc('One').waitFor();
    expect(await namesIn(folderId)).toEqual(['One', 'Two']);
  });

  it.each(inTurn(widths))(
    'of an employee with the same e-mail is asked about, at %i px',
    async (width) => {
      const email = `twin${width}@feusa.example`;
      const twin = {
        ...{ firstName: 'Kim', lastName: `Reed${width}`, phoneNumber: '402 555 0100', email },
        ...{ role: 'Mechanic', location: 'Omaha', department: 'Service', manager: 'Maria Lopez' },
      };
      await harness.api.command('add-employee', twin);
      const screen = new People(await window(width));
      await screen.open();
      const add = async () => {
        await screen.startAdding();
        await screen.fill({ ...twin, role: 'Driver' });
        await screen.modal('Add New Employee').press('Add Employee');
      };
      await add();
      const question = screen.modal('This employee already exists');
      await question.root.getByText('Mechanic', { exact: true }).waitFor();
      await question.root.getByText('Driver', { exact: true }).waitFor();
      await question.press('Keep both');
      await screen.modal('Add New Employee').gone();
      await poll(async () => {
        const { employees } = await harness.api.read<{ employees: { email: string }[] }>(
          '/api/employees',
        );
        return employees.filter((each) => each.email === email).length;
      }).toBe(2);
    },
  );
});
