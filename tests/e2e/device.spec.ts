import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { BrowserContext, Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, openDevice } from './browser.js';
import { openCable } from './cable.js';
import { openClient } from './client.js';
import { Files } from './pages/files.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const PATIENCE_MS = 40_000;
let harness: Harness;
let cable: Awaited<ReturnType<typeof openCable>>;
let directory = '';
let device: BrowserContext;
let page: Page;
let files: Files;
let manuals = '';
let file = '';

async function start(): Promise<void> {
  const viewport = { width: 1280, height: 900 };
  device = await openDevice(directory, { baseURL: cable.address, viewport, locale: 'en-GB' });
  device.setDefaultTimeout(PATIENCE_MS);
  page = device.pages()[0] ?? (await device.newPage());
  files = new Files(page);
}

async function signInAs(email: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Team password', { exact: true }).fill(signIn.teamPassword);
  await page.getByLabel('E-mail', { exact: false }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await files.title('Files').waitFor();
}

const evaluate = <T>(script: string) => page.evaluate<T>(script);
const isControlled = () => evaluate<boolean>('navigator.serviceWorker.controller !== null');
const offlineBar = () => page.getByText('You are offline.');
const changes = () => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
/** What of the product this device keeps: rows by store, and caches of documents. */
const kept = () =>
  evaluate<Record<string, number>>(`(async () => {
    const db = await new Promise((done, failed) => {
      const asked = indexedDB.open('feusa');
      asked.onsuccess = () => done(asked.result);
      asked.onerror = failed;
    });
    const rows = {};
    for (const name of db.objectStoreNames) rows[name] = await new Promise((done) => {
      const asked = db.transaction(name).objectStore(name).count();
      asked.onsuccess = () => done(asked.result);
    });
    db.close();
    rows.documents = (await caches.keys()).filter((name) => name.startsWith('feusa-documents')).length;
    return rows;
  })()`);

inBrowser('a device without a connection', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    cable = await openCable(harness.address);
    directory = await mkdtemp(path.join(tmpdir(), 'feusa-device-'));
    const { api } = harness;
    manuals = (await api.command('add-folder', { name: 'Manuals', parentId: null })).id;
    file = (await api.addFile(manuals, 'Plan.txt', Buffer.from('Grease it every week'))).id;
    await api.command('add-employee', {
      ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
      ...{ email: 'ann@feusa.example', location: 'Kearney', department: 'Service', manager: 'Bo' },
    });
    await api.command('register-user', { ...signIn, email: 'basic@feusa.example' });
    await start();
    await signInAs(signIn.email);
    await poll(isControlled).toBe(true);
  });
  afterAll(async () => {
    await device.close();
    await cable.pull().catch(() => undefined);
    await harness.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('opens, with the folders seen before, the directory and starred documents', async () => {
    await page.getByRole('link', { name: 'Employees', exact: true }).first().click();
    await page.getByText('Ann Miller').first().waitFor();
    await files.open(manuals);
    await files.menu('More for Plan.txt', 'Add to favourites');
    await poll(() => files.doc('Plan.txt').getAttribute('aria-description')).toBe(
      'Favourite, kept on this device',
    );
    await cable.pull();
    await files.open();
    await offlineBar().waitFor();
    await files.enter('Manuals');
    await files.doc('Plan.txt').waitFor();
    await page.goto('/dashboard/employees');
    await page.getByText('Ann Miller').first().waitFor();
    expect(await evaluate(`fetch('/files/${file}').then((answer) => answer.text())`)).toBe(
      'Grease it every week',
    );
  });

  it('lets changes wait, and shows them, over a restart of the browser too', async () => {
    await files.open();
    await files.addFolder('Balers');
    await page.getByText('The change is kept on this device').waitFor();
    await files.addFolder('Sprayers');
    await page.getByRole('link', { name: '2 changes waiting' }).waitFor();
    await files.folder('Sprayers').waitFor();
    await device.close();
    await start();
    await files.open();
    await offlineBar().waitFor();
    for (const name of ['Manuals', 'Balers', 'Sprayers']) await files.folder(name).waitFor();
    await page.getByRole('link', { name: '2 changes waiting' }).click();
    await poll(() => changes().count()).toBe(2);
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsSideways(page)).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('sends them once it is back, each once, and says what became of them', async () => {
    await harness.api.command('add-folder', { name: 'Balers', parentId: null });
    await cable.plug();
    await page.getByText('1 change could not be made').waitFor();
    await offlineBar().waitFor({ state: 'hidden' });
    await changes().filter({ hasText: 'Sprayers' }).getByText(/^Sent/).waitFor();
    const conflict = changes().filter({ hasText: 'Balers' });
    await conflict.getByText(/^Conflict/).waitFor();
    await conflict.getByText('Something with this name is already there').waitFor();
    await conflict.getByRole('button', { name: 'Keep both' }).click();
    await poll(() => changes().getByText(/^Sent/).count()).toBe(2);
    const { folders } = await harness.api.read<{ folders: { name: string }[] }>('/api/folders');
    expect(folders.map(({ name }) => name)).toEqual([
      ...['Balers', 'Balers (2)', 'Manuals', 'Sprayers'],
    ]);
    await page.getByRole('button', { name: 'Clear sent changes' }).click();
    await page.getByText('No changes wait').waitFor();
  });

  it('tells of a person whom somebody else has changed meanwhile', async () => {
    await page.goto('/dashboard/employees');
    await page.getByText('Ann Miller').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog').filter({ has: page.getByLabel('Role') });
    await form.getByLabel('Role').fill('Foreman');
    await cable.pull();
    await form
      .getByRole('button', { name: /Save|Submit|Edit/ })
      .last()
      .click();
    await page.getByRole('link', { name: '1 change waiting' }).waitFor();
    const { employees } = await harness.api.read<{ employees: Record<string, unknown>[] }>(
      '/api/employees',
    );
    const own = Object.entries(employees[0] ?? {});
    const ann = Object.fromEntries(own.filter(([key]) => !/^(dateAdded|timestamp)$/.test(key)));
    await harness.api.command('update-employee', { ...ann, role: 'Driver' });
    await cable.plug();
    await page.getByText('1 change could not be made').waitFor();
    await page.goto('/waiting');
    await changes().getByText('Someone else changed this employee').waitFor();
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByText('No changes wait').waitFor();
    await page.goto('/dashboard/employees');
    await page.getByText('Driver').first().waitFor();
  });

  it('takes a new build over when it is asked to', async () => {
    // To a browser another address is another worker, as another text is.
    await evaluate(`navigator.serviceWorker.register('/sw.js?newer').then(() => undefined)`);
    await page.getByText('A new version is there.').waitFor();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load it' }).click();
    await loaded;
    await files.title('Files').or(page.getByText('Our staff')).waitFor();
    await poll(() => evaluate('navigator.serviceWorker.controller?.scriptURL')).toBe(
      `${cable.address}/sw.js?newer`,
    );
  });

  it('has nothing of one person for another one', async () => {
    await files.open(manuals);
    const before = await kept();
    expect(before).toMatchObject({ owner: 1, files: 1, documents: 1 });
    expect(before['answers']).toBeGreaterThan(2);
    const { cookie } = await openClient(harness.address, {
      ...signIn,
      email: 'basic@feusa.example',
    });
    const [name = '', value = ''] = cookie.split('=');
    await device.addCookies([{ name, value, url: cable.address, httpOnly: true }]);
    await page.goto('/waiting');
    await page.getByText('No changes wait').waitFor();
    await poll(async () => (await kept())['files']).toBe(0);
    await poll(async () => (await kept())['documents']).toBeLessThan(2);
    await cable.pull();
    const document = await device.newPage();
    await document.goto(`/files/${file}?inline=1`);
    await document.getByText('not kept on this device').waitFor();
    await document.close();
    await files.page.goto(`/dashboard/${manuals}`);
    await offlineBar().waitFor();
    expect(await page.getByText('Plan.txt').count()).toBe(0);
    await cable.plug();
  });

  it('keeps nothing after a sign-out', async () => {
    await files.open(manuals);
    await files.doc('Plan.txt').waitFor();
    await poll(async () => (await kept())['answers']).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await poll(kept).toEqual({ answers: 0, documents: 0, files: 0, owner: 0, waiting: 0 });
    await cable.pull();
    // The server has the browser forget the app too, so that there may be nothing that opens.
    await page.goto('/dashboard').catch(() => undefined);
    expect(await page.getByText('Manuals').count()).toBe(0);
    await cable.plug();
  });
});
