import { createHash, randomBytes } from 'node:crypto';
import { freePort } from '@feusa/engines/ports';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser } from './browser.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let harness: Harness;

inBrowser('a restart', () => {
  beforeAll(async () => {
    harness = await Harness.open({ PORT: String(await freePort()) });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('leaves everything where it was, and everybody signed in', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Manuals', parentId: null });
    await harness.api.addFile(id, 'plan.txt', Buffer.from('the plan'));
    const person = {
      ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
      ...{ email: 'ann@feusa.example', location: 'Kearney', department: 'Service', manager: 'Bo' },
    };
    await harness.api.command('add-employee', person);
    const files = new Files(await harness.window('admin'));
    await files.open(id);
    await files.addLink('Portal', 'https://dealer.example/');

    await harness.restart('SIGTERM');

    await files.page.reload();
    await files.title('Manuals').waitFor();
    await files.doc('Portal').waitFor();
    const href = (await files.doc('plan.txt').getAttribute('href')) ?? '';
    expect(await (await files.page.request.get(href)).text()).toBe('the plan');
    const people = new People(files.page);
    await people.open();
    await people.card('Ann Miller').waitFor();
  });

  it('is seen by an open page, which goes on by itself and catches up', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Watched', parentId: null });
    const files = new Files(await harness.window('basic'));
    await files.open(id);
    const offline = files.page.getByText('You are offline.');
    await harness.restart('SIGKILL', () => offline.waitFor());
    await harness.api.command('add-folder', { name: 'After', parentId: id });
    await files.folder('After').waitFor({ timeout: 20_000 });
    await offline.waitFor({ state: 'hidden' });
  });

  it('only pauses an upload, even when the server was killed in the midst of it', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Large', parentId: null });
    const buffer = randomBytes(24 * 1024 * 1024);
    const files = new Files(await harness.window('admin'));
    await files.open(id);
    const network = await files.page.context().newCDPSession(files.page);
    const speed = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
    // However long the end of the server takes, the upload is still under way then.
    await speed(2 * 1024 * 1024);
    const resumedAt: number[] = [];
    files.page.on('request', (request) => {
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset) resumedAt.push(Number(offset));
    });
    await files.addFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer });
    const sent = files.uploads.getByRole('progressbar', { name: 'Progress of large.bin' });
    await poll(() => sent.getAttribute('value').then(Number), { timeout: 60_000 }).toBeGreaterThan(
      buffer.length / 4,
    );
    await harness.restart('SIGKILL', () =>
      files.uploads.getByText(/Connection broken, trying again/).waitFor(),
    );
    await speed(-1);
    await files.uploads.getByText('1 file added').waitFor({ timeout: 60_000 });
    expect(Math.max(...resumedAt)).toBeGreaterThan(1024 * 1024);
    const href = (await files.doc('large.bin').getAttribute('href')) ?? '';
    const stored = await (await files.page.request.get(href)).body();
    expect(sha256(stored)).toBe(sha256(buffer));
  });
});
