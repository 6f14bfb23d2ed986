import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commands, type CommandName } from '@feusa/contracts/commands';
import { openCompany, type Company } from './test-hidden.js';
import { answerOf, canariesIn, send } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let company: Company;
/** Manages a place of their own. */
let elsewhere: Person;
let own: Readonly<Record<'folder' | 'file' | 'link', string>>;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
  elsewhere = await product.newPerson('basic', 'elsewhere@feusa.example');
  const folder = (await product.done('add-folder', { name: 'Elsewhere', parentId: null })).id;
  const access = { read: [], manage: [elsewhere.id] };
  await product.done('set-folder-access', { id: folder, access });
  const uploadId = await product.upload(Buffer.from('Plain'), 'Plain.txt', elsewhere);
  const file = (await product.done('add-file', { folderId: folder, uploadId }, elsewhere)).id;
  const link = { folderId: folder, name: 'Plain', link: 'https://plain.example/' };
  own = { folder, file, link: (await product.done('add-link', link, elsewhere)).id };
});
afterAll(() => product.close());

type Hidden = 'pay' | 'inner' | 'file' | 'link';
type Make = (id: string) => object | Promise<object>;

const uploadId = () => product.upload(Buffer.from('More'), 'More.txt', elsewhere);
const LINK = 'https://more.example/';

/** Bodies that name something hidden; where it says so, as where to. */
const about: Partial<Record<CommandName | `${CommandName} to`, readonly [of: Hidden, make: Make]>> =
  {
    'add-folder': ['inner', (parentId) => ({ name: 'More', parentId })],
    'rename-folder': ['inner', (id) => ({ id, name: 'More' })],
    'move-folder': ['inner', (id) => ({ id, parentId: own.folder })],
    'move-folder to': ['inner', (parentId) => ({ id: own.folder, parentId })],
    'remove-folder': ['inner', (id) => ({ id })],
    'restore-folder': ['inner', (id) => ({ id })],
    'add-file': ['inner', async (folderId) => ({ folderId, uploadId: await uploadId() })],
    'rename-file': ['file', (id) => ({ id, name: 'More.docx' })],
    'move-file': ['file', (id) => ({ id, folderId: own.folder })],
    'move-file to': ['inner', (folderId) => ({ id: own.file, folderId })],
    'copy-file': ['file', (id) => ({ id, folderId: own.folder })],
    'copy-file to': ['inner', (folderId) => ({ id: own.file, folderId })],
    'remove-file': ['file', (id) => ({ id })],
    'restore-file': ['file', (id) => ({ id })],
    'replace-file': ['file', async (id) => ({ id, uploadId: await uploadId() })],
    'restore-file-version': ['file', (id) => ({ id, fileVersion: 1 })],
    'acknowledge-file': ['file', (id) => ({ id, fileVersion: 1 })],
    'add-link': ['inner', (folderId) => ({ folderId, name: 'More', link: LINK })],
    'edit-link': ['link', (id) => ({ id, name: 'More', link: LINK })],
    'move-link': ['link', (id) => ({ id, folderId: own.folder })],
    'move-link to': ['inner', (folderId) => ({ id: own.link, folderId })],
    'copy-link': ['link', (id) => ({ id, folderId: own.folder })],
    'copy-link to': ['inner', (folderId) => ({ id: own.link, folderId })],
    'remove-link': ['link', (id) => ({ id })],
    'restore-link': ['link', (id) => ({ id })],
  };

