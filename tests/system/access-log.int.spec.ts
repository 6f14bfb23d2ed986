import { randomUUID } from 'node:crypto';
import type { AccessView } from '@feusa/contracts/access-log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll, waitUntil } from '@feusa/testing/wait';
import type { Person } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { Product } from './test-product.js';

let product: Product;
let folder: string;
let file: string;
/** What this process counts: of the files before, too. */
const LOST = 'feusa_access_entries_total{kind="lost"}';
let lostBefore: number;
const BYTES = Buffer.from('=1+1 is what a spreadsheet makes of this line.\n'.repeat(200));

beforeAll(async () => {
  product = await Product.open();
  lostBefore = await figure(LOST);
  ({ id: folder } = (await product.done('add-folder', { name: 'Wages', parentId: null })) as Made);
  const uploadId = await product.upload(BYTES, 'wages.txt');
  ({ id: file } = (await product.done('add-file', { folderId: folder, uploadId })) as Made);
});
afterAll(() => product.close());

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${product.address}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

interface Made {
  readonly id: string;
}

async function entries(query: string, as: Person = product.people.auditor): Promise<AccessView[]> {
  const { status, body } = await product.ask('GET', `/api/access-log?${query}`, { as });
  expect(status).toBe(200);
  return body['entries'] as AccessView[];
}

/** The entries of this kind, once there are some that will do. */
const soon = (query: string, isEnough = (found: AccessView[]) => found.length > 0) =>
  waitUntil(async () => {
    const found = await entries(query);
    return isEnough(found) ? found : undefined;
  });

