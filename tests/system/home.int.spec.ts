import type { Home, HomeItem, Marks } from '@feusa/contracts/home';
import { personalBounds } from '@feusa/contracts/bounds';
import { openPool } from '@feusa/platform/postgres/pool';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let [manuals, tractors, link] = ['', '', ''];
let ann = '';
beforeAll(async () => {
  product = await Product.open();
  manuals = (await product.done('add-folder', { name: 'Manuals', parentId: null })).id;
  tractors = (await product.done('add-folder', { name: 'Tractors', parentId: manuals })).id;
  link = await addLink('Dealers');
  const person = { ...employee, firstName: 'Ann', lastName: 'Miller', email: 'ann@feusa.example' };
  ann = (await product.done('add-employee', person)).id;
});
afterAll(() => product.close());

async function addLink(name: string, folderId = tractors, as?: Person): Promise<string> {
  const body = { folderId, name, link: 'https://dealers.example/' };
  return (await product.done('add-link', body, as)).id;
}

const put = (path: string, as = product.people.basic) =>
  product.ask('PUT', `/api/me/${path}`, { as });
const take = (path: string, as = product.people.basic) =>
  product.ask('DELETE', `/api/me/${path}`, { as });
const home = async (as = product.people.basic) =>
  (await product.read('/api/me/home', as)).body as unknown as Home;
const marks = async (as = product.people.basic) =>
  (await product.read('/api/me/marks', as)).body as unknown as Marks;
const namesOf = (items: readonly HomeItem[]) => items.map(({ name }) => name);

describe('the home of a person', () => {
  it('has what is starred, as it is called now, and nobody else sees it', async () => {
    await poll(async () => (await put(`stars/link/${link}`)).status).toBe(204);
    for (const path of [`folder/${tractors}`, `person/${ann}`, `link/${link}`])
      expect((await put(`stars/${path}`)).status).toBe(204);
    await product.done('rename-folder', { id: tractors, name: 'All tractors' });
    await poll(async () => namesOf((await home()).stars)).toEqual([
      ...['Ann Miller', 'All tractors', 'Dealers'],
    ]);
    const { stars } = await home();
    expect(stars[2]).toMatchObject({
      ...{ kind: 'link', id: link, link: 'https://dealers.example/' },
      path: [{ name: 'Manuals' }, { name: 'All tractors' }],
    });
    expect((await marks()).stars).toHaveLength(3);
    expect(await home(product.people.admin)).toMatchObject({ stars: [], opened: [] });
    expect((await take(`stars/person/${ann}`)).status).toBe(204);
    expect(namesOf((await home()).stars)).toEqual(['All tractors', 'Dealers']);
  });

  it('has what was opened last, once, until it is forgotten', async () => {
    for (const path of [`folder/${manuals}`, `person/${ann}`, `folder/${manuals}`])
      expect((await put(`opened/${path}`)).status).toBe(204);
    expect(namesOf((await home()).opened)).toEqual(['Manuals', 'Ann Miller']);
    expect((await take('opened')).status).toBe(204);
    expect((await home()).opened).toEqual([]);
  });

  it('refuses what is not there, and leaves out what has gone', async () => {
    for (const path of [`stars/folder/${link}`, `stars/file/${crypto.randomUUID()}`, 'follows/x'])
      expect((await put(path)).status).toBe(404);
    const gone = await addLink('Going');
    await poll(async () => (await put(`stars/link/${gone}`)).status).toBe(204);
    await product.done('remove-link', { id: gone });
    await poll(async () => namesOf((await home()).stars)).not.toContain('Going');
    await product.done('restore-link', { id: gone });
    await poll(async () => namesOf((await home()).stars)).toContain('Going');
    await product.done('remove-link', { id: gone });
  });
});

describe('followed folders', () => {
  it('tell what others do in them, however deep, until one has looked', async () => {
    const { basic, admin } = product.people;
    expect((await put(`follows/${manuals}`)).status).toBe(204);
    expect((await home()).news).toEqual([]);
    const fresh = await addLink('New dealers');
    await product.done('edit-link', {
      id: link,
      name: 'Old dealers',
      link: 'https://old.example/',
    });
    await poll(async () => namesOf((await home()).news)).toEqual(['Old dealers', 'New dealers']);
    const { news, follows } = await home();
    expect(namesOf(follows)).toEqual(['Manuals']);
    expect(news).toMatchObject([
      { isNew: false, by: { id: admin.id } },
      { isNew: true, id: fresh },
    ]);
    await put(`opened/link/${link}`);
    expect(namesOf((await home()).news)).toEqual(['New dealers']);
    await put(`opened/folder/${tractors}`);
    expect((await home()).news).toEqual([]);
    await addLink('Newest dealers');
    await poll(async () => namesOf((await home()).news)).toEqual(['Newest dealers']);
    await put(`follows/${manuals}`);
    expect((await home()).news).toEqual([]);
    await take(`follows/${manuals}`);
    await addLink('Unnoticed');
    expect((await home(basic)).news).toEqual([]);
  });

  it('do not tell what one does oneself', async () => {
    const { admin } = product.people;
    await put(`follows/${manuals}`, admin);
    await addLink('My own');
    expect((await home(admin)).news).toEqual([]);
  });
});

describe('what people keep for themselves', () => {
  it('is bounded', async () => {
    const person = await product.newPerson('basic', 'many@feusa.example');
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const mark = (columns: string, most: number) =>
      pool.query(
        `insert into personal.items (user_id, id, kind, ${columns})
         select $1, gen_random_uuid(), 'folder', now() - n * interval '1 minute'
         from generate_series(1, $2) n`,
        [person.id, most],
      );
    await mark('starred_at', personalBounds.stars.value);
    await mark('followed_at', personalBounds.follows.value);
    await mark('opened_at', 2 * personalBounds.opened.value);
    expect((await put(`stars/folder/${manuals}`, person)).body).toMatchObject({
      ...{ status: 409, code: 'star/too-many' },
    });
    expect((await put(`follows/${manuals}`, person)).body).toMatchObject({
      ...{ status: 409, code: 'follow/too-many' },
    });
    expect((await put(`opened/folder/${manuals}`, person)).status).toBe(204);
    const { rows } = await pool.query(
      'select from personal.items where user_id = $1 and starred_at is null and followed_at is null',
      [person.id],
    );
    expect(rows.length).toBeLessThanOrEqual(personalBounds.opened.value);
    await product.done('remove-user', { id: person.id });
    const left = await pool.query('select from personal.items where user_id = $1', [person.id]);
    await pool.end();
    expect(left.rows).toEqual([]);
  });

  it('is not in the log, and told to the other tabs of the person alone', async () => {
    const { basic, admin } = product.people;
    const received: string[] = [];
    const sockets = [product.connect(basic), product.connect(admin)];
    await Promise.all(sockets.map((s) => new Promise((done) => s.once('session', done))));
    sockets.forEach((s, at) => s.on('personal', () => received.push(['basic', 'admin'][at]!)));
    const before = await product.store.head();
    await put(`stars/folder/${manuals}`);
    await poll(() => received).toEqual(['basic']);
    expect((await product.store.head()).position).toBe(before.position);
    sockets.forEach((socket) => socket.close());
  });
});
