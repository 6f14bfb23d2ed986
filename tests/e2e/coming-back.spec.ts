import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { hold, inBrowser, inTurn, watching } from './browser.js';
import { openCable } from './cable.js';
import { openClient } from './client.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { samples } from './samples.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
const { email, password, teamPassword } = signIn;
const widths = [390, 1280] as const;
const window = (width: number, role?: Role) =>
  harness.window(role, { viewport: { width, height: 800 } });
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
/** As by somebody else: the page hears of it, and is not asked. */
const endSession = async (page: Page) => {
  const cookies = await page.context().cookies();
  await fetch(new URL('/api/session', harness.address), {
    method: 'DELETE',
    headers: { cookie: cookies.map((each) => `${each.name}=${each.value}`).join('; ') },
  });
};
/** The button of a wide screen, which is in a menu on a phone. */
const press = async (screen: Files, name: string) => {
  const folded = (screen.page.viewportSize()?.width ?? 0) < 600;
  if (folded) await screen.menu('Actions', name);
  else await screen.button(name).click();
};
const pathOf = (screen: { readonly page: Files['page'] }) => {
  const { pathname, search } = new URL(screen.page.url());
  return pathname + search;
};
/** Clicks as soon as a dialog is gone, sooner than somebody could. */
const LEAVE_AND_CLICK = `new Promise((done) => {
  const link = [...document.querySelectorAll('a')].find((each) => each.textContent === 'Inner');
  const look = () => {
    if (document.querySelector('[role=dialog]')) return setTimeout(look);
    setTimeout(() => done(link.click()));
  };
  [...document.querySelectorAll('[role=dialog] button')]
    .find((each) => each.textContent === 'Cancel')
    .click();
  look();
})`;
const person = {
  ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
  ...{ email: 'ann.miller@feusa.example', location: 'Omaha', department: 'Service' },
  manager: 'Maria Lopez',
};

