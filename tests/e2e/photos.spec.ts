import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Locator, Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Log } from './pages/log.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const SECRET = 'Taken behind the barn';
const employee = {
  ...{ lastName: 'Baker', phoneNumber: '402 555 0100', role: 'Director', location: 'Omaha' },
  ...{ department: 'Office', manager: 'The board' },
};
const add = async (firstName: string, more: object = {}) => {
  const email = `${firstName}@feusa.example`;
  return (await harness.api.command('add-employee', { ...employee, firstName, email, ...more })).id;
};

/** Whoever signs in as administrator, with a photo, and somebody without one. */
const addTeam = async (page: Page) => {
  const { buffer } = await taken(page);
  const uploadId = await harness.api.upload('photo.jpg', buffer);
  await add('Ada', { email: signIn.email, uploadId });
  await add('Bo', { manager: 'Ada Baker' });
};

/** What a camera writes beside a picture, here only a description. */
function exif(text: string): Buffer {
  const description = Buffer.from(`${text}\0`, 'latin1');
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x010e, 10);
  tiff.writeUInt16LE(2, 12);
  tiff.writeUInt32LE(description.length, 14);
  tiff.writeUInt32LE(26, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, description]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** A picture that is red on the left and blue on the right, and tells where it was taken. */
async function taken(page: Page) {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#e00000';
    context.fillRect(0, 0, 200, 300);
    context.fillStyle = '#0000e0';
    context.fillRect(200, 0, 200, 300);
    return canvas.toDataURL('image/jpeg', 0.95);
  })()`);
  const plain = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const buffer = Buffer.concat([plain.subarray(0, 2), exif(SECRET), plain.subarray(2)]);
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

/** Width and height of the stored photo, and what colour it has at its left, top, right and bottom. */
const stored = (page: Page, id: string) =>
  page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('/files/${id}', { cache: 'no-store' })).blob());
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const colour = (x, y) => {
      const [red, , blue] = context.getImageData(Math.floor(x * (width - 1)), Math.floor(y * (height - 1)), 1, 1).data;
      return red > blue ? 'red' : 'blue';
    };
    const sides = [colour(0.1, 0.4), colour(0.4, 0.1), colour(0.9, 0.6), colour(0.6, 0.9)];
    return (width === height ? 'square' : width + 'x' + height) + ': ' + sides.join(', ');
  })()`);
const bytesOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/files/${id}`)).body()).toString('latin1');
const hasPhoto = (place: Locator) => place.locator('img[src*="/thumbnail"]').count();

inBrowser('photos of people', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))(
    'are cropped, turned, and removed again, at %i px',
    async (width) => {
      const name = `Crop${width}`;
      const id = await add(name);
      const screen = new People(
        await harness.window('admin', { viewport: { width, height: 860 } }),
      );
      const { page } = screen;
      await screen.open(`?person=${id}`);
      const edit = async () => {
        await screen.modal(`${name} Baker`).press('Edit');
        return screen.modal(`Edit ${name} Baker`);
      };
      let form = await edit();
      await form.root.locator('input[type=file]').setInputFiles(await taken(page));
      await form.press('Crop or rotate');
      const panel = form.root.getByRole('group', { name: 'Crop and rotate' });
      await panel.locator('img').waitFor();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await panel.getByRole('button', { name: 'Turn to the right' }).click();
      await panel.getByLabel('Size', { exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      await panel.getByRole('button', { name: 'Use this part' }).click();
      await panel.waitFor({ state: 'hidden' });
      await form.press('Save');
      await form.gone();
      // What was on the left is at the top now.
      await poll(() => stored(page, id)).toBe('square: red, red, blue, blue');
      expect(await bytesOf(page, id)).not.toMatch(/Exif|barn/);

      form = await edit();
      await form.press('Crop or rotate');
      await panel.locator('img').waitFor();
      await panel.getByRole('button', { name: 'Turn to the left' }).click();
      await panel.getByRole('button', { name: 'Turn to the left' }).click();
      await panel.getByRole('button', { name: 'Use this part' }).click();
      await panel.waitFor({ state: 'hidden' });
      await form.press('Save');
      await form.gone();
      await poll(() => stored(page, id)).toBe('square: blue, blue, red, red');

      form = await edit();
      await form.press('Remove the photo');
      await form.press('Save');
      await form.gone();
      await poll(async () => (await page.request.get(`/files/${id}`)).status()).toBe(404);
      await poll(() => hasPhoto(page.getByRole('dialog'))).toBe(0);
    },
  );

  it('tell nothing of where they were taken, cropped or not', async () => {
    const id = await add('Plain');
    const page = await harness.window('admin');
    await page.goto('/dashboard/employees');
    const { buffer } = await taken(page);
    expect(buffer.toString('latin1')).toContain(SECRET);
    const uploadId = await harness.api.upload('photo.jpg', buffer);
    await harness.api.command('update-employee', {
      ...{ id, version: 1, uploadId, ...employee, firstName: 'Plain', email: 'p@feusa.example' },
    });
    await poll(() => stored(page, id)).toBe('400x300: red, red, blue, blue');
    expect(await bytesOf(page, id)).not.toMatch(/Exif|barn/);
  });

  it('stand beside what somebody did, in rows, in the trash, in the log, at home and in the chart', async () => {
    const page = await harness.window('admin');
    await page.goto('/dashboard/employees');
    await addTeam(page);
    const { id } = await harness.api.command('add-folder', { name: 'Marked', parentId: null });
    const others = await harness.window('basic');
    const home = new Files(others);
    await home.follow(id);
    const link = 'https://dealer.example/';
    await harness.api.command('add-link', { folderId: id, name: 'Portal', link });
    const gone = await harness.api.command('add-link', { folderId: id, name: 'Gone', link });
    await harness.api.command('remove-link', { id: gone.id });

    const files = new Files(page);
    await files.open(id);
    const row = page.getByRole('row').filter({ has: files.details('Portal') });
    await row.getByText('Ada Baker').waitFor();
    await poll(() => hasPhoto(row)).toBe(1);
    await files.details('Portal').click();
    await poll(() => hasPhoto(page.getByRole('dialog'))).toBeGreaterThan(0);

    await page.goto('/trash');
    const item = page.getByRole('listitem').filter({ hasText: 'Gone' });
    await item.getByText(/^Ada Baker, /).waitFor();
    await poll(() => hasPhoto(item)).toBe(1);

    const log = new Log(page);
    await log.open();
    const event = log.rows('Ada Baker added the link “Portal” in “Marked”');
    await event.waitFor();
    await poll(() => hasPhoto(event)).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
    await event.getByRole('button').click();
    await log.event.root.getByText('Ada Baker', { exact: true }).first().waitFor();
    await poll(() => hasPhoto(log.event.root)).toBeGreaterThan(0);

    await page.goto('/dashboard/employees/chart');
    const people = page.getByRole('tree');
    await people.getByRole('treeitem', { name: /^Ada Baker,/ }).waitFor();
    await poll(() => hasPhoto(people.getByRole('treeitem', { name: /^Ada Baker,/ }))).toBe(1);
    const initials = people.getByRole('treeitem', { name: /^Bo Baker,/ });
    await poll(() => initials.locator('[data-initials=BB]').count()).toBe(1);

    await home.open();
    const news = others.getByRole('region', { name: 'New in folders you follow' });
    await news.getByText(/Ada Baker/).waitFor({ timeout: 60_000 });
    await poll(() => hasPhoto(news)).toBe(1);
  });
});
