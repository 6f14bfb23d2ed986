import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Log } from './pages/log.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

let harness: Harness;
let safety: string;
let manuals: string;
/** The position of the move of Safety into Manuals. */
let moved: string;

const open = async (path = '/log', options = {}) => {
  const log = new Log(await harness.window('auditor', options));
  await log.open(path);
  return log;
};
const download = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
};

inBrowser('the log', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    const { api } = harness;
    const add = async (name: string) =>
      (await api.command('add-folder', { name, parentId: null })).id;
    [manuals, safety] = [await add('Manuals'), await add('Safety')];
    for (let n = 0; n < 60; n++) await add(`Folder ${n}`);
    moved = (await api.command('move-folder', { id: safety, parentId: manuals })).position;
    await api.command('add-employee', {
      ...{ firstName: 'María', lastName: 'Lopez', phoneNumber: '402 555 0101' },
      ...{ email: 'maria@feusa.example', role: 'Mechanic', location: 'Omaha' },
      ...{ department: 'Service', manager: 'Ada' },
    });
    await api.command('remove-folder', { id: safety });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('is found in by words, person and type, and a selection of it can be exported', async () => {
    const log = await open();
    await log.find('Search', 'safe');
    await log.rows('deleted the folder “Safety”').waitFor();
    await log.rows('moved the folder “Safety” into “Manuals”').waitFor();
    const { page } = log;
    await poll(() => log.rows('').count()).toBe(3);
    await poll(() => new URL(page.url()).searchParams.get('text')).toBe('safe');
    const link = page.getByRole('link', { name: 'Export these events' });
    const lines = (await download(page, () => link.click())).trimEnd().split('\n');
    expect(lines).toHaveLength(3 * 2 + 1);
    await log.find('Search', '');
    await log.find('Changed by or about', 'lopez');
    await log.rows('added María Lopez, Mechanic, to the directory').waitFor();
    await poll(() => log.rows('').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.getByLabel('Event type').selectOption('FolderMoved');
    await poll(() => log.rows('').count()).toBe(1);
    await log.find('Search', 'xylophone');
    await page.getByText('No matching events').waitFor();
    await page.getByRole('button', { name: 'Show all events' }).click();
    await log.rows('Folder 59').waitFor();
  });

  it('is held against the screens on demand, which says what it found, and gives the focus back', async () => {
    const log = await open();
    const { page } = log;
    const button = page.getByRole('button', { name: 'Compare data with the log' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Data compared with the log' });
    await dialog.getByRole('button', { name: 'Read every file too' }).click();
    await dialog.getByText('All data matches the log').waitFor();
    const line = dialog.getByRole('list', { name: 'Compared' }).getByRole('listitem');
    await line.filter({ hasText: 'Folders' }).getByRole('img', { name: 'the same' }).waitFor();
    expect(await line.filter({ hasText: 'File contents' }).textContent()).toMatch(/0 files/);
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await poll(focused).toBe('Compare data with the log');
  });

  it('goes to its end and back by keys, and keeps the focus while rows are read', async () => {
    const log = await open();
    const { page } = log;
    await log.rows('').first().waitFor();
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await log.rows('').first().getByRole('button').focus();
    await page.keyboard.press('End');
    await poll(focused).toMatch(/position 1$/);
    await page.keyboard.press('ArrowUp');
    await poll(focused).toMatch(/position 2$/);
    await page.keyboard.press('Home');
    await poll(focused).not.toMatch(/position [12]$/);
  });

  it('shows one event with before and after, and checks its proof in the browser', async () => {
    const log = await open(`/log/${moved}`);
    const { root } = log.event;
    await root.getByText('moved the folder “Safety” into “Manuals”').waitFor();
    await root.getByText(/^Proved: part of the log of \d+ events signed by feusa$/).waitFor();
    const row = root.getByRole('row', { name: /^Folder/ });
    const cells = () => row.getByRole('cell').allTextContents();
    await poll(cells).toEqual(['the top', 'Manuals']);
    await root.getByText('No other changes in this request.').waitFor();
    await root.getByRole('link', { name: /^Next change to this/ }).click();
    await root.getByText('deleted the folder “Safety”').waitFor();
    await root.getByRole('button', { name: 'Everything about this' }).click();
    await log.rows('added the folder “Safety”').waitFor();
    await poll(() => log.rows('').count()).toBe(3);
  });

  it('says plainly where an event is not what was signed', async () => {
    const log = new Log(await harness.window('auditor'));
    await log.page.route(`**/api/audit/events/${moved}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { bytes: string };
      const bytes = body.bytes.replace('FolderMoved', 'FolderMaved');
      await route.fulfill({ response: answer, json: { ...body, bytes } });
    });
    await log.open(`/log/${moved}`);
    await log.page.getByText('Not proved: this event may have been changed').waitFor();
  });

  it('is walked through with the keyboard, in the list and from event to event', async () => {
    const log = await open('/log?type=FolderAdded');
    const { page } = log;
    await log.rows('Folder 59').getByRole('button').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    const { root } = log.event;
    await root.getByText('added the folder “Folder 58”').waitFor();
    await page.keyboard.press('j');
    await root.getByText('added the folder “Folder 57”').waitFor();
    await page.keyboard.press('ArrowLeft');
    await root.getByText('added the folder “Folder 58”').waitFor();
    await page.keyboard.press('Escape');
    await root.waitFor({ state: 'hidden' });
    await log.rows('Folder 59').getByRole('button').focus();
    await page.keyboard.press('End');
    await log.rows('added the folder “Manuals”').waitFor();
    await poll(() => page.evaluate('document.activeElement.textContent')).toContain('Manuals');
  });

  it('leads back to its latest event from a place beyond its end', async () => {
    const { page } = await open('/log/999999999');
    await page.getByText('The log has no event at this position.').waitFor();
    await page.getByRole('button', { name: 'Older event' }).click();
    await page.getByRole('button', { name: 'Everything about this' }).waitFor();
    await poll(() => page.getByRole('button', { name: 'Newer event' }).isDisabled()).toBe(true);
  });

  it('shows what happens while one looks at it', async () => {
    const log = await open();
    await log.rows('deleted the folder “Safety”').waitFor();
    await harness.api.command('add-folder', { name: 'Just now', parentId: null });
    await log.rows('added the folder “Just now”').waitFor();
    await log.rows('Just now').hover();
    await harness.api.command('add-folder', { name: 'And now', parentId: null });
    await log.page.getByRole('button', { name: '1 new event' }).click();
    await log.rows('added the folder “And now”').waitFor();
  });

  it('says how many other changes of a request it doesn’t list', async () => {
    const { api } = harness;
    const headers = { traceparent: `00-${'0a'.repeat(16)}-${'0b'.repeat(8)}-01` };
    const add = (n: number) =>
      api.command('add-folder', { name: `Together ${n}`, parentId: null }, undefined, headers);
    const added = await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)));
    const { root } = (await open(`/log/${added[0]?.position}`)).event;
    await root.getByText('and 3 more', { exact: true }).waitFor();
    expect(await root.getByRole('link', { name: /added the folder “Together/ }).count()).toBe(8);
    await root.getByRole('link', { name: 'All changes in this request' }).click();
  });

  it('fits a phone', async () => {
    const log = await open('/log', { viewport: { width: 390, height: 844 } });
    await log.rows('Folder').first().waitFor();
    await poll(() => fitsSideways(log.page)).toBe(true);
    expect((await log.rows('').first().boundingBox())!.y).toBeLessThan(250);
    await log.page.getByText('Filter', { exact: true }).click();
    await log.find('Search', 'lopez');
    await log.rows('María Lopez').waitFor();
    const name = `${'Maintenance of the harvester '.repeat(3)}2026.txt`;
    await harness.api.addFile(manuals, name, Buffer.from('Oil'));
    await log.find('Search', 'harvester');
    await log.rows('2026.txt” in “Manuals”').waitFor();
  });

  it('erases a person by name, says what still names them, and certifies it', async () => {
    const name = 'Żaneta Nowak';
    const { api } = harness;
    const { id } = await api.command('add-employee', {
      ...{ firstName: 'Żaneta', lastName: 'Nowak', phoneNumber: '402 555 0177' },
      ...{ email: 'zaneta@feusa.example', role: 'Mechanic', location: 'Omaha' },
      ...{ department: 'Service', manager: 'Ada' },
    });
    await api.command('add-folder', { name: `Contract ${name}`, parentId: null });
    await api.command('log-error', { details: `${name} cannot sign in`, errors: null });
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await harness.window('admin', phone);
    const other = await harness.window('basic');
    for (const each of [page, other]) await each.goto(`/dashboard/employees?person=${id}`);
    const watched = await open();
    await watched.rows(`added ${name}, Mechanic`).waitFor();
    await watched.rows(`${name} cannot sign in`).waitFor();
    const people = new People(page);
    await people.modal(name).press('Delete');
    await people.modal('Delete Employee').press('erase the person');
    const modal = people.modal('Erase Person');
    await modal.root.getByText('One error report that tells of them').waitFor();
    await modal.root.getByRole('link', { name: `Contract ${name}` }).waitFor();
    await modal.field(`Type “${name}” to go on`).fill('Zaneta Nowak');
    await modal.press('Erase permanently');
    await modal.text(`Type “${name}” as it is written`).waitFor();
    await modal.field(`Type “${name}” to go on`).fill(name);
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await modal.press('Erase permanently');
    await people.messages.getByRole('button', { name: 'See the certificate' }).click();
    const certificate = page.getByRole('region', { name: 'Certificate of the erasure' });
    await certificate.getByText('Nothing is left in any of these places.').waitFor();
    await certificate.getByText(`Contract ${name}`).waitFor();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
    const save = certificate.getByRole('button', { name: 'Save as text' });
    const text = await download(page, () => save.click());
    expect(text).toContain(`Person: employee-${id}`);
    expect(text).not.toContain('Żaneta');
    // Whoever looked at the person sees nothing of them any more, and their browser has forgotten them.
    await other.getByText('Not in the directory').waitFor();
    await watched.rows('erased what was known of a person').waitFor();
    for (const words of [`added ${name}, Mechanic`, `${name} cannot sign in`])
      await watched.rows(words).waitFor({ state: 'hidden' });
    const kept = () => other.evaluate<string>('JSON.stringify(localStorage)');
    await poll(kept).not.toContain('Nowak');
  });

  it('raises an alarm in a browser that has seen another past, everywhere, until somebody accepts it', async () => {
    const log = await open();
    const { page } = log;
    await page.getByText('Checked by this browser').waitFor();
    // As if this browser had seen a log of as many events, but of another past.
    await page.evaluate(`(() => {
      const seen = JSON.parse(localStorage.getItem('feusa.log-seen'));
      const lines = seen.note.split('\\n');
      lines[2] = (lines[2][0] === 'A' ? 'B' : 'A') + lines[2].slice(1);
      localStorage.setItem('feusa.log-seen', JSON.stringify({ ...seen, note: lines.join('\\n') }));
    })()`);
    await page.goto('/dashboard');
    await log.alarm.getByText('its past was changed').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
    }
    const press = log.alarm.getByRole('button', { name: 'Download the evidence' });
    const evidence = JSON.parse(await download(page, () => press.click())) as {
      kind: string;
      seen: { note: string };
      now: { note: string };
    };
    expect(evidence.kind).toBe('forked');
    expect(evidence.seen.note).not.toBe(evidence.now.note);
    await page.reload();
    await log.alarm.getByRole('button', { name: 'Accept the new log…' }).click();
    const modal = page.locator('[role=alertdialog]:not([aria-modal=false])');
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await log.alarm.getByRole('button', { name: 'Accept the new log…' }).click();
    await modal.getByRole('button', { name: 'Accept the new log' }).click();
    await log.alarm.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    expect(await log.alarm.count()).toBe(0);
  });

  it('raises an alarm where the log is shorter than it was, and none for those who are no auditors', async () => {
    const log = await open();
    await log.page.getByText('Checked by this browser').waitFor();
    await log.page.evaluate(`(() => {
      const seen = JSON.parse(localStorage.getItem('feusa.log-seen'));
      const lines = seen.note.split('\\n');
      lines[1] = '999999';
      localStorage.setItem('feusa.log-seen', JSON.stringify({ ...seen, note: lines.join('\\n') }));
    })()`);
    await log.page.reload();
    await log.alarm.getByText('events are missing').waitFor();
    const page = await harness.window('basic');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    expect(await new Log(page).alarm.count()).toBe(0);
  });

  it.each(inTurn([390, 1280]))(
    'says where this browser cannot check it: plain HTTP, at %i px',
    async (width) => {
      const away = harness.address.replace(/\/\/[^:]+/, '//intranet.test');
      const viewport = { width, height: 900 };
      const page = await harness.window(undefined, { baseURL: away, viewport });
      const [name = '', value = ''] = harness.api.cookie.split('=');
      await page.context().addCookies([{ name, value, url: away, httpOnly: true }]);
      await page.goto('/log');
      expect(await page.evaluate('crypto.subtle')).toBeUndefined();
      await page.getByText('This browser cannot check the log here').waitFor();
      expect(await new Log(page).alarm.count()).toBe(0);
      await page.goto('/log/1');
      await page.getByText('This browser cannot check the proof here').waitFor();
    },
  );
});
