import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { employee, type Answer, type Person } from './test-calls.js';
import { Product } from './test-product.js';

/** Positions that are there, that are none, and more behind them. */
const AFTER = [
  '?after=1',
  '?after=0',
  '?after=01',
  '?after=-1',
  '?after=',
  '?after=1&limit=2',
  '?after=1&',
];

let product: Product;
let people: readonly Person[];
let addresses: readonly string[];

beforeAll(async () => {
  product = await Product.open();
  const add = async (name: string, parentId: string | null) =>
    (await product.done('add-folder', { name, parentId })).id;
  const [open, closed] = [await add('Open', null), await add('Closed', null)];
  const [inOpen, inClosed] = [await add('Narrow', open), await add('Below', closed)];
  const { basic, auditor } = product.people;
  for (const [id, readers] of [
    [closed, [auditor.id]],
    [inOpen, [basic.id]],
  ] as const) {
    const access = { read: [...readers], manage: [] };
    await product.done('set-folder-access', { id, access });
  }
  const ids: string[] = [];
  for (const firstName of ['Ann', 'Bo', 'Çelik'])
    ids.push((await product.done('add-employee', { ...employee, firstName })).id);
  await product.done('remove-employee', { id: ids[2] });
  people = [product.people.admin, auditor, basic];
  addresses = [
    ...['', `/${open}`, `/${closed}`, `/${inOpen}`, `/${inClosed}`].map(
      (id) => `/api/folders${id}`,
    ),
    ...[
      '',
      '?limit=1',
      '?limit=1&cursor=nobody',
      '?limit=0',
      '?limit=9999',
      '?nothing=1',
      ...AFTER,
    ].map((query) => `/api/employees${query}`),
    ...[
      ...[
        'q=Ann',
        'q=ann%20',
        'q=An&page=1',
        'q=An&page=2',
        'q=An&page=0',
        'q=An&after=1',
        'q=%C3%87elik',
      ],
      ...[
        'q=',
        'q=%20',
        '',
        'q=Ann+',
        'q=Ann&q=Bo',
        'q=Ann&nothing=1',
        'q=%zz',
        'q=Anm',
        'after=1&q=Bo',
      ],
      ...['q=An&after=01', `q=${'x'.repeat(2000)}`],
    ].map((query) => `/api/search?${query}`),
    ...ids.map((id) => `/api/employees/${id}`),
    ...AFTER.flatMap((query) => [
      `/api/employees/${ids[0]}${query}`,
      `/api/folders/${open}${query}`,
    ]),
  ];
});
afterAll(() => product.close());

const comparable = ({ status, headers, body }: Answer) => {
  const own = { date: '', requestId: '' };
  return { status, headers: { ...Object.fromEntries(headers), ...own }, body: { ...body, ...own } };
};

it('what lies ready is answered as the route answers it, to everybody', async () => {
  const ways = [{}, {}, { authorization: 'Basic bm9ib2R5' }, { 'accept-encoding': 'gzip' }];
  for (const as of people)
    for (const address of addresses) {
      const answers = [];
      for (const headers of ways)
        answers.push(comparable(await product.ask('GET', address, { as, headers })));
      const [route, ready, past, gzip] = answers;
      expect([address, ready]).toEqual([address, route]);
      expect([address, past]).toEqual([address, route]);
      expect([address, gzip!.body]).toEqual([address, route!.body]);
    }
});

it('what lay ready is gone with the access to it, at once', async () => {
  const { basic } = product.people;
  const [, , , narrow = ''] = addresses;
  expect((await product.get(narrow, basic)).status).toBe(200);
  const access = { read: [product.people.auditor.id], manage: [] };
  const id = narrow.split('/').at(-1);
  await product.done('set-folder-access', { id, access });
  expect((await product.get(narrow, basic)).status).toBe(404);
});
