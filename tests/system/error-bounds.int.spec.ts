import { randomUUID } from 'node:crypto';
import { append, sample } from '@feusa/event-log/store/test-samples';
import type { ErrorList } from '@feusa/contracts/views';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const list = async (query = '') =>
  (await product.read(`/api/errors${query}`)).body as unknown as ErrorList;
const settled = async () => product.settled(String((await product.store.head()).position));
const sizeOf = (page: ErrorList) => JSON.stringify(page).length;
const event = (details: string, errors: unknown, at: string) =>
  sample(
    `error-${randomUUID()}`,
    1,
    { type: 'ErrorLogged', data: { details, errors: errors as never } },
    { at },
  );

it('takes a report of 4 KiB and no more', async () => {
  const { basic } = product.people;
  const fits = { details: 'x'.repeat(1000), errors: 'y'.repeat(3094) };
  expect((await product.command('log-error', fits, basic)).status).toBe(200);
  const answer = await product.command('log-error', { ...fits, errors: `${fits.errors}y` }, basic);
  expect([answer.status, answer.body['fields']]).toEqual([400, { errors: 'Too Long!' }]);
});

it('gives 100 of many at once, also where nobody asked for a page, and all of them page by page', async () => {
  const times = Array.from({ length: 250 }, (_, n) => new Date(1_700_000_000_000 + n * 1000));
  await append(
    product.store,
    times.map((at, n) => event(`report ${n}`, null, at.toISOString())),
  );
  await settled();
  const first = await list();
  expect([first.errors.length, first.total]).toEqual([100, 251]);
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await list(`?limit=90${cursor && `&cursor=${cursor}`}`);
    found.push(...page.errors.map(({ details }) => details));
    cursor = page.next ?? '';
  } while (cursor);
  expect(found.slice(1)).toEqual(times.map((_, n) => `report ${249 - n}`));
});

it('replays larger reports of an earlier version, few to a page', async () => {
  const old = Array.from({ length: 30 }, (_, n) =>
    event(`old ${n}`, 'x'.repeat(55_000), new Date(1_600_000_000_000 + n * 1000).toISOString()),
  );
  await append(product.store, old);
  await settled();
  await product.restart();
  const found: string[] = [];
  let page = await list('?limit=1000');
  for (; page.next; page = await list(`?limit=1000&cursor=${page.next}`)) {
    expect(sizeOf(page)).toBeLessThan(300_000);
    found.push(...page.errors.map(({ details }) => details));
  }
  found.push(...page.errors.map(({ details }) => details));
  expect(found).toHaveLength(281);
  expect(found.filter((details) => details.startsWith('old '))).toHaveLength(30);
});

it.each(['?limit=0', '?limit=1001', '?limit=x', '?cursor=nonsense', '?page=1'])(
  'says what is wrong with %s',
  async (query) => {
    const { status } = await product.get(`/api/errors${query}`);
    expect(status).toBe(400);
  },
);
