import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@feusa/cluster/program';
import type { Acknowledgements, Waiting } from '@feusa/contracts/acknowledgements';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let folder: string;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-receipts-'));
  product = await Product.open();
  folder = (await product.done('add-folder', { name: 'Safety', parentId: null })).id;
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

const upload = (bytes: Buffer) => product.upload(bytes, 'rules.bin');
const add = async (bytes: Buffer) =>
  (await product.done('add-file', { folderId: folder, uploadId: await upload(bytes) })).id;
const ask = (id: string, from: object, more: object = {}) =>
  product.done('ask-acknowledgement', { id, fileVersion: 1, from, ...more });
const acknowledge = (id: string, as: Person, fileVersion = 1) =>
  product.command('acknowledge-file', { id, fileVersion }, as);
const after = async () => `after=${String((await product.store.head()).position)}`;
async function list(id: string, as: Person, at = '') {
  const url = `/api/files/${id}/acknowledgements?${await after()}${at}`;
  return (await product.get(url, as)).body as unknown as Acknowledgements;
}
async function waiting(as: Person) {
  const { body } = await product.get(`/api/me/waiting?${await after()}`, as);
  return (body as unknown as Waiting).acknowledgements;
}
const lineOf = ({ asked }: Acknowledgements, { id }: Person) =>
  asked.find(({ user }) => user.id === id);

