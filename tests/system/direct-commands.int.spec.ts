import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee, type Answer, type Body, type Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let [open, closed]: string[] = [];

beforeAll(async () => {
  product = await Product.open();
  const add = async (name: string) =>
    (await product.done('add-folder', { name, parentId: null })).id;
  [open, closed] = [await add('Open'), await add('Closed')];
  const access = { read: [product.people.auditor.id], manage: [] };
  await product.done('set-folder-access', { id: closed, access });
});
afterAll(() => product.close());

/** Without what is each answer's own: ids, positions and hashes of what it did, and when. */
const comparable = ({ status, headers, body }: Answer) => {
  const mask = (text: string) =>
    text
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
      .replace(/\b[\da-f]{64}\b/g, 'hash');
  const own = { date: '', 'content-length': '' };
  const { position, ...rest } = body as { position?: string };
  const answer = JSON.parse(mask(JSON.stringify(rest))) as Body;
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...own },
    answer,
    isPlaced: typeof position,
  };
};

const commands: readonly (readonly [string, () => Body | string])[] = [
  ['add-folder', () => ({ name: randomUUID(), parentId: open })],
  ['add-folder?onConflict=refuse', () => ({ name: randomUUID(), parentId: open })],
  ['add-folder?onConflict=refuse', () => ({ name: 'Open', parentId: null })],
  ['add-folder?onConflict=nothing', () => ({ name: randomUUID(), parentId: null })],
  ['remove-folder?onConflict=refuse', () => ({ id: randomUUID() })],
  ['add-folder', () => ({ name: '', parentId: null })],
  ['add-folder', () => ({ name: randomUUID(), parentId: closed })],
  ['add-folder', () => ({ name: randomUUID(), parentId: randomUUID() })],
  ['add-folder', () => '{'],
  ['add-folder', () => 'null'],
  ['add-folder', () => '{"name":"a","name":"b","parentId":null}'],
  ['add-link', () => ({ name: randomUUID(), folderId: open, link: 'https://feusa.example' })],
  ['add-link', () => ({ name: randomUUID(), folderId: closed, link: 'https://feusa.example' })],
  ['add-employee', () => ({ ...employee, email: `${randomUUID()}@feusa.example` })],
  ['add-employee', () => ({ ...employee, email: 'nobody' })],
  ['report-error', () => ({ details: 'x', errors: ['y'] })],
  ['remove-folder', () => ({ id: randomUUID() })],
  ['set-user-role', () => ({ userId: randomUUID(), role: 'admin' })],
  ['register-user', () => ({ email: 'x', password: 'y' })],
  ['acknowledge-file', () => ({ id: randomUUID(), fileVersion: 1 })],
  ['nothing-like-this', () => ({})],
];

it('commands are answered ahead of their route as the route answers them, to everybody', async () => {
  const { admin, auditor, basic } = product.people;
  for (const as of [admin, auditor, basic] as readonly Person[])
    for (const [name, bodyOf] of commands) {
      const answers = [];
      for (const headers of [{}, { authorization: 'Basic bm9ib2R5' }] as Record<string, string>[])
        answers.push(
          comparable(
            await product.ask('POST', `/api/commands/${name}`, { as, body: bodyOf(), headers }),
          ),
        );
      const [direct, route] = answers;
      expect([name, as.id, direct]).toEqual([name, as.id, route]);
    }
});

it('a key is answered once, whichever way the command comes first and again', async () => {
  const as = product.people.admin;
  const send = (key: string, name: string, headers: Record<string, string> = {}) =>
    product.ask('POST', '/api/commands/add-folder', {
      ...{ as, body: { name, parentId: null } },
      headers: { 'idempotency-key': key, ...headers },
    });
  const route = { authorization: 'Basic bm9ib2R5' };
  for (const ways of [
    [{}, route],
    [route, {}],
    [{}, {}],
  ] as Record<string, string>[][]) {
    const [key, name] = [randomUUID(), randomUUID()];
    const [first, again] = [await send(key, name, ways[0]), await send(key, name, ways[1])];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect((await send(key, 'another', ways[1])).body).toMatchObject({
      code: 'request/key-reused',
    });
  }
});

it('a refused command is in the access log once, with its name', async () => {
  const { admin, basic } = product.people;
  const name = 'restore-folder';
  expect(
    (await product.ask('POST', `/api/commands/${name}`, { as: basic, body: { id: open } })).status,
  ).toBe(403);
  const refusals = async () => {
    const { body } = await product.get('/api/access-log?kind=refused', admin);
    const { entries } = body as unknown as { entries: { detail: string }[] };
    return entries.map(({ detail }) => detail).filter((detail) => detail.includes(name));
  };
  await poll(refusals).toEqual([`not-allowed POST /api/commands/${name}`]);
});
