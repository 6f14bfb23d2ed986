import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { poll } from '@feusa/testing/wait';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
];

/** As a browser tells of it. */
const longPress = (
  name: string,
) => `document.querySelector('[data-drop-name="${name}"]').dispatchEvent(
  new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: 'touch' }))`;

let harness: Harness;

inBrowser('what is taken along and selected', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  const openIn = async (viewport: (typeof sizes)[number]) => {
    const { id } = await harness.api.command('add-folder', { name: 'Manuals', parentId: null });
    await harness.api.command('add-folder', { name: 'Inside', parentId: id });
    for (const [name, text] of [
      ['A.md', '# Oil change'],
      ['B.csv', 'Part,Price\nBelt,12'],
      ['C.bin', '\0\x01\x02'],
    ] as const)
      await harness.api.addFile(id, name, Buffer.from(text));
    const page = await harness.window('admin', { viewport });
    const files = new Files(page);
    await files.open(id);
    return { page, files };
  };

  it.each(inTurn(sizes))('are taken along as a selection ($width px)', async (viewport) => {
    const { page, files } = await openIn(viewport);
    await files.menu('More for A.md', 'Select');
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByText('1 document selected', { exact: true }).waitFor();
    await selected.getByRole('button', { name: 'Select all' }).click();
    await selected.getByText('3 documents, 1 folder selected', { exact: true }).waitFor();
    expect(await fitsSideways(page)).toBe(true);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      selected.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Manuals.zip');
    const entries = unzipSync(await readFile(await saved.path()));
    expect(Object.keys(entries).sort()).toEqual(['A.md', 'B.csv', 'C.bin', 'Inside/']);
    await selected.getByRole('button', { name: 'Download' }).waitFor();
  });

  it('a folder is taken along, and its size is said', async () => {
    const { page, files } = await openIn(sizes[1]!);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      files.button('Download').click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Manuals.zip');
    await files.messages.getByText(/^Downloading “Manuals” \(.* B\)\.$/).waitFor();
    expect(Object.keys(unzipSync(await readFile(await saved.path())))).toContain('Manuals/A.md');
  });

  it('a selection is made by Ctrl and Shift, and deleted and brought back as one', async () => {
    const { page, files } = await openIn(sizes[1]!);
    await files.doc('A.md').click({ modifiers: ['Control'] });
    await files.doc('C.bin').click({ modifiers: ['Shift'] });
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByText('3 documents selected', { exact: true }).waitFor();
    await files.folder('Inside').click({ modifiers: ['Control'] });
    await selected.getByText('3 documents, 1 folder selected', { exact: true }).waitFor();
    await selected.getByRole('button', { name: 'Delete' }).click();
    await files.modal().press('Delete');
    await files.folder('Inside').waitFor({ state: 'hidden' });
    await files.undo('4 items deleted.');
    await files.folder('Inside').waitFor();
    for (const name of ['A.md', 'B.csv', 'C.bin']) await files.doc(name).waitFor();
  });

  it('a finger selects: held on one, then taps on others', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Touched', parentId: null });
    for (const name of ['One', 'Two', 'Three'])
      await harness.api.command('add-folder', { name, parentId: id });
    const page = await harness.window('admin', { viewport: sizes[0]!, hasTouch: true });
    const files = new Files(page);
    await files.open(id);
    await files.folder('One').waitFor();
    await page.evaluate(longPress('One'));
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByText('1 folder selected', { exact: true }).waitFor();
    await files.folder('Two').tap();
    await selected.getByText('2 folders selected', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${id}`);
    await selected.getByRole('button', { name: 'Clear' }).click();
    await poll(() => selected.count()).toBe(0);
    await files.folder('Two').tap();
    await files.title('Two').waitFor();
  });
});