describe('a document that everybody is asked to acknowledge', () => {
  const bytes = randomBytes(1000);
  let id: string;
  let asked: string;
  beforeAll(async () => {
    id = await add(bytes);
    asked = String((await ask(id, { everyone: true }, { due: '2026-12-24' })).position);
  });

  it('waits for each, until they acknowledge it, once', async () => {
    const { basic, auditor } = product.people;
    const [first] = await waiting(basic);
    expect(first).toMatchObject({ id, fileVersion: 1, due: '2026-12-24', folderId: folder });
    expect(await product.appends(() => acknowledge(id, basic))).toEqual(['FileAcknowledged']);
    expect(await product.appends(() => acknowledge(id, basic))).toEqual([]);
    expect(await waiting(basic)).toEqual([]);
    expect(await waiting(auditor)).toHaveLength(1);
  });

  it('is listed whole for auditors, and for each person their own line', async () => {
    const { basic, auditor, admin } = product.people;
    const all = await list(id, auditor);
    expect(all).toMatchObject({ done: 1, fileVersion: 1, due: '2026-12-24' });
    expect(all.open).toBe(all.asked.length - 1);
    expect(lineOf(all, basic)).toMatchObject({ at: expect.any(String) });
    expect(lineOf(all, admin)?.at).toBeUndefined();
    const own = await list(id, basic);
    expect(own.asked.map(({ user }) => user.id)).toEqual([basic.id]);
    const then = await list(id, auditor, `&at=${asked}`);
    expect(then.done).toBe(0);
  });

  it('is refused for other versions, and for what nobody asked', async () => {
    const { basic } = product.people;
    expect(await acknowledge(id, basic, 2)).toMatchObject({ status: 404 });
    const other = await add(randomBytes(10));
    const answer = await acknowledge(other, basic);
    expect(answer).toMatchObject({ status: 403, body: { code: 'acknowledgement/not-asked' } });
    const none = await product.command(
      'withdraw-acknowledgement',
      { id: other },
      product.people.admin,
    );
    expect(none).toMatchObject({ status: 409, body: { code: 'acknowledgement/none' } });
    const empty = { id, fileVersion: 1, from: {} };
    const { admin } = product.people;
    expect((await product.command('ask-acknowledgement', empty, admin)).status).toBe(400);
    expect(
      (await product.command('ask-acknowledgement', { ...empty, from: { everyone: true } }, basic))
        .status,
    ).toBe(403);
  });

  describe('and its receipt', () => {
    const receipt = async (userId: string, as: Person) => {
      const response = await fetch(
        `${product.address}/api/files/${id}/acknowledgements/${userId}/receipt`,
        { headers: { cookie: as.cookie ?? '' } },
      );
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    };
    const check = (...words: string[]) => run([path.join(home, 'verify.mjs'), ...words]);
    beforeAll(async () => {
      const { basic } = product.people;
      const { status, bytes: zip } = await receipt(basic.id, basic);
      expect(status).toBe(200);
      for (const [name, part] of Object.entries(unzipSync(zip)))
        await writeFile(path.join(home, name), part);
    });

    it('is confirmed offline, and tells of nobody else', async () => {
      const key = await readFile(path.join(home, 'key'), 'utf8');
      const { code, text } = await check('--key', key);
      expect(text).toContain('Each of the 1 events is in the log');
      expect(code).toBe(0);
      const lines = (await readFile(path.join(home, 'events.ndjson'), 'utf8')).trim().split('\n');
      const events = lines.map((line) => JSON.parse(line) as { position?: string; data: object });
      const own = events.filter(({ position }) => position !== undefined);
      expect(own).toMatchObject([
        {
          type: 'FileAcknowledged',
          actor: product.people.basic.id,
          data: { fileVersion: 1, sha256: createHash('sha256').update(bytes).digest('hex') },
        },
      ]);
      for (const { id: other } of [product.people.admin, product.people.auditor])
        expect(lines.join()).not.toContain(other);
    });

    it.each([
      ['events.ndjson', /"fileVersion":1/, '"fileVersion":2'],
      ['events.ndjson', /"sha256":"./, '"sha256":"x'],
      ['checkpoint', /\n\d+\n/, '\n1\n'],
      ['README.txt', 'document', 'dokument'],
    ])('is found out where %s was tampered with (%s)', async (name, before, now) => {
      const file = path.join(home, name);
      const text = await readFile(file, 'utf8');
      try {
        await writeFile(file, text.replace(before, now));
        expect(await check()).toMatchObject({ code: 1 });
      } finally {
        await writeFile(file, text);
      }
      expect((await check()).code).toBe(0);
    });

    it('is for the person and for auditors', async () => {
      const { basic, admin, auditor } = product.people;
      expect((await receipt(basic.id, auditor)).status).toBe(200);
      expect((await receipt(admin.id, auditor)).status).toBe(404);
      const other = await product.newPerson('basic', 'kim@feusa.example');
      expect((await receipt(basic.id, other)).status).toBe(404);
    });
  });

  it('no longer waits once that is withdrawn or the document deleted, and again after an undo', async () => {
    const { auditor, admin } = product.people;
    const { position } = await product.done('withdraw-acknowledgement', { id });
    expect(await waiting(auditor)).toEqual([]);
    await product.ask('POST', '/api/undo', { as: admin, body: { position } });
    expect(await waiting(auditor)).toHaveLength(1);
    await product.done('remove-file', { id });
    expect(await waiting(auditor)).toEqual([]);
  });
});

it('waits for those who were asked before, once asking others is undone', async () => {
  const { admin, basic, auditor } = product.people;
  const id = await add(randomBytes(500));
  await ask(id, { users: [basic.id] }, { due: '2099-01-01' });
  const before = await list(id, admin);
  const { position } = await ask(id, { users: [auditor.id] });
  expect(lineOf(await list(id, admin), basic)).toBeUndefined();
  await product.ask('POST', '/api/undo', { as: admin, body: { position } });
  expect(await list(id, admin)).toEqual(before);
});

it('is asked of groups and people that are there', async () => {
  const { admin, basic } = product.people;
  const group = (await product.done('add-group', { name: 'Stores' })).id;
  const id = await add(randomBytes(500));
  const asked = (from: object) =>
    product.command('ask-acknowledgement', { id, fileVersion: 1, from }, admin);
  const nobody = { status: 400, body: { code: 'acknowledgement/unknown-names' } };
  for (const stranger of [randomUUID(), group])
    expect(await asked({ users: [basic.id, stranger] })).toMatchObject(nobody);
  for (const stranger of [randomUUID(), basic.id])
    expect(await asked({ groups: [group, stranger] })).toMatchObject(nobody);
  await product.done('remove-group', { id: group });
  expect(await asked({ groups: [group] })).toMatchObject(nobody);
});

it('asks groups and users, and anew for a newer version where that is wanted', async () => {
  const { basic, auditor } = product.people;
  const lee = await product.newPerson('basic', 'lee@feusa.example');
  const group = (await product.done('add-group', { name: 'Workshop' })).id;
  await product.done('set-group-members', { id: group, userIds: [lee.id] });
  const id = await add(randomBytes(500));
  await ask(id, { groups: [group], users: [auditor.id] }, { renew: true });
  expect((await list(id, auditor)).asked.map(({ user }) => user.id).sort()).toEqual(
    [lee.id, auditor.id].sort(),
  );
  expect((await acknowledge(id, basic)).status).toBe(403);
  expect((await acknowledge(id, lee)).status).toBe(200);
  await product.done('replace-file', { id, uploadId: await upload(randomBytes(400)) });
  expect(await waiting(lee)).toMatchObject([{ id, fileVersion: 2 }]);
  expect(await acknowledge(id, lee)).toMatchObject({
    ...{ status: 409, body: { code: 'acknowledgement/other-version' } },
  });
  expect((await acknowledge(id, lee, 2)).status).toBe(200);
  await product.done('erase-person', { id: lee.id, kind: 'user', name: 'lee@feusa.example' });
  const erased = lineOf(await list(id, auditor), lee);
  expect(erased).toMatchObject({ user: { id: lee.id, email: '' }, at: expect.any(String) });
});
