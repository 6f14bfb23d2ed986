import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { get, openTestApp, type TestApp } from './test-app.js';
import { servedFiles } from './test-files.js';

servedFiles();

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const SANDBOX = "sandbox; default-src 'none';";
const idIn = (url: string) => url.slice('/files/'.length);

describe('who may have what', () => {
  it('B46 nobody who is signed out', async () => {
    const url = await app.put('secret', 'a.txt', 'text/plain');
    for (const address of [url, `${url}/thumbnail?size=96`, `/files/${randomUUID()}`]) {
      expect((await get(app, address, {}, { as: '' })).status).toBe(401);
    }
  });

  it('B46 ids that are unknown, removed, guessed or no ids are 404', async () => {
    const url = await app.put('removed', 'a.txt', 'text/plain');
    const blob = app.files.get(idIn(url))!.blob;
    app.files.delete(idIn(url));
    for (const id of [
      idIn(url),
      blob,
      randomUUID(),
      'undefined',
      'null',
      '..%2f..%2fetc%2fpasswd',
    ]) {
      const reply = await get(app, `/files/${id}`);
      expect([reply.status, JSON.parse(reply.body.toString())]).toMatchObject([
        404,
        { code: 'file/not-found' },
      ]);
      expect((await get(app, `/files/${id}/thumbnail?size=96`)).status).toBe(404);
    }
  });

  it('waits for a position that is asked for, and takes no other word for one', async () => {
    const url = await app.put('text', 'a.txt', 'text/plain');
    const find = jest.spyOn(app.lookup, 'find');
    expect((await get(app, `${url}?after=7&inline=1`)).status).toBe(200);
    const ann = { id: 'ann', email: 'ann@x.example', role: 'basic' } as const;
    expect(find).toHaveBeenLastCalledWith(idIn(url), { after: 7 }, ann);
    expect((await get(app, `${url}?after=soon`)).status).toBe(400);
    find.mockRestore();
  });

  it('an id is found in any case', async () => {
    const url = await app.put('text', 'a.txt', 'text/plain');
    expect((await get(app, `/files/${idIn(url).toUpperCase()}`)).status).toBe(200);
  });

  it('bytes that the store has lost are a fault, told without a path', async () => {
    const url = await app.put('lost', 'a.txt', 'text/plain');
    await app.blobs.remove(app.files.get(idIn(url))!.blob);
    const reply = await get(app, url);
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).not.toMatch(/\/|blob/);
  });
});

describe('B41 what a browser may show', () => {
  const page = '<!doctype html><script>document.title="ran"</script>';

  it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'])(
    '%s, where it is asked for',
    async (type) => {
      const url = await app.put(page, 'x.html', type);
      expect((await get(app, url)).headers['content-disposition']).toMatch(/^attachment/);
      const { headers } = await get(app, `${url}?inline=1`);
      expect(headers['content-disposition']).toMatch(/^inline/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain(SANDBOX);
    },
  );

  it.each([
    'text/html',
    'image/svg+xml',
    'text/plain',
    'application/xml',
    'application/xhtml+xml',
    'video/mp4',
  ])('%s never', async (type) => {
    const url = await app.put(page, 'x.png', type);
    for (const address of [
      url,
      `${url}?inline=1`,
      `${url}?inline=1&inline=1`,
      `${url}?inline=true`,
    ]) {
      const { headers } = await get(app, address);
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['content-security-policy']).toContain(SANDBOX);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('B39 a name cannot leave its header', async () => {
    const url = await app.put('x', 'a"\r\nSet-Cookie: evil=1\r\n\r\n<script>', 'text/plain');
    const { headers, body } = await get(app, url);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body.toString()).toBe('x');
  });
});

it('readers that go away leave no open file behind', async () => {
  const url = await app.put(randomBytes(20_000_000), 'big', 'application/octet-stream');
  const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
  const before = await openFiles();
  for (let round = 0; round < 20; round++) {
    const request = http.get({
      ...{ port: app.port, host: '127.0.0.1', path: url, agent: false },
      headers: { cookie: 'feusa_session=ann' },
    });
    request.on('error', () => undefined);
    request.on('response', (response) => void setTimeout(() => response.destroy(), 2));
    await pause(5);
  }
  await waitUntil(async () => (await openFiles()) <= before + 1, { timeout: 20_000 });
  expect((await get(app, url)).body.length).toBe(20_000_000);
});
