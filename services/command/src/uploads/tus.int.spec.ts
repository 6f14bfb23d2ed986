import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create, encoded, openTestApp, patch, send, tusOn, type TestApp } from './test-app.js';
import { diskStores } from './test-stores.js';
import { checkedUploads } from './test-tus-checks.js';
import { tusScenarios } from './test-tus.js';

tusScenarios(diskStores);
checkedUploads(diskStores);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
const { begin, offsetOf, stored } = tusOn(() => app);

it('goes on with an upload that version 0.1.0 began', async () => {
  const id = randomUUID();
  const record = { id, owner: 'ann', name: 'a.txt', metadata: 'filename YS50eHQ=', length: 10 };
  const file = path.join(app.home, 'uploads', id);
  await writeFile(`${file}.json`, JSON.stringify(record));
  await writeFile(`${file}.part`, 'hello');
  const url = `/api/uploads/${id}`;
  expect(await offsetOf(url)).toBe(5);
  expect((await patch(app, url, 5, { body: 'again' })).status).toBe(204);
  expect((await stored(url)).toString()).toBe('helloagain');
});

it('minds no headers but those of the protocol', async () => {
  const foreign = {
    'x-forwarded-proto': 'https, http',
    'x-http-method-override': 'DELETE',
    'upload-concat': 'final;/a /b',
    origin: `http://127.0.0.1:${app.port}`,
  };
  const created = await create(app, 5, { headers: foreign });
  expect(created).toMatchObject({ status: 201, headers: { 'upload-offset': '0' } });
  const url = created.headers.location!;
  const headers = { ...foreign, 'upload-length': 99 };
  const appended = await patch(app, url, 0, { body: 'hello', headers });
  expect(appended.status).toBe(204);
  for (const reply of [created, appended, await send(app, 'OPTIONS', '/api/uploads')]) {
    const names = Object.keys(reply.headers);
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
  expect((await stored(url)).toString()).toBe('hello');
});

it('reads metadata with blanks between, and gives it back', async () => {
  const metadata = `filename ${encoded('a.txt')}, filetype , private`;
  const url = await begin(5, { 'upload-metadata': metadata });
  const { headers } = await send(app, 'HEAD', url);
  expect(headers['upload-metadata']).toBe(`filename ${encoded('a.txt')},filetype,private`);
});
