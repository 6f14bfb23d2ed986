import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { inBrowser } from './browser.js';
import { openClient } from './client.js';
import { resetPath } from './mail.js';
import { signIn } from './product.js';
import { samples } from './samples.js';
import { shiftsOf, watchShifts } from './shifts.js';
import { Harness } from './harness.js';

/** How much a screen may move by itself, as browsers add it up; half of it is hardly seen. */
const MOST = 0.02;
const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
] as const;
type Size = (typeof sizes)[number];

let harness: Harness;
let folder: string;
let file: string;
let replaced: string;
let person: string;
let reset: string;

const withNotices: Record<string, () => string[]> = {
  '/dashboard/*?': () => [
    '/dashboard',
    `/dashboard/${folder}`,
    `/dashboard/${folder}?detail=${file}`,
    `/dashboard/${folder}?detail=${replaced}`,
    `/dashboard/${folder}?preview=${replaced}`,
    `/dashboard/${crypto.randomUUID()}`,
    `/dashboard/${folder}?at=40`,
  ],
  '/dashboard/employees': () => [
    '/dashboard/employees',
    '/dashboard/employees?q=zoe',
    `/dashboard/employees?person=${person}`,
  ],
  '/dashboard/employees/chart': () => ['/dashboard/employees/chart'],
  '/dashboard/employees/me': () => ['/dashboard/employees/me'],
  '/dashboard/employees/:id': () => [`/dashboard/employees/${person}`],
  '/dashboard/employees/*': () => ['/dashboard/employees/nobody/at-all'],
};

/** Every screen of the product by its route, and the addresses at which it looks another way. */
const inside: Record<string, () => string[]> = {
  ...withNotices,
  '/find': () => ['/find', '/find?q=zoe'],
  '/waiting': () => ['/waiting'],
  '/account': () => ['/account'],
  '/register': () => ['/register'],
  '/users': () => ['/users', '/users?at=40'],
  '/trash': () => ['/trash'],
  '/operations': () => ['/operations'],
  // Of a file that is there it only leads on.
  '/open/:id': () => [`/open/${crypto.randomUUID()}`],
  '/access-log': () => ['/access-log'],
  '/log/:position?': () => ['/log', '/log/3', '/log?text=zoe'],
  'no route': () => ['/nowhere'],
};
const outside: Record<string, () => string[]> = {
  '/': () => ['/'],
  '/reset': () => ['/reset', '/reset?token=x', reset],
  '/invite': () => ['/invite?token=x'],
  '/sso': () => ['/sso', '/sso?error=other-person&to=/users'],
};
const addresses = (screens: Record<string, () => string[]>) =>
  Object.values(screens).flatMap((each) => each());

/** Folders, a row of each kind, people, and something in the trash. */
async function furnish() {
  const { api } = harness;
  reset = await resetPath(harness, signIn.email);
  const add = async (name: string, parentId: string | null) =>
    (await api.command('add-folder', { name, parentId })).id;
  folder = await add('Großballenpressen und ihre Anleitungen', null);
  for (let n = 1; n < 9; n++) await add(`Folder ${n} of the machines that we sell`, null);
  for (let n = 1; n < 9; n++) await add(`Series ${n}`, folder);
  const { pdf, png } = await samples();
  replaced = (await api.addFile(folder, pdf.name, pdf.buffer)).id;
  for (let n = 2; n < 5; n++) {
    const uploadId = await api.upload(pdf.name, Buffer.concat([pdf.buffer, Buffer.alloc(n, 10)]));
    await api.command('replace-file', { id: replaced, uploadId });
  }
  file = (await api.addFile(folder, png.name, png.buffer)).id;
  await api.command('add-link', { folderId: folder, name: 'Dealer', link: 'https://a.example' });
  for (let n = 0; n < 44; n++) {
    const { id } = await api.command('add-employee', {
      firstName: `${String.fromCharCode(65 + (n % 26))}oë`,
      lastName: 'Kamińska-Montgomery',
      phoneNumber: '+48 600 100 2000',
      mobile: n % 2 ? '402 555 0100' : '',
      email: `somebody.${n}@agricultural-machinery.example`,
      role: 'Technician',
      location: 'Omaha',
      department: 'Service',
      manager: 'Maria Lopez',
    });
    person = id;
  }
  await api.command('invite-user', { email: 'zoe@feusa.example', role: 'basic' });
  for (let n = 0; n < 6; n++) await openClient(harness.address);
  const gone = await add('Gone', null);
  await api.command('remove-folder', { id: gone });
}

