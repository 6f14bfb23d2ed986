import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Modal } from './pages/modal.js';
import { Operations } from './pages/operations.js';
import { Harness } from './harness.js';

interface Delivery {
  readonly type: string;
  readonly isSigned: boolean;
}

let harness: Harness;
let server: Server;
let status = 204;
let secret = '';
let deliveries: Delivery[] = [];
const addressOf = (path: string) => {
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}/${path}`;
};
const isSigned = (body: string, headers: Readonly<Record<string, unknown>>) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
};

inBrowser('webhooks', () => {
  beforeAll(async () => {
    server = createServer((request, answer) => {
      void text(request).then((body) => {
        const { type } = JSON.parse(body) as { type: string };
        deliveries.push({ type, isSigned: isSigned(body, request.headers) });
        answer.writeHead(status).end();
      });
    });
    await new Promise<void>((begun) => server.listen(0, '127.0.0.1', begun));
    harness = await Harness.open({ FEUSA_WEBHOOK_NETWORKS: 'loopback' });
  });
  afterEach(() => harness.closeWindows());
  afterAll(async () => {
    await harness.close();
    server.close();
  });

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('are added with a secret that is shown once, tell what was chosen, and are removed and restored', async () => {
      [status, deliveries] = [204, []];
      const page = await harness.window('admin', { viewport: { width, height: 844 } });
      await new Operations(page).open();
      await page.getByText('No other system gets changes.').waitFor();
      await page.getByRole('button', { name: 'Add webhook' }).focus();
      await page.keyboard.press('Enter');
      const form = new Modal(page, 'New webhook');
      await form.field('Address').fill('ftp://erp.example');
      await form.press('Add webhook');
      await poll(() => form.field('Address').getAttribute('aria-invalid')).toBe('true');
      await form.field('Address').fill(addressOf(`hook-${width}`));
      await form.field('Tell about').selectOption('Folders, documents and links');
      expect(await seriousFaults(page)).toEqual([]);
      await form.press('Add webhook');
      const shown = new Modal(page, 'Copy the secret now');
      secret = await shown.field('Secret').inputValue();
      expect(secret).toMatch(/^whsec_/);
      expect(await fitsSideways(page)).toBe(true);
      await shown.press('Done');
      const row = page
        .getByRole('list', { name: 'Webhooks' })
        .getByRole('listitem')
        .filter({ hasText: `hook-${width}` });
      await row.getByText('Folders, documents and links, nothing delivered yet').waitFor();
      const { id } = await harness.api.command('add-folder', {
        name: `W ${width}`,
        parentId: null,
      });
      await harness.api.command('log-error', { details: 'Not for others' });
      await harness.api.command('rename-folder', { id, name: `V ${width}` });
      await poll(() => deliveries).toEqual([
        { type: 'FolderAdded', isSigned: true },
        { type: 'FolderRenamed', isSigned: true },
      ]);
      await row.getByText(/last delivered today/).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await row.getByRole('button', { name: /^Remove http/ }).click();
      await new Modal(page, 'Remove webhook').press('Remove');
      await row.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
      await row.getByRole('button', { name: /^Remove http/ }).click();
      await new Modal(page, 'Remove webhook').press('Remove');
      await row.waitFor({ state: 'hidden' });
    });
  });

  it('say what is wrong where the other system fails', async () => {
    [status, deliveries] = [500, []];
    const page = await harness.window('admin');
    await new Operations(page).open();
    await harness.api.command('add-webhook', { url: addressOf('failing'), types: [] });
    await harness.api.command('add-folder', { name: 'Failing', parentId: null });
    const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
    await row.getByText('Failing', { exact: true }).waitFor();
    await row
      .getByText(/^Failed today, [^.]*: Answered with 500\. Next try today, [^.]*\.$/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
