import { openApiDocument } from '@feusa/contracts/openapi';
import { SEARCH_INDEX, SearchUnavailable, type SearchIndex } from '@feusa/search/port';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { problemIn, SOON_MS, problemText } from './test-problem.js';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

let product: Product;
beforeAll(async () => {
  product = await Product.open();
  await product.done('add-employee', employee);
});
afterAll(() => product.close());

const asked = async (address: string) =>
  problemText(await product.get(address, product.people.admin));
const nonPositions = ['9007199254740993', '-1', 'abc', '1.5', '1e3', '0x1', '%00', '١', ''];

describe('positions', () => {
  const waiting = [
    '/api/tree',
    '/api/folders',
    '/api/employees',
    '/api/errors',
    '/api/trash',
    '/api/accounts',
  ];

  it.each(nonPositions)('B70 %j is none', async (position) => {
    for (const address of [...waiting, '/api/audit/events', `/api/search`]) {
      const query = address === '/api/search' ? 'q=a&after=' : 'after=';
      expect(await asked(`${address}?${query}${position}`)).toBe('400 after: Not a position');
    }
    expect(await asked(`/api/folders?at=${position}`)).toBe('400 at: Not a position or a time');
  });

  it.each(waiting)('%s waits 2 s for one that is yet to come, then says so', async (address) => {
    const since = performance.now();
    const answer = await product.get(`${address}?after=999999999999999`, product.people.admin);
    expect(problemText(answer)).toBe('503 still-updating');
    expect(answer.headers.get('retry-after')).toBe('1');
    const took = performance.now() - since;
    expect(took).toBeGreaterThan(1900);
    expect(took).toBeLessThan(10_000);
  });

  it.each(['/api/users', '/api/webhooks'])(
    '%s is read from the log, as far as it goes',
    async (address) => {
      const { admin } = product.people;
      const { position } = await product.done('add-group', { name: 'Of these' });
      expect((await product.get(`${address}?after=${String(position)}`, admin)).status).toBe(200);
      const answer = await product.get(`${address}?after=999999999999999`, admin);
      expect(problemText(answer)).toBe('503 still-updating');
    },
  );

  it.each(['999999999999999', '2999-01-01T00:00:00Z', '0', '0001-01-01T00:00:00Z'])(
    'the state at %s is the last or none at all, never a fault',
    async (at) => {
      const { status } = await product.get(`/api/employees?at=${at}`, product.people.auditor);
      expect([200, 400, 503]).toContain(status);
    },
  );
});

describe('B29, B59 ids', () => {
  const bad = ['undefined', 'null', '1', '%00', "'--", '*', '[object Object]', 'x'.repeat(500)];
  it.each([...bad, '00000000-0000-4000-8000-000000000000', '..%2f..%2fetc%2fpasswd'])(
    '%j is nowhere',
    async (id) => {
      const { admin } = product.people;
      const code = async (address: string) => (await product.get(address, admin)).body['code'];
      const part = encodeURIComponent(decodeURIComponent(id));
      expect(await code(`/api/folders/${part}`)).toBe('folder/not-found');
      expect(await code(`/api/employees/${part}`)).toBe('employee/not-found');
      expect(await code(`/api/users/${part}`)).toMatch(/^(user\/not-found|invalid)$/);
      expect(await code(`/files/${part}`)).toBe('file/not-found');
    },
  );

  it('of something else is nowhere', async () => {
    const { id } = product.people.admin;
    expect(await asked(`/api/employees/${id}`)).toBe('404 employee/not-found');
    expect(await asked(`/api/folders/${id}`)).toBe('404 folder/not-found');
  });

  it.each([2000, 20_000])('B30 of %i characters, and as many segments', async (length) => {
    for (const address of [`/api/folders/${'x'.repeat(length)}`, '/x'.repeat(length / 2)]) {
      const answer = await product.get(address);
      expect([404, 414, 431]).toContain(answer.status);
      if (answer.status === 404) problemIn(answer);
    }
  });
});

describe('what is asked twice, or is no question', () => {
  it.each([
    '/api/employees?limit=1&limit=2',
    '/api/employees?after=1&after=2',
    '/api/employees?after[]=1',
    '/api/folders?at=1&at=2',
    '/api/search?q=a&q=b',
    '/api/search?q[$ne]=1',
    '/api/audit/events?type=A&type=B',
    '/api/employees?id=1',
    '/api/employees?__proto__=1',
    '/api/folders?constructor=1',
    '/api/trash?admin=true',
  ])('B78 %s', async (address) => expect(await asked(address)).toMatch(/^400 /));
});

