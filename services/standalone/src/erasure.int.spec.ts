import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openPool } from '@feusa/adapters/postgres/pool';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from './test-product.js';
import { everythingIn } from './test-canary.js';

const canary = () => `canary${randomBytes(8).toString('hex')}`;
const digits = () => `+1 402 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '7')}`;

let product: Product;
let owner: pg.Pool;
beforeAll(async () => {
  product = await Product.open({}, false);
  owner = openPool({ url: product.settings['DATABASE_URL']!, max: 2, name: 'test' });
});
afterAll(async () => {
  await owner.end();
  await product.close();
});

const home = () => product.settings['FEUSA_DATA_DIR']!;
const erase = (id: string, name: string, kind: 'employee' | 'user' = 'employee') =>
  product.command('erase-person', { id, kind, name });
/** Where any of these values is found: tables of every schema and files of the data directory. */
const found = (values: readonly string[]) =>
  everythingIn(product.settings['DATABASE_URL']!, home(), values);

async function upload(bytes: Buffer): Promise<string> {
  const reply = await fetch(`${product.address}/api/uploads`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      cookie: product.people.admin.cookie!,
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': `filename ${Buffer.from('portrait.png').toString('base64')}`,
      'upload-length': String(bytes.length),
    },
    body: new Uint8Array(bytes),
  });
  return reply.headers.get('location')!.slice('/api/uploads/'.length);
}

async function newColleague() {
  const person = {
    ...{ firstName: canary(), lastName: canary(), phoneNumber: digits(), mobile: digits() },
    ...{ email: `${canary()}@canary.example`, role: canary(), location: canary() },
    ...{ department: canary(), manager: canary() },
  };
  const size = { width: 64, height: 64, channels: 3 as const };
  const noise = await sharp(randomBytes(64 * 64 * 3), { raw: size })
    .png()
    .toBuffer();
  const uploadId = await upload(noise);
  const { id } = await product.done('add-employee', { ...person, uploadId });
  expect((await product.get(`/files/${id}/thumbnail?size=96`)).status).toBe(200);
  const next = { ...person, lastName: canary() };
  await product.done('update-employee', { ...next, id, version: 1 });
  const { rows } = await owner.query<{ blob: string }>('select blob from keys.images');
  const blob = rows.at(-1)!.blob;
  return {
    id,
    name: `${next.firstName} ${next.lastName}`,
    values: [...Object.values(person), next.lastName],
    blob,
  };
}

async function filesNamed(text: string): Promise<string[]> {
  const files = await readdir(home(), { recursive: true });
  return files.filter((file) => file.includes(text) && !file.startsWith('postgres'));
}

describe('erasing a colleague', () => {
  it('wants the name, and an administrator', async () => {
    const { id, name } = await newColleague();
    expect((await erase(id, 'Somebody Else')).body['code']).toBe('person/other-name');
    for (const who of ['basic', 'auditor'] as const) {
      const refused = await product.command('erase-person', { id, name }, product.people[who]);
      expect(refused.status).toBe(403);
    }
    expect((await erase(randomUUID(), name)).body['code']).toBe('employee/not-found');
  });

  it('leaves nothing of the person anywhere, and the log as whole as it was', async () => {
    const { id, name, values, blob } = await newColleague();
    const places = ['table read.employees', 'table audit.things'];
    await expect.poll(() => found(values)).toEqual(expect.arrayContaining(places));
    expect(await found(values)).not.toContain('table log.events');
    expect(await filesNamed(blob)).not.toEqual([]);
    const answer = await erase(id, name);
    expect(answer.status).toBe(200);
    await product.settled(String(answer.body['position']));
    await expect.poll(() => found([...values, blob]), { timeout: 5000 }).toEqual([]);
    await expect.poll(() => filesNamed(blob), { timeout: 5000 }).toEqual([]);

    const get = async (url: string) => product.get(url, product.people.admin);
    const texts = await Promise.all(
      ['/api/employees', `/api/employees?at=${Number(answer.body['position']) - 1}`].map(get),
    );
    for (const { body } of texts)
      expect(JSON.stringify(body)).not.toMatch(new RegExp(values.join('|').replaceAll('+', '\\+')));
    expect((await get(`/api/employees/${id}`)).status).toBe(404);
    expect((await get(`/files/${id}`)).status).toBe(404);
    expect((await get(`/api/search?q=${values[0]}`)).body).toMatchObject({ total: 0 });
    const log = await get(`/api/audit/events?stream=employee-${id}&limit=10`);
    const events = log.body['events'] as { type: string; data: object }[];
    expect(events.map(({ type }) => type)).toEqual([
      'EmployeeAdded',
      'EmployeeUpdated',
      'PersonErased',
    ]);
    for (const { data } of events.slice(0, 2)) {
      expect(data).toMatchObject({ firstName: '[erased]', email: '[erased]', manager: '[erased]' });
      expect(data).not.toHaveProperty('image');
    }
    expect(events[2]?.data).toEqual({});
    expect((await get('/api/audit/verify')).body).toMatchObject({ ok: true });
    expect((await get('/api/audit/fingerprint?files=1')).body).toMatchObject({
      ...{ ok: true, differences: [] },
    });
  });

  it('is for good', async () => {
    const { id, name } = await newColleague();
    await product.settled(String((await erase(id, name)).body['position']));
    expect((await erase(id, name)).body['code']).toBe('employee/not-found');
    expect((await product.command('restore-employee', { id })).body['code']).toBe(
      'employee/not-found',
    );
    await product.restart();
    product.people.admin = await product.signIn('ada@feusa.example');
    expect((await product.get(`/api/employees/${id}`, product.people.admin)).status).toBe(404);
  });

  it('gives a certificate that looks at every place', async () => {
    const { id, name } = await newColleague();
    await product.settled(String((await erase(id, name)).body['position']));
    const { auditor } = product.people;
    const ask = () => product.get(`/api/audit/erasures/employee-${id}`, auditor);
    await expect
      .poll(async () => (await ask()).body, { timeout: 5000 })
      .toMatchObject({
        ...{ id: `employee-${id}`, complete: true, by: product.people.admin.id },
        places: expect.arrayContaining([expect.objectContaining({ place: 'Directory', left: 0 })]),
      });
    const list = (await product.get('/api/audit/erasures', auditor)).body['erasures'];
    expect(list).toContainEqual(expect.objectContaining({ id: `employee-${id}` }));
    await owner.query('insert into keys.images (blob, subject) values ($1, $2)', [
      'b',
      `employee-${id}`,
    ]);
    expect((await ask()).body).toMatchObject({ complete: false });
    await owner.query('delete from keys.images where subject = $1', [`employee-${id}`]);
    expect(
      (await product.get(`/api/audit/erasures/employee-${randomUUID()}`, auditor)).status,
    ).toBe(404);
  });
});