describe('commands about what somebody may not see', () => {
  it('are all here that are not for administrators alone', () => {
    const nouns = /-(?:folder|file|link)(?:-version)?$/;
    const open = Object.entries(commands).filter(
      ([name, command]) =>
        nouns.test(name) && ('forManagers' in command || command.access === 'signed-in'),
    );
    expect(open.map(([name]) => name).filter((name) => !(name in about))).toEqual([]);
  });

  it.each(Object.entries(about))(
    '%s is answered as if it were not there',
    async (name, [of, make]) => {
      const call = async (id: string) => {
        const address = `/api/commands/${name.replace(' to', '')}`;
        return send(product, ['POST', address, await make(id)], elsewhere);
      };
      const before = (await product.store.head()).position;
      const nothing = randomUUID();
      const answer = await call(company[of]);
      expect(answer.status).toBe(404);
      expect(answerOf(answer, company[of])).toEqual(answerOf(await call(nothing), nothing));
      expect(canariesIn(answer.text)).toEqual([]);
      expect((await product.store.head()).position).toBe(before);
    },
  );

  it.each(['move-folder', 'move-file', 'copy-file', 'move-link', 'copy-link'])(
    '%s is answered so wherever it is to go',
    async (name) => {
      const noun = name.slice(5) as 'folder' | 'file' | 'link';
      const targets = [null, company.open, own.folder, company.pay, randomUUID()];
      const where = noun === 'folder' ? 'parentId' : 'folderId';
      const hidden = noun === 'folder' ? company.inner : company[noun];
      for (const target of targets.slice(noun === 'folder' ? 0 : 1)) {
        const call = async (id: string) => {
          const body = { id, [where]: target };
          return send(product, ['POST', `/api/commands/${name}`, body], elsewhere);
        };
        const nothing = randomUUID();
        const answer = answerOf(await call(hidden), hidden);
        expect([target, answer]).toEqual([target, answerOf(await call(nothing), nothing)]);
      }
    },
  );

  it('take no name that only something hidden has', async () => {
    const { people, open, pay } = company;
    const access = { read: [], manage: [elsewhere.id, people.manager.id] };
    await product.done('set-folder-access', { id: open, access });
    const send = (as: Person) => {
      const body = { name: 'Quartzite', parentId: open };
      return product.ask('POST', '/api/commands/add-folder?onConflict=refuse', { as, body });
    };
    expect((await send(people.manager)).body).toMatchObject({ code: 'name-taken', id: pay });
    expect((await send(elsewhere)).status).toBe(200);
    await product.done('set-folder-access', { id: open, access: null });
  });
});

describe('undoing', () => {
  it('does not know of what is hidden by now', async () => {
    const { people, inner, pay } = company;
    const { position, id } = await product.done(
      'add-folder',
      { name: 'Obsidian', parentId: inner },
      people.manager,
    );
    const ask = async (as: Person) =>
      send(product, ['GET', `/api/undo?position=${String(position)}`], as);
    expect(canariesIn((await ask(people.manager)).text)).not.toEqual([]);
    const access = (await product.get(`/api/folders/${pay}/access`, people.admin)).body['access'];
    const narrow = { read: [people.person.id], manage: [] };
    await product.done('set-folder-access', { id: pay, access: narrow });
    const answer = await ask(people.manager);
    const none = await send(product, ['GET', '/api/undo?position=999999'], people.manager);
    expect(answerOf(answer, id)).toEqual(answerOf(none, id));
    await product.done('set-folder-access', { id: pay, access });
  });

  it('names no place that is hidden by now', async () => {
    const { people, pay, inner } = company;
    const add = async (name: string) =>
      (await product.done('add-folder', { name, parentId: pay }, people.manager)).id;
    const [from, over, to] = [await add('From'), await add('Feldspar'), await add('To')];
    const moved = await product.done(
      'add-folder',
      { name: 'Moved', parentId: from },
      people.manager,
    );
    const move = (parentId: string) =>
      product.done('move-folder', { id: moved.id, parentId }, people.manager);
    const { position } = await move(over);
    await move(to);
    const read = async () => {
      const address = `/api/undo?position=${String(position)}`;
      return (await send(product, ['GET', address], people.manager)).text;
    };
    expect(await read()).toContain('Feldspar');
    const access = { read: [people.person.id], manage: [] };
    await product.done('set-folder-access', { id: over, access });
    const text = await read();
    expect(text).toContain('Another folder');
    expect(text).not.toContain(over);
    expect(text).not.toContain('Feldspar');
    expect((await product.get(`/api/folders/${inner}`, people.manager)).status).toBe(200);
  });
});