async function get(path: string, as: Person, headers: Record<string, string> = {}) {
  const answer = await fetch(product.address + path, {
    headers: { ...headers, ...(as.cookie && { cookie: as.cookie }) },
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('the access log', () => {
  it('tells who downloaded and looked at a file', async () => {
    const { basic } = product.people;
    expect(await get(`/files/${file}`, basic)).toBe(200);
    expect(await get(`/files/${file}?inline=1`, basic)).toBe(200);
    // What a file is called is known once the log is indexed.
    const isNamed = ({ fileNames }: AccessView) => fileNames[0] !== null;
    const isThere = (all: readonly AccessView[]) => all.length >= 2 && all.every(isNamed);
    const found = await soon(`file=${file}&user=${basic.id}`, isThere);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['downloaded', 'previewed']);
    expect(found.find(({ kind }) => kind === 'downloaded')).toMatchObject({
      ...{ user: basic.id, email: 'basic@feusa.example', address: expect.any(String) },
      ...{ files: [file], fileNames: ['wages.txt'], bytes: BYTES.length, requests: 1 },
    });
  });

  it('names whom an administrator did something to, until they are erased', async () => {
    const { admin } = product.people;
    const email = `done-to-${randomUUID()}@feusa.example`;
    const person = await product.newPerson('basic', email);
    await setUpTotp(product, person);
    const { id } = person;
    const path = `/api/users/${id}/second-factors`;
    expect((await product.ask('DELETE', path, { as: admin })).status).toBe(204);
    const about = (all: readonly AccessView[]) => all.find((each) => each.about === `user-${id}`);
    const query = `kind=account&user=${admin.id}`;
    const isNamed = (all: AccessView[]) => (about(all)?.aboutName ?? null) !== null;
    expect(about(await soon(query, isNamed))).toMatchObject({
      ...{ user: admin.id, detail: 'second factor taken away', aboutName: email },
    });
    const csv = async () => {
      const headers = { cookie: admin.cookie! };
      const answer = await fetch(`${product.address}/api/access-log?${query}&format=csv`, {
        headers,
      });
      return (await answer.text()).split('\r\n').find((line) => line.includes(`user-${id}`));
    };
    expect(await csv()).toContain(email);
    await product.done('erase-person', { id, kind: 'user', name: email });
    await waitUntil(async () => about(await entries(query))?.aboutName !== email);
    expect(await csv()).not.toContain(email);
  });

  it('sums up the parts of a file', async () => {
    const { auditor } = product.people;
    for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-39'])
      expect(await get(`/files/${file}`, auditor, { range })).toBe(206);
    const sum = (all: readonly AccessView[], of: 'bytes' | 'requests') =>
      all.reduce((before, each) => before + (each[of] ?? 0), 0);
    // The last may be told of after somebody has looked, which ends what is being summed up.
    const found = await soon(
      `file=${file}&user=${auditor.id}`,
      (all) => sum(all, 'requests') === 3,
    );
    expect(found.length).toBeLessThan(3);
    expect(found.map(({ kind }) => kind)).toEqual(found.map(() => 'downloaded'));
    expect(sum(found, 'bytes')).toBe(40);
  });

  it('names the files of an archive', async () => {
    const { admin } = product.people;
    expect(await get(`/api/folders/${folder}/archive`, admin)).toBe(200);
    const [found] = await soon(`file=${file}&user=${admin.id}`);
    expect(found).toMatchObject({ kind: 'downloaded', detail: 'zip', folder, files: [file] });
  });

  it('tells of exports, looks at the past and refusals', async () => {
    const { admin, auditor, basic } = product.people;
    expect(await get('/api/employees/export?format=csv', basic)).toBe(200);
    expect(await get('/api/folders?at=1', auditor)).toBe(200);
    expect(await get('/api/folder-counts?at=1', auditor)).toBe(200);
    expect(await get('/api/audit/events', basic)).toBe(403);
    expect(await get('/files/6f1f6f0e-6f4f-4f0e-9b0e-6f1f6f0e6f4f', basic)).toBe(404);
    expect(await soon(`kind=exported&user=${basic.id}`)).toMatchObject([{ detail: 'people' }]);
    expect(await soon(`kind=past&user=${auditor.id}`)).toMatchObject([
      { shown: '1', detail: '/api/folders', requests: 2 },
    ]);
    const refused = await soon(`kind=refused&user=${basic.id}`, (all) => all.length >= 2);
    expect(refused.map(({ detail }) => detail)).toEqual([
      'file/not-found GET /files/:id',
      'not-allowed GET /api/audit/events',
    ]);
    expect(await entries(`kind=refused&user=${admin.id}`)).toEqual([]);
  });

  it('tells who signed in, who failed, and who changed what somebody may do', async () => {
    const { admin } = product.people;
    const gus = await product.newPerson('auditor', 'gus@feusa.example');
    const wrong = { email: 'gus@feusa.example', password: 'wrong', teamPassword: 'green tractor' };
    expect((await product.ask('POST', '/api/session', { body: wrong })).status).toBe(401);
    const own = await soon('user=gus@feusa.example', (all) =>
      all.some(({ kind }) => kind === 'sign-in-failed'),
    );
    expect(own.map(({ kind }) => kind)).toEqual(['sign-in-failed', 'step-up', 'signed-in']);
    const changes = await soon(`kind=access-changed&user=${admin.id}`, (all) =>
      all.some(({ about }) => about === `user-${gus.id}`),
    );
    expect(changes.map(({ detail }) => detail?.split(' ')[0])).toContain('UserRoleSet');
  });

  it('is counted by kind, and so is who becomes an administrator, for those who watch', async () => {
    const refused = 'feusa_access_entries_total{kind="refused"}';
    const administrators = 'feusa_administrators_made_total';
    expect(await figure(LOST)).toBe(lostBefore);
    const [before, made] = [await figure(refused), await figure(administrators)];
    expect(await get('/api/users', product.people.basic)).toBe(403);
    const { id } = await product.newPerson('admin', 'second@feusa.example');
    await product.done('set-user-role', { userId: id, role: 'basic' });
    await poll(() => figure(refused)).toBe(before + 1);
    await poll(() => figure(administrators)).toBe(made + 1);
  });

  it('comes in pages and by time, and as CSV that no spreadsheet runs', async () => {
    const all = await entries('limit=1000');
    const { body } = await product.ask('GET', '/api/access-log?limit=3', {
      as: product.people.admin,
    });
    expect((body['entries'] as AccessView[]).length).toBe(3);
    expect(body['keptDays']).toBe(90);
    const second = await entries(`limit=3&cursor=${String(body['next'])}`);
    expect(second.map(({ position }) => position)).toEqual(
      all
        .filter(({ position }) => Number(position) < Number(body['next']))
        .slice(0, 3)
        .map(({ position }) => position),
    );
    const oldest = all.at(-1)!;
    expect((await entries(`to=${oldest.at}`)).at(-1)).toEqual(oldest);
    expect(await entries('from=2999-01-01T00:00:00Z')).toEqual([]);
    const answer = await fetch(`${product.address}/api/access-log?format=csv&file=${file}`, {
      headers: { cookie: product.people.auditor.cookie! },
    });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [head, ...lines] = (await answer.text()).trim().split('\r\n');
    expect(head).toContain('position,at,kind,email');
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(await soon('kind=exported&user=auditor@feusa.example')).toMatchObject([
      { detail: 'access-log' },
    ]);
  });

  it('is for auditors and administrators, and refuses what it does not understand', async () => {
    const { basic, auditor } = product.people;
    expect(await get('/api/access-log', basic)).toBe(403);
    expect(await get('/api/access-log/verify', basic)).toBe(403);
    for (const query of [
      'limit=0',
      'cursor=x',
      'kind=x',
      'from=x',
      'file=x',
      'format=x',
      'other=1',
    ])
      expect([query, await get(`/api/access-log?${query}`, auditor)]).toEqual([query, 400]);
    expect(await entries('user=nobody.at.all')).toEqual([]);
  });

  it('keeps nothing readable of the address of somebody who is erased, and holds', async () => {
    const ivo = await product.newPerson('basic', 'ivo@feusa.example');
    expect((await soon(`user=${ivo.id}`))[0]!.address).not.toBeNull();
    await product.done('erase-person', { id: ivo.id, kind: 'user', name: 'ivo@feusa.example' });
    await waitUntil(async () => (await entries(`user=${ivo.id}`)).every(({ address }) => !address));
    await waitUntil(async () => {
      const found = await entries(`user=${ivo.id}`);
      return found.length > 0 && !JSON.stringify(found).includes('ivo@');
    });
    const { body } = await product.ask('GET', '/api/access-log/verify', {
      as: product.people.auditor,
    });
    expect(body).toMatchObject({ ok: true, first: '1' });
  });

  it('has what was said just before the program ended', async () => {
    const { basic } = product.people;
    const before = (await entries(`file=${file}&user=${basic.id}`)).length;
    expect(await get(`/files/${file}`, basic)).toBe(200);
    await product.restart();
    expect((await entries(`file=${file}&user=${basic.id}`)).length).toBe(before + 1);
  });
});