describe('erasing a user', () => {
  it('takes the account, its sessions and its letters', async () => {
    const email = `${canary()}@canary.example`;
    const person = await product.newPerson('basic', email);
    await product.ask('POST', '/api/password-resets', { body: { email } });
    await expect
      .poll(() => found([email]), { timeout: 5000 })
      .toContainEqual(expect.stringMatching(/^file mail/));
    expect((await erase(person.id, 'other@feusa.example', 'user')).status).toBe(400);
    const answer = await erase(person.id, email, 'user');
    expect(answer.status).toBe(200);
    await product.settled(String(answer.body['position']));
    expect((await product.get('/api/tree', person)).status).toBe(401);
    await expect.poll(() => found([email]), { timeout: 5000 }).toEqual([]);
    expect(
      await owner.query('select from auth.credentials where user_id = $1', [person.id]),
    ).toMatchObject({ rowCount: 0 });
  });

  it('keeps the last administrator', async () => {
    const { admin } = product.people;
    expect((await erase(admin.id, 'ada@feusa.example', 'user')).body['code']).toBe(
      'user/last-admin',
    );
  });
});

it('what a restored backup has undone is done again at the start', async () => {
  const { id, name, values } = await newColleague();
  const stream = `employee-${id}`;
  const { rows } = await owner.query<{ wrapped: Buffer }>(
    'select wrapped from keys.subjects where subject = $1',
    [stream],
  );
  await product.settled(String((await erase(id, name)).body['position']));
  await expect.poll(() => found(values), { timeout: 5000 }).toEqual([]);
  expect(await readFile(path.join(home(), 'erasures.ndjson'), 'utf8')).toContain(stream);
  expect((await stat(path.join(home(), 'erasures.ndjson'))).mode & 0o77).toBe(0);
  await owner.query('insert into keys.subjects values ($1, $2)', [stream, rows[0]!.wrapped]);
  await product.restart();
  product.people.admin = await product.signIn('ada@feusa.example');
  const left = await owner.query('select from keys.subjects where subject = $1', [stream]);
  expect(left.rowCount).toBe(0);
});

it('whoever only the ledger names, as the backup is older, is erased at the start', async () => {
  const { id, values } = await newColleague();
  const line = { stream: `employee-${id}`, at: new Date().toISOString() };
  const older = { stream: `employee-${randomUUID()}`, at: line.at };
  await appendFile(
    path.join(home(), 'erasures.ndjson'),
    [line, older].map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  await product.restart();
  product.people.admin = await product.signIn('ada@feusa.example');
  await expect.poll(() => found(values), { timeout: 5000 }).toEqual([]);
  const { body } = await product.get(`/api/audit/erasures/employee-${id}`, product.people.admin);
  expect(body).toMatchObject({ complete: true, by: 'system' });
});