/** As over a network: each answer takes its own time, so what hangs on it comes in a frame of its own. */
async function slowly(page: Page) {
  let count = 0;
  await page.route(/\/(api|files|assets)\//, async (route) => {
    await sleep(30 + 60 * (count++ % 4));
    await route.continue().catch(() => undefined);
  });
}

/** When nothing has been asked for in a while, everything is there. */
const CALM_MS = 250;
async function settled(page: Page, open: Set<unknown>) {
  await page.getByRole('heading').first().waitFor();
  for (let calm = 0; calm < CALM_MS; calm = open.size === 0 ? calm + 50 : 0) await sleep(50);
}

function openRequests(page: Page) {
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', () => open.clear());
  return open;
}

/** Loads addresses one by one, and tells those that moved too much. */
async function loadAll(paths: readonly string[], size: Size, cold: boolean, role?: 'admin') {
  const page = await harness.window(role, { viewport: size });
  await watchShifts(page);
  // A window whose requests are held keeps nothing: each visit is the first.
  if (cold) await slowly(page);
  const moved: unknown[] = [];
  const open = openRequests(page);
  for (const path of paths) {
    await page.goto(path);
    await settled(page, open);
    const { total, all } = await shiftsOf(page);
    if (total >= MOST) moved.push({ path, width: size.width, cold, total, all });
  }
  return moved;
}

/** At both sizes at once, cold and warm. */
async function everywhere(paths: readonly string[], role?: 'admin') {
  const runs = sizes.flatMap((size) =>
    [true, false].map((cold) => loadAll(paths, size, cold, role)),
  );
  return (await Promise.all(runs)).flat();
}

/** What comes late moves a narrow screen, what was kept and is drawn anew a wide one. */
async function narrowAndWide(paths: readonly string[]) {
  const [narrow, wide] = sizes;
  const runs = [loadAll(paths, narrow, true, 'admin'), loadAll(paths, wide, false, 'admin')];
  return (await Promise.all(runs)).flat();
}

inBrowser('nothing moves by itself', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await furnish();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('of every route there is a row here', async () => {
    const routes = await readFile('web/src/app/routes.tsx', 'utf8');
    const paths = [...routes.matchAll(/\bpath[:=] ?["'](.+?)["']/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(8);
    expect(new Set([...paths, 'no route'])).toEqual(
      new Set([...Object.keys(inside), ...Object.keys(outside)]),
    );
  });

  it('before the sign-in', async () => {
    expect(await everywhere(addresses(outside))).toEqual([]);
  });

  it('on files and people', async () => {
    const paths = ['/dashboard', `/dashboard/${folder}`, '/dashboard/employees'];
    expect(await everywhere(paths, 'admin')).toEqual([]);
  });

  it.each(Object.keys(inside))('on %s while there is an error notice', async (route) => {
    await harness.api.command('log-error', { details: 'The scale is silent', errors: { code: 7 } });
    expect(await narrowAndWide(inside[route]!())).toEqual([]);
  });

  it.each(sizes)('when a notice comes ($width px)', async (size) => {
    const page = await harness.window('admin', { viewport: size });
    const open = openRequests(page);
    await watchShifts(page);
    for (const path of ['/dashboard', `/dashboard/${folder}`, '/dashboard/employees']) {
      await page.goto(path);
      await settled(page, open);
      await shiftsOf(page);
      const details = `Belt ${crypto.randomUUID()}`;
      await harness.api.command('log-error', { details, errors: null });
      const notices = page.getByRole('region', { name: 'Error notices' });
      await notices.getByRole('status').filter({ hasText: details }).waitFor();
      const { total, all } = await shiftsOf(page);
      expect({ path, moved: total > 0.001 && all }).toEqual({ path, moved: false });
    }
  });
});
