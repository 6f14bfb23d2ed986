import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { readConfig } from '@feusa/profiles/config';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { openPool } from '@feusa/platform/postgres/pool';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

const canary = () => `canary${randomBytes(8).toString('hex')}`;
const digits = () => `+1 402 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '7')}`;

const soon = { timeout: 30_000 };

let product: Product;
let owner: ReturnType<typeof openPool>;
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
/** Where any of these values is found. */
const found = (values: readonly string[]) =>
  placesWith(readConfig(product.settings), product.settings['DATABASE_URL']!, values);

const upload = (bytes: Buffer) => product.upload(bytes, 'portrait.png');

async function newEmployee() {
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
    person: next,
    blob,
  };
}

async function filesNamed(text: string): Promise<string[]> {
  const files = await readdir(home(), { recursive: true });
  return files.filter((file) => file.includes(text) && !file.startsWith('postgres'));
}

describe('erasing an employee', () => {
  it('wants the name, and an administrator', async () => {
    const { id, name } = await newEmployee();
    expect((await erase(id, 'Somebody Else')).body['code']).toBe('person/other-name');
    for (const who of ['basic', 'auditor'] as const) {
      const refused = await product.command('erase-person', { id, name }, product.people[who]);
      expect(refused.status).toBe(403);
    }
    expect((await erase(randomUUID(), name)).body['code']).toBe('employee/not-found');
  });

  it('leaves nothing of the person anywhere, and the log as whole as it was', async () => {
    const { id, name, values, blob } = await newEmployee();
    const places = ['table read.employees', 'table audit.things'];
    await poll(() => found(values)).toEqual(expect.arrayContaining(places));
    expect(await found(values)).not.toContain('table log.events');
    expect(await filesNamed(blob)).not.toEqual([]);
    const answer = await erase(id, name);
    expect(answer.status).toBe(200);
    await product.settled(String(answer.body['position']));
    await poll(() => found([...values, blob]), soon).toEqual([]);
    await poll(() => filesNamed(blob), soon).toEqual([]);

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

  it('leaves no thumbnail that was being made meanwhile', async () => {
    const { id, name, blob } = await newEmployee();
    const [blobs] = product.parts<Blobs>(BLOBS);
    const read = jest.spyOn(blobs!, 'read');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const hasBegun = new Promise<void>((begin) => {
      read.mockImplementationOnce(async (sha256, range) => {
        const bytes = await blobs!.read(sha256, range);
        begin();
        await held;
        return bytes;
      });
    });
    const shown = product.get(`/files/${id}/thumbnail?size=320`);
    await hasBegun;
    // What nothing refers to goes with the sweep: it is over, and has not seen what is still made.
    const swept = path.join(home(), 'thumbnails', `${'0'.repeat(64)}-96.webp`);
    await appendFile(swept, 'of nobody');
    await erase(id, name);
    await poll(() => filesNamed('0'.repeat(64)), soon).toEqual([]);
    await poll(() => filesNamed(blob), soon).toEqual([]);
    release();
    await shown;
    expect(await filesNamed(blob)).toEqual([]);
  });

  it('is for good', async () => {
    const { id, name } = await newEmployee();
    await product.settled(String((await erase(id, name)).body['position']));
    expect((await erase(id, name)).body['code']).toBe('employee/not-found');
    expect((await product.command('restore-employee', { id })).body['code']).toBe(
      'employee/not-found',
    );
    const trash = await product.get('/api/trash', product.people.admin);
    expect(JSON.stringify(trash.body)).not.toContain(id);
    await product.restart();
    product.people.admin = await product.signIn('ada@feusa.example');
    expect((await product.get(`/api/employees/${id}`, product.people.admin)).status).toBe(404);
  });

  it('gives a certificate that looks at every place', async () => {
    const { id, name } = await newEmployee();
    await product.settled(String((await erase(id, name)).body['position']));
    const { auditor } = product.people;
    const ask = () => product.get(`/api/audit/erasures/employee-${id}`, auditor);
    await poll(async () => (await ask()).body, soon).toMatchObject({
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

describe('what others tell of a person', () => {
  const report = (details: string, errors: unknown = null, as = product.people.basic) =>
    product.done('log-error', { details, errors }, as);
  const outlook = (id: string, kind = 'employee') =>
    product.get(`/api/erasures?id=${id}&kind=${kind}`, product.people.admin);

  it('in error reports goes with them, and whatever names them is listed', async () => {
    const { id, name, person } = await newEmployee();
    const [first, last] = name.split(' ') as [string, string];
    const inside = [canary(), canary(), canary()];
    const kept = canary();
    const { id: dismissed } = await report(`${last}, ${first}: no photo ${inside[0]}`);
    await product.done('remove-error', { id: dismissed }, product.people.basic);
    await report('Upload failed', { row: { mail: person.email.toUpperCase(), why: inside[1] } });
    await report(`Call ${person.phoneNumber.replaceAll(' ', '-')} ${inside[2]}`);
    await report(`${first} and somebody else: ${kept}`);
    const { id: folder } = await product.done('add-folder', { name, parentId: null });
    const link = { folderId: folder, name: `CV_${last}-${first}`, link: 'https://x.example/' };
    const { id: doc } = await product.done('add-link', link);
    const boss = { ...employee, email: `${canary()}@x.example`, manager: name };
    const { id: report1 } = await product.done('add-employee', boss);
    await poll(async () => (await outlook(id)).body['reports'], soon).toBe(3);
    const answer = (await outlook(id)).body as { mentions: { stream: string }[] };
    const streams = [`employee-${report1}`, `folder-${folder}`, `link-${doc}`];
    expect(answer.mentions.map(({ stream }) => stream)).toEqual(streams);
    expect(answer.mentions[0]).toMatchObject({ field: 'manager', removed: false });
    expect(await outlook(randomUUID())).toMatchObject({ body: { reports: 0, mentions: [] } });

    const socket = product.connect(product.people.admin);
    const gone: string[] = [];
    socket.on('change', (change: { op: string; id: string }) => {
      if (change.op === 'remove') gone.push(change.id);
    });
    await socket.timeout(30_000).emitWithAck('watch', { topics: ['errors', 'employees'] });
    await product.settled(String((await erase(id, name)).body['position']));
    await poll(() => found(inside), soon).toEqual([]);
    await poll(() => gone, soon).toEqual(expect.arrayContaining([id]));
    await poll(() => gone.length, soon).toBeGreaterThanOrEqual(3);
    socket.disconnect();
    expect(JSON.stringify((await product.get('/api/errors')).body)).toContain(kept);
    expect((await product.command('restore-error', { id: dismissed })).body['code']).toBe(
      'error/not-found',
    );
    const certificate = () =>
      product.get(`/api/audit/erasures/employee-${id}`, product.people.auditor);
    const unchanged = { removed: false, changed: false };
    await poll(async () => (await certificate()).body['complete'], soon).toBe(true);
    const { body } = await certificate();
    expect(body).toMatchObject({
      complete: true,
      namedBy: [{ stream: streams[0] }, { called: name, ...unchanged }, { called: link.name }],
      places: expect.arrayContaining([
        expect.objectContaining({ place: 'Error reports that told of the person: 3', left: 0 }),
      ]),
    });
    await product.done('rename-folder', { id: folder, name: 'Somebody' });
    await poll(async () => (await certificate()).body['namedBy'], soon).toContainEqual({
      ...{ stream: `folder-${folder}`, called: 'Somebody', removed: false, changed: true },
    });
    expect((await product.get('/api/audit/fingerprint', product.people.admin)).body).toMatchObject({
      ...{ ok: true, differences: [] },
    });
  });

  it('goes with the user who told it', async () => {
    const email = `${canary()}@canary.example`;
    const user = await product.newPerson('basic', email);
    const text = canary();
    await report('Something', { text }, user);
    await poll(async () => (await outlook(user.id, 'user')).body, soon).toEqual({
      reports: 1,
      mentions: [],
    });
    await product.settled(String((await erase(user.id, email, 'user')).body['position']));
    await poll(() => found([text, email]), soon).toEqual([]);
  });
});

describe('an erasure beside other work', () => {
  it('of the same person leaves nothing of what came meanwhile', async () => {
    const { id, name, person } = await newEmployee();
    const late = Array.from({ length: 12 }, canary);
    const changes = late.map((role, index) =>
      product.command('update-employee', { ...person, role, id, version: 2 + index }),
    );
    const [answer] = await Promise.all([erase(id, name), ...changes]);
    if (answer.status !== 200) expect(answer.body['code']).toBe('person/other-name');
    const again = await erase(id, `${person.firstName} ${person.lastName}`);
    const { position } = answer.status === 200 ? answer.body : again.body;
    await product.settled(String(position));
    await poll(() => found([...late, person.email]), soon).toEqual([]);
  });

  it('takes reports along that were written while it was decided', async () => {
    const { id, name } = await newEmployee();
    const canaries = Array.from({ length: 12 }, canary);
    const reports = canaries.map((secret) =>
      product.command('log-error', { details: `${name} ${secret}` }, product.people.auditor),
    );
    const [{ body }, ...answers] = await Promise.all([erase(id, name), ...reports]);
    const erasedAt = Number(body['position']);
    const before = canaries.filter((_, at) => Number(answers[at]!.body['position']) < erasedAt);
    await product.settled(String(erasedAt));
    await poll(async () => (before.length > 0 ? found(before) : []), soon).toEqual([]);
  });

  it('is not undone by undoing the removal before it, and shows in no earlier state', async () => {
    const { id, name, values } = await newEmployee();
    const { position: removal } = await product.done('remove-employee', { id });
    await product.settled(String((await erase(id, name)).body['position']));
    const undone = await product.ask('POST', '/api/undo', {
      ...{ as: product.people.admin, body: { position: String(removal) } },
    });
    expect(undone.body).toMatchObject({ code: 'undo/in-the-way', counts: { ready: 0 } });
    const update = Number(removal) - 1;
    const { body } = await product.get(`/api/audit/events/${update}`, product.people.admin);
    const text = JSON.stringify(body);
    expect(text).toContain('[erased]');
    expect(values.filter((value) => text.includes(value))).toEqual([]);
  });

  it('is told to a browser that comes back after it', async () => {
    const { id, name, values } = await newEmployee();
    const { position: before } = await product.store.head();
    await product.settled(String((await erase(id, name)).body['position']));
    const socket = product.connect(product.people.basic);
    const received: { op: string; id: string }[] = [];
    socket.on('change', (change: { op: string; id: string }) => received.push(change));
    const after = { topics: ['employees'], after: String(before - 2) };
    await socket.timeout(30_000).emitWithAck('watch', after);
    await poll(() => received.at(-1), soon).toMatchObject({ op: 'remove', id });
    expect(values.filter((value) => JSON.stringify(received).includes(value))).toEqual([]);
    socket.disconnect();
  });
});

it('a photo that could not be removed is removed later, and not certified before', async () => {
  const { id, name, blob } = await newEmployee();
  const [file] = await filesNamed(blob);
  const stored = path.join(home(), 'blobs', blob.slice(0, 2), blob);
  expect(path.join(home(), file!)).toContain(blob);
  await rm(stored);
  await mkdir(path.join(stored, 'in the way'), { recursive: true });
  await product.settled(String((await erase(id, name)).body['position']));
  const ask = async () =>
    (await product.get(`/api/audit/erasures/employee-${id}`, product.people.admin)).body;
  const left = { place: 'Photos', left: 1 };
  await poll(ask, soon).toMatchObject({
    complete: false,
    places: expect.arrayContaining([expect.objectContaining(left)]),
  });
  await rm(stored, { recursive: true });
  await product.restart();
  product.people.admin = await product.signIn('ada@feusa.example');
  await poll(ask, soon).toMatchObject({ complete: true });
});

describe('erasing a user', () => {
  it('takes the account, its sessions and its letters', async () => {
    const email = `${canary()}@canary.example`;
    const person = await product.newPerson('basic', email);
    await product.ask('POST', '/api/password-resets', { body: { email } });
    await poll(() => found([email]), soon).toContainEqual(expect.stringMatching(/^file mail/));
    expect((await erase(person.id, 'other@feusa.example', 'user')).status).toBe(400);
    const answer = await erase(person.id, email, 'user');
    expect(answer.status).toBe(200);
    await product.settled(String(answer.body['position']));
    expect((await product.get('/api/tree', person)).status).toBe(401);
    await poll(() => found([email]), soon).toEqual([]);
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
  const { id, name, values } = await newEmployee();
  const stream = `employee-${id}`;
  const { rows } = await owner.query<{ wrapped: Buffer }>(
    'select wrapped from keys.subjects where subject = $1',
    [stream],
  );
  await product.settled(String((await erase(id, name)).body['position']));
  await poll(() => found(values), soon).toEqual([]);
  expect(await readFile(path.join(home(), 'erasures.ndjson'), 'utf8')).toContain(stream);
  expect((await stat(path.join(home(), 'erasures.ndjson'))).mode & 0o77).toBe(0);
  await rm(path.join(home(), 'erasures.ndjson'));
  await owner.query('insert into keys.subjects values ($1, $2)', [stream, rows[0]!.wrapped]);
  await product.restart();
  product.people.admin = await product.signIn('ada@feusa.example');
  const left = await owner.query('select from keys.subjects where subject = $1', [stream]);
  expect(left.rowCount).toBe(0);
  // And the ledger, which was lost with a disk, is whole again.
  expect(await readFile(path.join(home(), 'erasures.ndjson'), 'utf8')).toContain(stream);
});

it('whoever only the ledger names, as the backup is older, is erased at the start', async () => {
  const { id, values } = await newEmployee();
  const line = { stream: `employee-${id}`, at: new Date().toISOString() };
  const older = { stream: `employee-${randomUUID()}`, at: line.at };
  await appendFile(
    path.join(home(), 'erasures.ndjson'),
    [line, older].map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  await product.restart();
  product.people.admin = await product.signIn('ada@feusa.example');
  await poll(() => found(values), soon).toEqual([]);
  const certificate = async () =>
    (await product.get(`/api/audit/erasures/employee-${id}`, product.people.admin)).body;
  await poll(certificate, soon).toMatchObject({ complete: true, by: 'system' });
});