it.each([
  ['GET', '/api/undo?correlationId='],
  ['GET', '/api/undo?position=1&limit=0'],
  ['GET', '/api/undo?position=1&limit=1001'],
  ['GET', '/api/undo?position=1&limit=x'],
  ['GET', `/api/undo?commandId=${'x'.repeat(201)}`],
  ['POST', '/api/undo', []],
  ['POST', '/api/undo', { position: 1 }],
  ['POST', '/api/undo/stop', {}],
  ['POST', '/api/undo/stop', { key: 'x' }],
  ['GET', '/api/audit/events?text='],
  ['GET', `/api/audit/events?text=${'x'.repeat(201)}`],
  ['GET', '/api/audit/erasures/x'],
  ['POST', '/api/operations/dead-letters/x/redrive', { force: 'x' }],
  ['POST', '/api/operations/dead-letters/x/discard', { reason: 'x'.repeat(5000) }],
  ['POST', '/api/session', { email: 7, password: [], teamPassword: {} }],
  ['POST', '/api/commands/erase-person', { id: {}, name: 7 }],
])('%s %s is refused in words of people', async (method, address, body: unknown = undefined) => {
  const options = { as: product.people.admin, ...(body !== undefined && { body }) };
  const answer = await product.ask(method, address, options);
  expect(problemText(answer)).toMatch(/^400 /);
  expect(JSON.stringify(answer.body)).not.toMatch(
    /expected|characters to have|pattern|\^\(|input/i,
  );
});

describe('pages', () => {
  it.each(['0', '-1', '1001', '1e9', 'NaN', '', '5.5', '99999999999999999999'])(
    'B63 of %j people',
    async (limit) => expect(await asked(`/api/employees?limit=${limit}`)).toMatch(/^400 limit: /),
  );
  const lists = Object.entries(openApiDocument().paths as Paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
    .map(([address]) => (address === '/api/find' ? `${address}?q=a&` : `${address}?`));
  const nothing = ['x', '', '%00', '5', '-1', '0', ...['[1,2,3]', '["a"]', '{}', 'null'].map(btoa)];
  const odd = [
    ['\0', '\0', '\0'],
    ['a', 'b', 'c'],
    ['2026-02-30T00:00:00.000Z', 'a'],
  ].map((each) => btoa(JSON.stringify(each)));

  it('are those of the lists with a cursor', () => expect(lists.length).toBeGreaterThanOrEqual(5));
  it.each([...lists, '/api/employees?at=1&', '/api/trash?at=1&'])(
    '%s refuses what is no cursor, like the other lists',
    async (address) => {
      for (const cursor of [...nothing, ...odd, 'x'.repeat(900)].map(encodeURIComponent)) {
        // A number is one of the access log, an entry of which stands at a position.
        if (cursor === '5' && address.startsWith('/api/access-log')) continue;
        const answer = await asked(`${address}cursor=${cursor}`);
        expect([cursor, answer]).toEqual([cursor, '400 cursor: Not a cursor']);
      }
      expect(await asked(`${address}cursor=${'x'.repeat(1001)}`)).toBe('400 cursor: Too Long!');
    },
  );
});

describe('search', () => {
  it.each(['', '%20', '%09%0A', '%E2%80%8B'])('B60 for %j', async (text) =>
    expect(await asked(`/api/search?q=${text}`)).toBe('400 q: Enter something to search for'),
  );
  it('B60 for nothing', async () =>
    expect(await asked('/api/search')).toBe('400 q: Enter something to search for'));
  it.each(['x'.repeat(501), 'x'.repeat(10_000), 'a '.repeat(2500)])(
    'B61 too long (%#)',
    async (q) =>
      expect(await asked(`/api/search?q=${encodeURIComponent(q)}`)).toBe(
        '400 q: Search text is too long',
      ),
  );
  it.each(['-1', '0', 'NaN', '1e9', '1.5', '', '999999999'])('B63 page %j', async (page) =>
    expect(await asked(`/api/search?q=a&page=${page}`)).toBe('400 page: Not a page'),
  );
  it('B63 in pages of another size', async () =>
    expect(await asked('/api/search?q=a&size=1000000000')).toBe('400 size: Unknown field'));

  it.each([
    ...['*', '/.*.*/', 'name:(', '~10', '{"match_all":{}}', '"', "'", '\\', '(a+)+$', 'AND OR NOT'],
    ...['%', '_', '\u0000', '[', '+', 'firstName:*', '\ud83d\ude00', 'a'.repeat(500), '%s%n'],
  ])('B62 takes %j for plain text, and answers soon', async (text) => {
    const since = performance.now();
    const { status, body } = await product.get(`/api/search?q=${encodeURIComponent(text)}`);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
    expect([status, body]).toEqual([200, { hits: [], total: 0 }]);
  });
});

it('B64 without its index the search says so, and the directory still works', async () => {
  const fault = new SearchUnavailable();
  const indexes = product.parts<SearchIndex>(SEARCH_INDEX);
  // In one process the index is in memory, and asked ahead of the route.
  const kept = indexes.map((index) => index.searchNow);
  indexes.forEach((index) => Object.assign(index, { searchNow: undefined }));
  const away = indexes.map((index) => jest.spyOn(index, 'search').mockRejectedValue(fault));
  const answer = await product.get('/api/search?q=luk');
  expect(problemText(answer)).toBe('503 search/unavailable');
  expect(answer.body['detail']).toBe('Search is not available right now');
  const { employees } = (await product.get('/api/employees')).body as { employees: object[] };
  expect(employees).toHaveLength(1);
  away.forEach((search) => search.mockRestore());
  indexes.forEach((index, at) => Object.assign(index, { searchNow: kept[at] }));
});

describe('audit', () => {
  it.each([
    ...nonPositions.map((bad) => `after=${bad}`),
    ...['limit=0', 'limit=-1', 'limit=1001', 'limit=1e9', 'limit=', 'limit=abc'],
    ...['from=yesterday', 'to=9', 'from=2026-13-01T00:00:00Z', 'from=', 'nonsense=1', 'type='],
    'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
  ])('B70 %s', async (query) => expect(await asked(`/api/audit/events?${query}`)).toMatch(/^400 /));

  it.each([
    ...nonPositions.flatMap((bad) => [
      [`proof?position=${bad}`, 'position: Not a position'],
      [`proof?position=1&size=${bad}`, 'size: Not a position'],
      [`consistency?from=${bad}&to=1`, 'from: Not a position'],
      [`consistency?from=1&to=${bad}`, 'to: Not a position'],
      [`checkpoint?after=${bad}`, 'after: Not a position'],
    ]),
    ['proof?position=0', 'position: Positions begin at 1'],
    ['proof?position=3&size=2', 'position: The position lies behind this size'],
    ['consistency?from=3&to=2', 'from: The start lies behind the end'],
    ['proof', 'position: '],
    ['consistency?from=1', 'to: '],
    ['proof?position=1&nonsense=1', 'nonsense: Unknown field'],
    ['proof?position=1&position=2', 'position: '],
    ['proof?position=999999', 'position: The log has '],
    ['proof?position=1&size=999999', 'size: The log has '],
    ['consistency?from=1&to=999999', 'to: The log has '],
  ])('B70 %s', async (query, fault) => {
    const { auditor } = product.people;
    expect(problemText(await product.get(`/api/audit/${query}`, auditor))).toContain(
      `400 ${fault}`,
    );
  });

  it.each(['type=Nothing', 'stream=nowhere', 'actor=nobody', 'stream=%00', "type='--"])(
    'finds nothing for %s',
    async (query) => {
      const answer = await product.get(`/api/audit/events?${query}`, product.people.auditor);
      if (answer.status === 200) expect(answer.body).toEqual({ events: [], next: null });
      else expect(problemText(answer)).toMatch(/^400 /);
    },
  );

  it('B71 auditors write nothing', async () => {
    const { auditor } = product.people;
    const write = (name: 'add-folder' | 'remove-user', body: object) =>
      product.command(name, body, auditor);
    expect(problemText(await write('add-folder', { name: 'X', parentId: null }))).toBe(
      '403 not-allowed',
    );
    expect(problemText(await write('remove-user', { id: auditor.id }))).toBe('403 not-allowed');
  });

  it('B74 checks the log once at a time', async () => {
    const verify = () => product.get('/api/audit/verify', product.people.auditor);
    const answers = await Promise.all([verify(), verify(), verify()]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toContain(200);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(problemText(answer)).toBe('429 too-many-requests');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await verify()).body['ok']).toBe(true);
  });
});
