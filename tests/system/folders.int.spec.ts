import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const addFolder = async (name: string, parentId: string | null = null) =>
  (await product.done('add-folder', { name, parentId })).id;
const addLink = async (folderId: string, name = 'Dealer portal') =>
  (await product.done('add-link', { folderId, name, link: 'https://dealers.example/' })).id;
const page = async (id: string) =>
  (await product.get(`/api/folders/${id}`)).body as Record<string, Body[]>;
const names = (items: Body[] | undefined) => items?.map(({ name }) => name);
const code = async (answer: Promise<{ status: number; body: Body }>) => {
  const { status, body } = await answer;
  return `${status} ${String(body['code'])}`;
};

describe('folders', () => {
  it('are added, read back and shown with everything that the contract names', async () => {
    const manuals = await addFolder('  Manuals ');
    const tractors = await addFolder('Tractors', manuals);
    await addLink(manuals);
    const { body } = await product.get(`/api/folders/${manuals}`);
    expect(body).toMatchObject({
      folder: { id: manuals, name: 'Manuals', type: 'folder', path: `/${manuals}`, parentId: null },
      ancestors: [],
      folders: [{ id: tractors, path: `/${manuals}/${tractors}`, searchTerms: ['Tractors'] }],
      docs: [{ type: 'link', name: 'Dealer portal', link: 'https://dealers.example/' }],
    });
    const { folder } = body as { folder: { dateAdded: string; timestamp: number } };
    expect(folder.dateAdded).toBe(new Date(folder.timestamp).toUTCString().slice(5, 16));
    expect((await page(tractors))['ancestors']).toEqual([{ id: manuals, name: 'Manuals' }]);
  });

  it('are counted by what lies directly in them', async () => {
    const [outer, inner] = [await addFolder('Outer'), await addFolder('Empty')];
    const counts = async (query = '') =>
      (await product.get(`/api/folder-counts${query}`)).body['counts'] as Record<string, number>;
    const sub = await addFolder('Inside', outer);
    const link = await addLink(outer);
    await addLink(sub);
    expect(await counts()).toMatchObject({ [outer]: 2, [inner]: 0 });
    expect(await counts(`?in=${outer}`)).toEqual({ [sub]: 1 });
    await product.done('remove-link', { id: link });
    expect(await counts()).toMatchObject({ [outer]: 1 });
    expect(await code(product.get('/api/folder-counts?in=nonsense'))).toBe('404 folder/not-found');
    for (const id of [outer, inner]) await product.done('remove-folder', { id });
    expect(await counts()).not.toHaveProperty(outer);
    expect(await counts(`?in=${outer}`)).toEqual({});
  });

  it('are counted as they were', async () => {
    const outer = await addFolder('Then');
    const sub = await addFolder('Inside', outer);
    const link = await addLink(outer);
    const { position: filled } = await product.done('rename-folder', { id: sub, name: 'Within' });
    const { position: emptied } = await product.done('remove-link', { id: link });
    const { position: head } = await product.done('remove-folder', { id: outer });
    const counts = async (query: string, person = product.people.admin) =>
      (await product.get(`/api/folder-counts?${query}`, person)).body;
    const auditor = await product.newPerson('auditor', 'counts@feusa.example');
    for (const person of [product.people.admin, auditor]) {
      const { position } = await counts(`at=${filled}`, person);
      expect(position).toBe(filled);
      expect((await counts(`at=${filled}`, person))['counts']).toMatchObject({ [outer]: 2 });
      expect((await counts(`at=${filled}&in=${outer}`, person))['counts']).toEqual({ [sub]: 0 });
      expect((await counts(`at=${emptied}`, person))['counts']).toMatchObject({ [outer]: 1 });
      expect((await counts(`at=${head}`, person))['counts']).not.toHaveProperty(outer);
    }
    expect(await code(product.get('/api/folder-counts?at=nonsense'))).toBe('400 invalid');
    const basic = product.get('/api/folder-counts?at=1', product.people.basic);
    expect(await code(basic)).toBe('403 not-allowed');
  });

  it('stand in the tree with all that they hold, in order of name', async () => {
    const id = await addFolder('Kept');
    for (const name of ['Ploughs', 'Harrows']) await addFolder(name, id);
    for (const name of ['Portal', 'Dealers']) await addLink(id, name);
    const { folders } = (await product.get('/api/tree')).body as {
      folders: Record<'id' | 'folders' | 'docs', Body[]>[];
    };
    const kept = folders.find((each) => String(each.id) === id);
    expect(names(kept?.folders)).toEqual(['Harrows', 'Ploughs']);
    expect(names(kept?.docs)).toEqual(['Dealers', 'Portal']);
  });

  it('are renamed and moved; a move is in both places at once', async () => {
    const from = await addFolder('Old place');
    const to = await addFolder('New place');
    const moved = await addFolder('Combines', from);
    await product.done('rename-folder', { id: moved, name: 'Harvesters' });
    await product.done('move-folder', { id: moved, parentId: to });
    expect(names((await page(from))['folders'])).toEqual([]);
    expect(names((await page(to))['folders'])).toEqual(['Harvesters']);
    expect((await page(moved))['ancestors']).toEqual([{ id: to, name: 'New place' }]);
  });

  it('take their contents along when removed, and bring back just those', async () => {
    const top = await addFolder('Safety');
    const below = await addFolder('Sheets', top);
    const [kept, gone] = [await addLink(below, 'Kept'), await addLink(below, 'Gone')];
    await product.done('remove-link', { id: gone }, product.people.basic);
    expect(await product.appends(() => product.done('remove-folder', { id: top }))).toEqual([
      'FolderRemoved',
    ]);
    expect(await code(product.get(`/api/folders/${below}`))).toBe('404 folder/not-found');
    expect(await code(product.command('remove-link', { id: kept }))).toBe('404 link/not-found');
    expect(await code(product.command('restore-link', { id: gone }))).toBe(
      '409 folder/parent-removed',
    );
    const trash = (await product.get('/api/trash', product.people.admin)).body as Record<
      string,
      Body[]
    >;
    expect(trash['items']).toContainEqual(
      expect.objectContaining({ id: gone, removedBy: 'basic@feusa.example', parentRemoved: true }),
    );
    await product.done('restore-folder', { id: top });
    expect(names((await page(below))['docs'])).toEqual(['Kept']);
    await product.done('restore-link', { id: gone });
    expect(names((await page(below))['docs'])).toEqual(['Gone', 'Kept']);
  });

  it('are in the trash page by page, each once and the newest first', async () => {
    const folder = await addFolder('Shelf');
    for (let n = 0; n < 7; n++) {
      const id = await addLink(folder, `Old ${n}`);
      await product.done('remove-link', { id });
    }
    const { position } = await product.store.head();
    type Trash = {
      items: { name: string; removedAt: string }[];
      next: string | null;
      total: number;
    };
    for (const at of ['', `&at=${position}`]) {
      const ask = async (query: string) =>
        (await product.get(`/api/trash?${query}${at}`, product.people.admin))
          .body as unknown as Trash;
      const whole = await ask('limit=1000');
      expect([whole.next, whole.total]).toEqual([null, whole.items.length]);
      const paged: Trash['items'] = [];
      for (let next: string | null = '', query = 'limit=3'; next !== null;) {
        const page = await ask(query);
        expect(page.total).toBe(whole.total);
        paged.push(...page.items);
        next = page.next;
        query = `limit=3&cursor=${next}`;
      }
      expect(paged).toEqual(whole.items);
      expect(paged.slice(0, 7).map(({ name }) => name)).toEqual(
        [6, 5, 4, 3, 2, 1, 0].map((n) => `Old ${n}`),
      );
    }
    expect(await code(product.get('/api/trash?cursor=x', product.people.admin))).toBe(
      '400 invalid',
    );
    expect((await product.get('/api/trash?limit=1001', product.people.admin)).status).toBe(400);
  });

  it.each([
    ['remove-folder', {}, '404 folder/not-found'],
    ['restore-folder', {}, '404 folder/not-found'],
    ['rename-folder', { name: 'X' }, '404 folder/not-found'],
    ['move-folder', { parentId: null }, '404 folder/not-found'],
    ['remove-link', {}, '404 link/not-found'],
    ['restore-link', {}, '404 link/not-found'],
    ['remove-file', {}, '404 file/not-found'],
    ['restore-file', {}, '404 file/not-found'],
  ] as const)(
    '%s of what is not there is refused and appends nothing',
    async (name, more, expected) => {
      const id = crypto.randomUUID();
      const refused = () => product.command(name, { id, ...more });
      expect(await code(refused())).toBe(expected);
      expect(await product.appends(refused)).toEqual([]);
    },
  );

  it('refuse cycles, restoring twice, and what lies in a removed one', async () => {
    const top = await addFolder('Top');
    const below = await addFolder('Below', top);
    const cycle = () => product.command('move-folder', { id: top, parentId: below });
    expect(await code(cycle())).toBe('422 folder/cycle');
    expect(await product.appends(cycle)).toEqual([]);
    expect(await code(product.command('restore-folder', { id: top }))).toBe(
      '409 folder/not-removed',
    );
    await product.done('remove-folder', { id: top });
    const add = () => product.command('add-folder', { name: 'Late', parentId: below });
    expect(await code(add())).toBe('404 folder/parent-not-found');
    expect(await code(product.command('remove-folder', { id: top }))).toBe('404 folder/not-found');
  });

  it('are nested 50 deep and no deeper', async () => {
    let id: string | null = null;
    for (let level = 1; level <= 50; level++) {
      id = (
        (await product.command('add-folder', { name: `L${level}`, parentId: id })).body as Body
      )['id'] as string;
    }
    const tooDeep = () => product.command('add-folder', { name: 'L51', parentId: id });
    expect(await code(tooDeep())).toBe('422 folder/too-deep');
    expect((await tooDeep()).body['detail']).toBe('Folders can be nested 50 deep');
    expect(await product.appends(tooDeep)).toEqual([]);
  });

  it('a command with a key is done once, however often and however much at once it is sent', async () => {
    const key = crypto.randomUUID();
    const body = { name: 'Once', parentId: null };
    const send = () => product.command('add-folder', body, product.people.admin, key);
    const types = await product.appends(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    });
    expect(types).toEqual(['FolderAdded']);
    const reordered = { parentId: null, name: 'Once' };
    const again = await product.command('add-folder', reordered, product.people.admin, key);
    expect(again.body).toEqual((await send()).body);
    const other = { ...body, name: 'Twice' };
    const reused = () => product.command('add-folder', other, product.people.admin, key);
    expect(await code(reused())).toBe('409 request/key-reused');
    const malformed = product.command('add-folder', body, product.people.admin, 'nonsense');
    expect((await malformed).status).toBe(400);
  });

  it('show the state as it was to auditors only', async () => {
    const id = await addFolder('Before');
    const { position } = await product.store.head();
    const time = new Date().toISOString();
    // What happens in the same millisecond belongs to it.
    await sleep(2);
    await product.done('rename-folder', { id, name: 'After' });
    const { auditor, basic } = product.people;
    for (const at of [position, time]) {
      const then = await product.read(`/api/folders/${id}?at=${at}`, auditor);
      expect(then.body).toMatchObject({ folder: { name: 'Before' }, position: String(position) });
    }
    expect((await page(id))['folder']).toMatchObject({ name: 'After' });
    expect(await code(product.get(`/api/folders/${id}?at=${position}`, basic))).toBe(
      '403 not-allowed',
    );
  });

  it('are still there after a restart, and so are the sessions', async () => {
    const before = (await product.get('/api/tree')).body;
    await product.restart();
    expect((await product.get('/api/tree')).body).toEqual(before);
  });
});
