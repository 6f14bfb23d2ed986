import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FindHit, FindPage } from '@feusa/contracts/find';
import { docxOf, pdfOf } from '@feusa/files/text/test-documents';
import { poll } from '@feusa/testing/wait';
import { employee, SIGNED_OUT } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let [manuals, inner] = ['', ''];
/** By what they are called. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  product = await Product.open();
  manuals = (await product.done('add-folder', { name: 'Service manuals', parentId: null })).id;
  inner = (await product.done('add-folder', { name: 'Größen', parentId: manuals })).id;
  const link = { folderId: inner, name: 'Fargo dealer', link: 'https://fargo.example/' };
  ids['link'] = (await product.done('add-link', link)).id;
  ids['docx'] = await addFile('Plan.docx', docxOf('Torque the <bolts> & check the oil'));
  ids['pdf'] = await addFile('Grease.pdf', pdfOf('Grease the auger every week'), inner);
  ids['broken'] = await addFile('Broken auger.pdf', Buffer.from('%PDF-1.7 nothing of it'));
  const person = {
    ...{ ...employee, firstName: 'Ann', lastName: 'Miller', email: 'ann@feusa.example' },
    ...{ role: 'Service Manager', location: 'Fargo', department: 'Sales' },
  };
  ids['person'] = (await product.done('add-employee', person)).id;
});
afterAll(() => product.close());

async function addFile(name: string, bytes: Buffer, folderId = manuals): Promise<string> {
  const uploadId = await product.upload(bytes, name);
  return (await product.done('add-file', { folderId, uploadId })).id;
}

const find = async (query: string): Promise<FindPage> => {
  const { status, body } = await product.read(`/api/find?q=${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as FindPage;
};
const found = async (query: string) => (await find(query)).hits.map(({ id }) => id);
const hit = async (query: string): Promise<FindHit | undefined> => (await find(query)).hits[0];

describe('finds', () => {
  it('folders, files, links and people by their names, with where they are', async () => {
    await poll(() => hit('grossen')).toEqual({
      ...{ kind: 'folder', id: inner, name: 'Größen', matched: 'name' },
      path: [{ id: manuals, name: 'Service manuals' }],
    });
    await poll(() => hit('dealer')).toMatchObject({
      ...{ kind: 'link', id: ids['link'], link: 'https://fargo.example/' },
      path: [{ name: 'Service manuals' }, { name: 'Größen' }],
    });
    const person = { kind: 'person', id: ids['person'], path: [] };
    await poll(() => hit('mil ann')).toMatchObject(person);
    expect(await hit('manager')).toMatchObject({ kind: 'person', matched: 'role' });
  });

  it('files by the text inside, with an excerpt that is safe to show', async () => {
    await poll(() => hit('torque')).toMatchObject({
      ...{ kind: 'file', id: ids['docx'], name: 'Plan.docx', matched: 'content' },
      excerpt: '<mark>Torque</mark> the &lt;bolts&gt; &amp; check the oil',
    });
    await poll(() => found('grease week')).toEqual([ids['pdf']]);
  });

  it('files by a text in the character set that was declared with it', async () => {
    const bytes = Buffer.from([0xcf, 0xeb, 0xf3, 0xe3]);
    const uploadId = await product.upload(
      ...([bytes, 'Old.txt', product.people.admin, 'text/plain; charset=windows-1251'] as const),
    );
    const { id } = await product.done('add-file', { folderId: inner, uploadId });
    await poll(() => found(encodeURIComponent('Плуг'))).toEqual([id]);
  });

  it('names before texts, counts all kinds, and lists the one that is asked for', async () => {
    await poll(() => find('auger')).toMatchObject({
      hits: [
        { id: ids['broken'], matched: 'name' },
        { id: ids['pdf'], matched: 'content' },
      ],
      counts: { folder: 0, file: 2, link: 0, person: 0 },
    });
    const page = await find('fargo&kind=person');
    expect(page.hits.map(({ id }) => id)).toEqual([ids['person']]);
    expect(page.counts).toEqual({ folder: 0, file: 0, link: 1, person: 1 });
  });

  it('what lies in a folder, however deep', async () => {
    expect(await found(`fargo&in=${manuals}`)).toEqual([ids['link']]);
    expect(await found(`fargo&in=${inner}`)).toEqual([ids['link']]);
    expect(await found(`service&in=${inner}`)).toEqual([]);
  });

  it('what was changed within a time', async () => {
    const now = new Date(Date.now() + 60_000).toISOString();
    const earlier = new Date(Date.now() - 3_600_000).toISOString();
    expect((await find(`fargo&from=${earlier}&to=${now}`)).counts).toMatchObject({ person: 1 });
    expect(await found(`fargo&from=${earlier}&to=${now}`)).toHaveLength(2);
    expect(await find(`fargo&from=${now}`)).toMatchObject({
      ...{ hits: [], counts: { folder: 0, file: 0, link: 0, person: 0 } },
    });
  });

  it('page by page, each thing once', async () => {
    const whole = await found('e');
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: FindPage = await find(`e&limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.hits.map(({ id }) => id));
      cursor = page.next;
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
  });

  it('what has the most words where nothing has all, and says which are missing', async () => {
    const { hits } = await find('who runs fargo service');
    expect(hits[0]).toMatchObject({ id: ids['person'], missing: ['who', 'runs'] });
    expect((await hit('fargo service'))?.missing).toBeUndefined();
    expect(await found('xyzzy plugh')).toEqual([]);
  });
});

it('follows what changes, and never shows what was removed', async () => {
  const { id } = await product.done('add-folder', { name: 'Harvest', parentId: manuals });
  const link = { folderId: id, name: 'Header reel', link: 'https://x.example/' };
  const { id: reel } = await product.done('add-link', link);
  const after = async (
    name: 'rename-folder' | 'remove-folder' | 'restore-folder',
    body: object,
  ) => {
    const { position } = await product.done(name, { id, ...body });
    return (query: string) => found(`${query}&after=${String(position)}`);
  };
  const renamed = await after('rename-folder', { name: 'Autumn' });
  expect([await renamed('harvest'), await renamed('autumn')]).toEqual([[], [id]]);
  expect((await hit('reel'))?.path.at(-1)?.name).toBe('Autumn');
  const removed = await after('remove-folder', {});
  expect([await removed('autumn'), await removed('reel')]).toEqual([[], []]);
  expect((await find('reel')).counts).toEqual({ folder: 0, file: 0, link: 0, person: 0 });
  const restored = await after('restore-folder', {});
  expect([await restored('autumn'), await restored('reel')]).toEqual([[id], [reel]]);
});

it('a file that cannot be read says why, and stops nobody', async () => {
  const docs = async () => {
    const { body } = await product.get(`/api/folders/${manuals}`);
    return body['docs'] as { id: string; searchable?: false; reason?: string }[];
  };
  const broken = async () => (await docs()).find(({ id }) => id === ids['broken']);
  await poll(broken).toMatchObject({
    ...{ searchable: false, reason: 'The file is damaged, or is not what its name says' },
  });
  const later = await addFile('Later.txt', Buffer.from('It comes behind the broken one'));
  await poll(() => found('behind')).toEqual([later]);
  expect((await docs()).find(({ id }) => id === later)).not.toHaveProperty('searchable');
});

it('knows all of it again after a restart', async () => {
  await product.restart();
  expect(await found('torque')).toEqual([ids['docx']]);
  expect(await found('grossen')).toEqual([inner]);
});

it.each([
  ['q=', 400],
  ['q=%20%E2%80%8B', 400],
  [`q=${'x'.repeat(501)}`, 400],
  ['q=a&kind=employee', 400],
  ['q=a&limit=0', 400],
  ['q=a&limit=101', 400],
  ['q=a&in=undefined', 400],
  [`q=a&in=${randomUUID()}`, 404],
  ['q=a&cursor=nothing', 400],
  ['q=a&from=yesterday', 400],
  ['q=a&to=2026-01-01', 400],
  ['q=a&more=1', 400],
  ['', 400],
])('refuses %s', async (query, status) => {
  const answer = await product.get(`/api/find?${query}`);
  expect([answer.status, typeof answer.body['code']]).toEqual([status, 'string']);
});

it('is for those who are signed in', async () => {
  expect((await product.get('/api/find?q=oil', SIGNED_OUT)).status).toBe(401);
});

it.each(["'", '\\', '!', '&|:*<->', '\0', '"oil"', '(('])(
  'takes operators for text: %s',
  async (text) =>
    expect((await product.read(`/api/find?q=${encodeURIComponent(text)}x`)).status).toBe(200),
);
