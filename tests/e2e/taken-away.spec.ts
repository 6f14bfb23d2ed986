import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { inBrowser, openDevice } from './browser.js';
import { openCable } from './cable.js';
import { openClient } from './client.js';
import { Files } from './pages/files.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const restrict = (id: string, access: { read: string[]; manage: string[] } | null) =>
  harness.api.command('set-folder-access', { id, access });

async function newUser(email: string): Promise<{ id: string; cookie: string }> {
  const { id } = await harness.api.command('register-user', { ...signIn, email });
  return { id, cookie: (await openClient(harness.address, { ...signIn, email })).cookie };
}

/** All that the browser keeps of answers, as one text. */
const keptIn = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const db = await new Promise((done, failed) => {
      const asked = indexedDB.open('feusa');
      asked.onsuccess = () => done(asked.result);
      asked.onerror = failed;
    });
    const all = await new Promise((done) => {
      const asked = db.transaction('answers').objectStore('answers').getAll();
      asked.onsuccess = () => done(asked.result);
    });
    db.close();
    return JSON.stringify(all) + JSON.stringify(localStorage);
  })()`);

inBrowser('what is taken away', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('leaves the open pages of an administrator who is none any more', async () => {
    const [open, pay] = [await addFolder('Open'), await addFolder('Wages')];
    await restrict(pay, { read: [], manage: [] });
    const { id, cookie } = await newUser('fallen@feusa.example');
    await harness.api.command('set-user-role', { userId: id, role: 'admin' });
    const windows = new Map<string, Page>();
    for (const place of ['/users', '/trash', '/operations', '/log', '/access-log', '/dashboard']) {
      const page = await harness.window();
      await harness.enter(page, cookie);
      await page.goto(place);
      await page.getByRole('heading', { level: 1 }).waitFor();
      windows.set(place, page);
    }
    const files = new Files(windows.get('/dashboard')!);
    await files.folder('Wages').waitFor();
    const inside = await harness.window();
    await harness.enter(inside, cookie);
    await new Files(inside).open(pay);
    await inside.getByRole('heading', { level: 1 }).getByText('Wages').waitFor();

    await harness.api.command('set-user-role', { userId: id, role: 'basic' });
    await files.folder('Wages').waitFor({ state: 'hidden' });
    await files.folder('Open').waitFor();
    for (const [place, page] of windows) {
      if (place === '/dashboard') continue;
      await page.getByText('You don’t have access to this page').waitFor();
    }
    await inside.getByRole('heading', { level: 1 }).getByText('Wages').waitFor({ state: 'hidden' });
    expect(await seriousFaults(windows.get('/users')!)).toEqual([]);
    expect(open).not.toBe(pay);

    await harness.api.command('set-user-role', { userId: id, role: 'admin' });
    await files.folder('Wages').waitFor();
    await inside.getByRole('heading', { level: 1 }).getByText('Wages').waitFor();
    // What was asked for in between was refused.
    await harness.takeFaults();
  });

  it('stays on no device that was away meanwhile', async () => {
    const { id, cookie } = await newUser('away@feusa.example');
    const folder = await addFolder('Injuries');
    await restrict(folder, { read: [id], manage: [] });
    await addFolder('Malachite', folder);
    const cable = await openCable(harness.address);
    const directory = await mkdtemp(path.join(tmpdir(), 'feusa-away-'));
    const device = await openDevice(directory, { baseURL: cable.address, locale: 'en-GB' });
    try {
      const page = device.pages()[0] ?? (await device.newPage());
      const [name = '', value = ''] = cookie.split('=');
      await device.addCookies([{ name, value, url: cable.address, httpOnly: true }]);
      const files = new Files(page);
      await files.open();
      await files.folder('Injuries').waitFor();
      await poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')).toBe(
        true,
      );
      await files.open(folder);
      await files.folder('Malachite').waitFor();
      await poll(async () => await keptIn(page)).toContain('Malachite');
      await cable.pull();
      await restrict(folder, { read: [], manage: [] });
      await page.goto('/dashboard');
      await page.getByText('You are offline.').waitFor();
      await cable.plug();
      await page.getByText('You are offline.').waitFor({ state: 'hidden' });
      await poll(async () => await keptIn(page)).not.toMatch(/Malachite|Injuries/);
      await cable.pull();
      await page.goto(`/dashboard/${folder}`);
      await page.getByText('You are offline.').waitFor();
      expect(await page.getByText(/Malachite|Injuries/).count()).toBe(0);
    } finally {
      await device.close();
      await cable.pull().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    }
  });
});