inBrowser('coming back', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(widths))(
    'asks before Back leaves a dialog that was typed into, at %i px',
    async (width) => {
      const id = await addFolder(`Back ${width}`);
      const screen = new Files(await window(width, 'admin'));
      await screen.open();
      await screen.enter(`Back ${width}`);
      await press(screen, 'Add Folder');
      const modal = screen.modal('Add Folder');
      await modal.field('Name').fill('Half typed');
      await screen.page.goBack();
      await modal.text('Discard what you have entered?').waitFor();
      expect(pathOf(screen)).toBe(`/dashboard/${id}`);
      await modal.press('Keep editing');
      expect(await modal.field('Name').inputValue()).toBe('Half typed');
      await screen.page.goBack();
      await modal.press('Discard');
      await modal.gone();
      await press(screen, 'Add Folder');
      await modal.shown();
      await screen.page.goBack();
      await modal.gone();
      expect(pathOf(screen)).toBe(`/dashboard/${id}`);
      await press(screen, 'Add Folder');
      await modal.press('Cancel');
      await modal.gone();
      await screen.page.goBack();
      await screen.title('Files').waitFor();
      expect(pathOf(screen)).toBe('/dashboard');
    },
  );

  it('a click right after a dialog was left is no step too few and none too many', async () => {
    const id = await addFolder('Outer');
    await harness.api.command('add-folder', { name: 'Inner', parentId: id });
    const screen = new Files(await window(1280, 'admin'));
    await screen.open();
    await screen.enter('Outer');
    for (let round = 0; round < 3; round++) {
      await screen.button('Add Folder').click();
      await screen.modal('Add Folder').shown();
      await screen.page.evaluate(LEAVE_AND_CLICK);
      await screen.title('Inner').waitFor();
      await screen.page.goBack();
      await screen.title('Outer').waitFor();
    }
    await screen.page.goBack();
    await screen.title('Files').waitFor();
    expect(pathOf(screen)).toBe('/dashboard');
  });

  it('a dialog over a person goes with Back before the person does', async () => {
    await harness.api.command('add-employee', person);
    const screen = new People(await window(1280, 'admin'));
    await screen.open();
    const detail = await screen.openPerson('Ann Miller');
    await detail.press('Edit');
    const form = screen.modal('Edit Ann Miller');
    await form.shown();
    await screen.page.goBack();
    await form.gone();
    await detail.shown();
    await screen.page.goBack();
    await detail.gone();
    expect(pathOf(screen)).toBe('/dashboard/employees');
  });

  it.each([
    ['the details of a document', 'Details', ''],
    ['the details of a document after a reload', 'Details', 'reloaded'],
    ['the preview of a document after a reload', 'Preview', 'reloaded'],
  ])('no step of Back is left over by %s', async (what, action, reloaded) => {
    const name = `With ${what}`;
    await harness.api.addFile(await addFolder(name), 'Torque.txt', Buffer.from('12 Nm'));
    const screen = new Files(await window(1280, 'admin'));
    await screen.open();
    await screen.enter(name);
    await screen.menu('More for Torque.txt', action);
    const modal = screen.modal('Torque.txt');
    await modal.shown();
    if (reloaded) await screen.page.reload();
    await modal.shown();
    await screen.page.keyboard.press('Escape');
    await screen.page.keyboard.press('Escape');
    await modal.gone();
    await screen.title(name).waitFor();
    await screen.page.goBack();
    await screen.title('Files').waitFor();
    expect(pathOf(screen)).toBe('/dashboard');
  });

  it.each([
    ['/log', (page: Page) => page.getByRole('list', { name: 'Events, newest first' })],
    ['/trash', (page: Page) => page.getByRole('main')],
  ])('no step of Back is left over by what was open in %s', async (path, listOf) => {
    const { id } = await harness.api.addFile(await addFolder('Old'), 'Old.txt', Buffer.from('1'));
    await harness.api.command('remove-file', { id });
    const page = await window(1280, 'admin');
    await page.goto('/dashboard/employees');
    await page.goto(path);
    const first = path === '/log' ? /./ : 'Preview of Old.txt';
    await listOf(page).getByRole('button', { name: first }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(pathOf({ page })).toBe(path);
    await page.goBack();
    await poll(() => pathOf({ page })).toBe('/dashboard/employees');
  });

  it.each(inTurn(widths))(
    'says why a session ended, and brings the form back, at %i px',
    async (width) => {
      const id = await addFolder(`Ended ${width}`);
      const who = { ...signIn, email: `ended-${width}@feusa.example` };
      const { id: userId } = await harness.api.command('register-user', who);
      await harness.api.command('set-user-role', { userId, role: 'admin' });
      const page = await window(width);
      await harness.enter(page, (await openClient(harness.address, who)).cookie);
      const screen = new Files(page);
      await screen.open(id);
      await press(screen, 'Add link');
      const modal = screen.modal('Add Link');
      await modal.field('Name').fill('Dealer portal');
      await modal.field('Link').fill('https://dealer.example/pri');
      const others = await openClient(harness.address, who);
      await endSession(page);
      expect(others.cookie).not.toBe('');
      const entrance = new Entrance(page);
      await page.getByText(/Your session has ended/).waitFor();
      await entrance.signIn(teamPassword, who.email, password);
      await modal.shown();
      expect(await modal.field('Name').inputValue()).toBe('Dealer portal');
      expect(await modal.field('Link').inputValue()).toBe('https://dealer.example/pri');
      expect(pathOf(screen)).toBe(`/dashboard/${id}`);
      await modal.field('Link').fill('https://dealer.example/prices');
      await modal.press('Add Link');
      await modal.gone();
      await screen.doc('Dealer portal').waitFor();
    },
  );

  it('shows nothing of a form to another person, and nothing of a place after signing out', async () => {
    const who = { ...signIn, email: 'left@feusa.example' };
    const { id: userId } = await harness.api.command('register-user', who);
    await harness.api.command('set-user-role', { userId, role: 'admin' });
    const page = await window(1280);
    const { cookie } = await openClient(harness.address, who);
    await harness.enter(page, cookie);
    const screen = new Files(page);
    await screen.open();
    await press(screen, 'Add Folder');
    await screen.modal('Add Folder').field('Name').fill('Secret plans');
    await fetch(new URL('/api/session', harness.address), {
      method: 'DELETE',
      headers: { cookie },
    });
    const entrance = new Entrance(page);
    await page.getByText(/Your session has ended/).waitFor();
    await entrance.signIn(teamPassword, email, password);
    await screen.title('Files').waitFor();
    await press(screen, 'Add Folder');
    expect(await screen.modal('Add Folder').field('Name').inputValue()).toBe('');
    await screen.modal('Add Folder').press('Cancel');
    await page.goto('/trash');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await entrance.signIn(teamPassword, email, password);
    await screen.title('Files').waitFor();
    expect(pathOf(screen)).toBe('/dashboard');
  });

  it.each(inTurn(widths))('every address is there after the sign-in, at %i px', async (width) => {
    await harness.api.command('add-employee', { ...person, email: `x${width}@feusa.example` });
    const places = [
      ...['/log/1', '/log?text=Back', '/users', '/trash', '/register'],
      ...['/dashboard/employees?q=mechanic', '/operations'],
    ];
    const page = await window(width);
    const entrance = new Entrance(page);
    for (const place of places) {
      const answer = await page.goto(place);
      expect([place, answer?.status()]).toEqual([place, 200]);
      await page.waitForURL((url) => url.pathname === '/');
      await entrance.signIn(teamPassword, email, password);
      await poll(() => pathOf({ page }), { timeout: 15_000 }).toBe(place);
      await page.context().clearCookies();
    }
  });

  it('an event opened by its link leads to the newer and the older one', async () => {
    for (let index = 0; index < 3; index++) await addFolder(`Event ${index}`);
    const page = await window(1280, 'admin');
    await page.goto('/log/2');
    const title = (position: number) =>
      page.getByRole('heading', { name: `Event ${position}`, exact: true });
    await title(2).waitFor();
    await page.getByRole('button', { name: 'Newer event' }).click();
    await title(3).waitFor();
    await page.getByRole('button', { name: 'Older event' }).click();
    await page.getByRole('button', { name: 'Older event' }).click();
    await title(1).waitFor();
  });

  it.each(inTurn(widths))(
    'the link of a file leads to it over the sign-in, at %i px',
    async (width) => {
      const folderId = await addFolder(`Linked ${width}`);
      const { png } = await samples();
      const { id } = await harness.api.addFile(folderId, png.name, png.buffer);
      const page = await window(width);
      await page.goto(`/files/${id}?inline=1`);
      await page.waitForURL((url) => url.pathname === '/');
      await new Entrance(page).signIn(teamPassword, email, password);
      await page.waitForURL((url) => url.pathname === `/files/${id}`);
      expect(await page.evaluate<number>('document.images[0].naturalWidth')).toBeGreaterThan(0);
      await harness.api.command('remove-file', { id });
      await harness.api.read('/api/folders');
      await page.goto(`/files/${id}`);
      await page.getByRole('heading', { name: 'This file is gone' }).waitFor();
      await page.getByRole('button', { name: 'Back to files' }).click();
      await new Files(page).title('Files').waitFor();
    },
  );

  it.each(inTurn(widths))('no letter that follows Ctrl+K is lost, at %i px', async (width) => {
    const screen = new Files(await window(width, 'admin'));
    const held = await hold(screen.page, '**/assets/palette*.js');
    await screen.open();
    await screen.page.keyboard.press('Control+k');
    await screen.page.keyboard.type('tract');
    held.release();
    const box = screen.page.getByRole('combobox', { name: /^Find a folder/ });
    await poll(() => box.inputValue()).toBe('tract');
    await screen.page.keyboard.type('ors');
    await poll(() => box.inputValue()).toBe('tractors');
  });

  it.each(inTurn(widths))('an edit that came too late says so once, at %i px', async (width) => {
    const mine = { ...person, firstName: `Late${width}`, email: `late${width}@feusa.example` };
    const { id } = await harness.api.command('add-employee', mine);
    const screen = new People(await window(width, 'admin'));
    const held = await hold(screen.page, '**/api/commands/update-employee*');
    await screen.open(`?person=${id}`);
    await screen.modal(`Late${width} Miller`).press('Edit');
    const form = screen.modal(`Edit Late${width} Miller`);
    await screen.fill({ role: 'Mine' });
    await form.press('Save');
    await harness.api.command('update-employee', { id, version: 1, ...mine, department: 'Theirs' });
    held.release();
    await form.text('Somebody else changed this employee while you were editing.').waitFor();
    expect(await form.root.getByRole('alert').count()).toBe(1);
    expect(await form.root.getByText('Oh Shoot!').count()).toBe(0);
    await form.press('Reapply my changes');
    await form.press('Save');
    await form.gone();
  });

  it.each(inTurn(widths))('a double click opens a file once, at %i px', async (width) => {
    const folderId = await addFolder(`Double ${width}`);
    const { png } = await samples();
    await harness.api.addFile(folderId, png.name, png.buffer);
    const screen = new Files(await window(width, 'basic'));
    await screen.open(folderId);
    let tabs = 0;
    screen.page.on('popup', () => (tabs += 1));
    const first = screen.page.waitForEvent('popup');
    await screen.doc(png.name).dblclick();
    await first;
    // A second window would have opened with the first: both clicks are over.
    await screen.page.waitForLoadState('networkidle');
    expect(tabs).toBe(1);
  });

  it.each(inTurn(widths))('who deletes a document takes it back, at %i px', async (width) => {
    const folderId = await addFolder(`Own ${width}`);
    const link = { folderId, name: 'Portal', link: 'https://dealer.example/' };
    await harness.api.command('add-link', link);
    const screen = new Files(await window(width, 'basic'));
    await screen.open(folderId);
    await screen.details('Portal').click();
    await screen.modal('Portal').press('Delete');
    await screen.modal('Delete Link').press('Delete');
    await screen.doc('Portal').waitFor({ state: 'hidden' });
    await screen.undo('Link deleted.');
    await screen.doc('Portal').waitFor();
  });

  it('reads of the directory only what has changed since the last visit, people who are gone among it', async () => {
    const employee = (n: number) => ({
      ...person,
      firstName: `Aa ${n}`,
      email: `k${n}@feusa.example`,
    });
    const add = async (n: number) => (await harness.api.command('add-employee', employee(n))).id;
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => add(n)));
    const screen = new People(await window(1280, 'admin'));
    await screen.open();
    await screen.card('Aa 2 Miller').waitFor();
    await screen.page.goto('/');
    await harness.api.command('remove-employee', { id: ids[2]! });
    await harness.api.command('update-employee', { id: ids[3]!, version: 1, ...employee(10) });
    const answers: string[] = [];
    screen.page.on('response', (answer) => {
      const { pathname, search } = new URL(answer.url());
      if (pathname === '/api/employees') answers.push(search);
    });
    await screen.open();
    await screen.card('Aa 10 Miller').waitFor();
    await screen.card('Aa 4 Miller').waitFor();
    expect(await screen.card('Aa 2 Miller').count()).toBe(0);
    expect(await screen.card('Aa 3 Miller').count()).toBe(0);
    expect(answers).toEqual([expect.stringMatching(/^\?since=\d+/)]);
  });

  it('shows what changed of a person’s own things while the connection was cut', async () => {
    const folder = await addFolder('Cut off');
    const { id } = await harness.api.addFile(folder, 'Rules.txt', Buffer.from('Rules'));
    const cable = await openCable(harness.address);
    try {
      const page = await harness.window(undefined, { baseURL: cable.address });
      const [name = '', value = ''] = harness.api.cookie.split('=');
      await page.context().addCookies([{ name, value, url: cable.address, httpOnly: true }]);
      const screen = new Files(page);
      await Promise.all([watching(page), screen.open(folder)]);
      const star = screen.button('Favourite');
      await poll(() => star.getAttribute('aria-pressed')).toBe('false');
      await page.waitForLoadState('networkidle');
      await cable.pull();
      await harness.api.star(folder);
      await harness.api.command('ask-acknowledgement', {
        ...{ id, fileVersion: 1 },
        from: { everyone: true },
      });
      const asked: string[] = [];
      page.on('response', (answer) => {
        const { pathname } = new URL(answer.url());
        if (answer.ok() && pathname.startsWith('/api/me/')) asked.push(pathname);
      });
      await cable.plug();
      await poll(() => star.getAttribute('aria-pressed')).toBe('true');
      const row = screen.doc('Rules.txt');
      await poll(() => row.getAttribute('aria-description')).toContain('Waits for you');
      await page.waitForLoadState('networkidle');
      // Each time that it is connected, which on a busy machine may be twice.
      expect(new Set(asked)).toEqual(new Set(['/api/me/marks', '/api/me/waiting']));
      expect(asked.length).toBeLessThanOrEqual(4);
    } finally {
      await harness.takeFaults();
      await cable.pull().catch(() => undefined);
      await harness.api.command('remove-folder', { id: folder });
    }
  });
});
