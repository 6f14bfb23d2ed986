import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const send = (command: string, body: unknown, key?: string): Promise<Answer> =>
  product.ask('POST', `/api/commands/${command}`, {
    as: product.people.admin,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const addFolder = async (name: string, parentId: string | null = null) =>
  (await product.done('add-folder', { name, parentId })).id;
const inside = async (id: string) => {
  const { body } = await product.get(`/api/folders/${id}`);
  const { folders, docs } = body as Record<string, Body[]>;
  return [...(folders ?? []), ...(docs ?? [])].map(({ name }) => name);
};

describe('?onConflict=', () => {
  it('refuses a name that is taken, says by what, and offers one that is free', async () => {
    const parentId = await addFolder('Parent');
    const id = await addFolder('Child', parentId);
    const body = { name: 'Child', parentId };
    const refused = await send('add-folder?onConflict=refuse', body);
    expect(refused.status).toBe(409);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.body).toMatchObject({ code: 'name-taken', id, suggestion: 'Child (2)' });
    expect((await send('add-folder?onConflict=keep-both', body)).status).toBe(200);
    const { body: last } = await send('add-folder', body);
    await product.settled(String(last['position']));
    expect(await inside(parentId)).toEqual(['Child', 'Child', 'Child (2)']);
  });

  it('restores beside what took its place, under a name that everything shows', async () => {
    const folderId = await addFolder('Links');
    const link = { folderId, name: 'Dealer', link: 'https://dealer.example/' };
    const { id } = await product.done('add-link', link);
    await product.done('remove-link', { id });
    const { id: second } = await product.done('add-link', link);
    const refused = await send('restore-link?onConflict=refuse', { id });
    expect(refused.body).toMatchObject({ code: 'name-taken', id: second, kind: 'link' });
    const { position } = await product.store.head();
    const { body } = await send('restore-link?onConflict=keep-both', { id });
    await product.settled(String(body['position']));
    expect(await inside(folderId)).toEqual(['Dealer', 'Dealer (2)']);
    const then = await product.read(`/api/folders/${folderId}?at=${position}`);
    expect(then.status).toBe(403);
    const { auditor } = product.people;
    const now = await product.read(
      `/api/folders/${folderId}?at=${String(body['position'])}`,
      auditor,
    );
    expect((now.body as Record<string, Body[]>)['docs']?.map(({ name }) => name)).toEqual([
      'Dealer',
      'Dealer (2)',
    ]);
  });

  it('is part of what an idempotency key stands for', async () => {
    const key = crypto.randomUUID();
    const body = { name: 'Keyed', parentId: null };
    const first = await send('add-folder?onConflict=refuse', body, key);
    expect(first.status).toBe(200);
    expect((await send('add-folder?onConflict=refuse', body, key)).body).toEqual(first.body);
    for (const other of ['add-folder', 'add-folder?onConflict=keep-both'])
      expect((await send(other, body, key)).body['code']).toBe('request/key-reused');
  });

  it.each([
    ['add-folder?onConflict=maybe', { name: 'A', parentId: null }, 'Must be refuse or keep-both'],
    ['add-folder?onConflict=', { name: 'A', parentId: null }, 'Must be refuse or keep-both'],
    [
      'add-folder?onConflict=refuse&onConflict=refuse',
      { name: 'A', parentId: null },
      'Must be refuse or keep-both',
    ],
    ['remove-folder?onConflict=refuse', { id: crypto.randomUUID() }, 'Unknown field'],
  ])('%s is refused', async (command, body, fault) => {
    const answer = await send(command, body);
    expect(answer.status).toBe(400);
    expect(answer.body['fields']).toEqual({ onConflict: fault });
  });

  it.each([
    ['add-folder', { name: 'Mistyped', parentId: null }],
    ['remove-folder', { id: crypto.randomUUID() }],
  ])('%s is refused with a field that it does not have', async (name, body) => {
    const answer = await send(`${name}?onconflict=refuse`, body);
    expect([answer.status, answer.body['fields']]).toEqual([400, { onconflict: 'Unknown field' }]);
  });
});

describe('undoing', () => {
  const undo = (query: string, body: unknown): Promise<Answer> =>
    product.ask('POST', `/api/undo${query}`, { as: product.people.admin, body });
  const preview = (position: unknown, query = '') =>
    product.get(`/api/undo?position=${String(position)}${query}`, product.people.admin);

  it('a removal asks about a name that was taken meanwhile, and is undone and done again', async () => {
    const folderId = await addFolder('Undone');
    const link = { folderId, name: 'Dealer', link: 'https://dealer.example/' };
    const { id } = await product.done('add-link', link);
    const { position } = await product.done('remove-link', { id });
    const { id: second } = await product.done('add-link', link);
    const other = { id: second, kind: 'link', name: 'Dealer', folderId };
    const taken = { ...other, suggestion: 'Dealer (2)' };
    const seen = await preview(position, '&onConflict=refuse');
    expect(seen.body).toMatchObject({
      ...{ taken: 1, counts: { blocked: 1 } },
      steps: [{ state: 'blocked', taken, reason: { code: 'name-taken' } }],
    });
    const refused = await undo('?onConflict=refuse', { position });
    expect([refused.status, refused.body['code']]).toEqual([409, 'undo/in-the-way']);
    const both = await preview(position, '&onConflict=keep-both');
    expect(both.body).toMatchObject({ taken: 1, steps: [{ state: 'ready', taken, reason: null }] });
    const { plan } = both.body;
    const undone = await undo('?onConflict=keep-both', { position, plan });
    expect(undone.body).toMatchObject({ done: 1 });
    await product.settled(String(undone.body['position']));
    expect(await inside(folderId)).toEqual(['Dealer', 'Dealer (2)']);
    const correlationId = undone.body['id'];
    const again = await undo('?onConflict=refuse', { correlationId });
    await product.settled(String(again.body['position']));
    expect(await inside(folderId)).toEqual(['Dealer']);
  });

  it('a move that took another name gives back the name with the place', async () => {
    const [from, to] = [await addFolder('Left'), await addFolder('Entered')];
    const id = await addFolder('Plans', from);
    await addFolder('Plans', to);
    const moved = await send('move-folder?onConflict=keep-both', { id, parentId: to });
    const { position } = moved.body;
    await product.settled(String(position));
    expect(await inside(to)).toEqual(['Plans', 'Plans (2)']);
    const undone = await undo('', { position });
    await product.settled(String(undone.body['position']));
    expect([await inside(from), await inside(to)]).toEqual([['Plans'], ['Plans']]);
    const again = await undo('', { correlationId: undone.body['id'] });
    await product.settled(String(again.body['position']));
    expect([await inside(from), await inside(to)]).toEqual([[], ['Plans', 'Plans (2)']]);
  });

  it('takes what it is told about names into what its key stands for, and nothing else', async () => {
    const { position } = await product.done('add-folder', { name: 'Undo key', parentId: null });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const as = product.people.admin;
    const ask = (query: string) =>
      product.ask('POST', `/api/undo${query}`, { as, body: { position }, headers });
    expect((await ask('?onConflict=maybe')).body['fields']).toEqual({
      onConflict: 'Must be refuse or keep-both',
    });
    expect((await preview(position, '&onConflict=maybe')).status).toBe(400);
    expect((await ask('?onConflict=refuse')).body).toMatchObject({ done: 1 });
    expect((await ask('')).body['code']).toBe('request/key-reused');
  });
});

describe('what somebody removed', () => {
  it('is restored by them and by administrators alone, also as an undo', async () => {
    const { basic, auditor } = product.people;
    const folderId = await addFolder('Shared');
    const link = { folderId, name: 'Dealer', link: 'https://dealer.example/' };
    const { id } = await product.done('add-link', link);
    const { position } = await product.done('remove-link', { id }, basic);
    const other = await product.command('restore-link', { id }, auditor);
    expect([other.status, other.body['code']]).toEqual([403, 'not-allowed']);
    const preview = await product.get(`/api/undo?position=${String(position)}`, basic);
    expect(preview.body).toMatchObject({ steps: [{ state: 'ready' }] });
    await product.done('restore-link', { id }, basic);
    expect(await inside(folderId)).toEqual(['Dealer']);
    await product.done('remove-link', { id }, auditor);
    const late = await product.command('restore-link', { id }, basic);
    expect(late.status).toBe(403);
    const undo = await product.get(`/api/undo?position=${String(position)}`, basic);
    expect(undo.body).toMatchObject({
      steps: [{ state: 'blocked', reason: { code: 'not-allowed' } }],
    });
    await product.done('restore-link', { id });
    expect(await inside(folderId)).toEqual(['Dealer']);
  });
});
