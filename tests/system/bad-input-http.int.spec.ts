import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { httpBounds } from '@feusa/contracts/bounds';
import { commands } from '@feusa/contracts/commands';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemText } from './test-problem.js';
import { SIGNED_OUT } from './test-calls.js';
import { Product } from './test-product.js';
import { onTheWire } from './test-wire.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const wire = (lines: string[], body = '', patience?: number) => {
  const host = `Host: ${new URL(product.address).host}`;
  const [first = '', ...headers] = lines;
  return onTheWire(
    product.address,
    `${[first, host, ...headers].join('\r\n')}\r\n\r\n${body}`,
    patience,
  );
};
const alive = async () => expect((await product.get('/api/tree')).status).toBe(200);

describe('B75 pages of somebody else', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  ];
  const id = '00000000-0000-4000-8000-000000000000';
  const writes = [
    ...Object.keys(commands).map((name) => ['POST', `/api/commands/${name}`]),
    ...[
      ['POST', '/api/session'],
      ['DELETE', '/api/session'],
      ['POST', '/api/password-resets'],
    ],
    ...[
      ['PUT', '/api/password-resets/x'],
      ['POST', '/api/uploads'],
    ],
    ...[
      ['PATCH', `/api/uploads/${id}`],
      ['DELETE', `/api/uploads/${id}`],
      ['POST', '/nothing'],
    ],
  ] as [string, string][];

  it.each(writes)('cannot %s %s', async (method, address) => {
    for (const headers of foreign) {
      const as = product.people.admin;
      const answer = await product.ask(method, address, { as, headers, body: {} });
      expect(problemText(answer)).toBe('403 cross-site');
      expect(answer.body['detail']).toBe('Cross-site request blocked');
    }
  });

  it('cannot hide behind a near miss of our own address', async () => {
    const { port } = new URL(product.address);
    for (const origin of [`http://127.0.0.1:${port}.evil.example`, 'http://127.0.0.1:1']) {
      const body = { name: 'X', parentId: null };
      const options = { as: product.people.admin, headers: { origin }, body };
      expect(problemText(await product.ask('POST', '/api/commands/add-folder', options))).toBe(
        '403 cross-site',
      );
    }
  });

  it('may be ours, and may be none', async () => {
    const own: Record<string, string> = {
      origin: product.address,
      'sec-fetch-site': 'same-origin',
    };
    for (const headers of [own, {}]) {
      const body = { name: 'Ours', parentId: null };
      const options = { as: product.people.admin, headers, body };
      expect((await product.ask('POST', '/api/commands/add-folder', options)).status).toBe(200);
    }
  });

  it('cannot send a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { as: product.people.admin, headers, body: 'name=X&parentId=' };
    expect(problemText(await product.ask('POST', '/api/commands/add-folder', form))).toBe(
      '415 unsupported-media-type',
    );
  });
});

it('B76 headers do not say who somebody is, nor what is meant', async () => {
  const claims = {
    'x-user-id': product.people.admin.id,
    'x-role': 'admin',
    'x-forwarded-user': 'ada@feusa.example',
    'x-forwarded-for': '10.0.0.1',
    'x-real-ip': '10.0.0.1',
    'x-original-url': '/api/users',
    'x-http-method-override': 'DELETE',
    authorization: 'Bearer admin',
  };
  const signedOut = await product.ask('GET', '/api/users', { as: SIGNED_OUT, headers: claims });
  expect(problemText(signedOut)).toBe('401 not-signed-in');
  const { basic } = product.people;
  expect(problemText(await product.ask('GET', '/api/users', { as: basic, headers: claims }))).toBe(
    '403 not-allowed',
  );
  const { status } = await product.ask('GET', '/api/session?_method=DELETE', {
    as: basic,
    headers: claims,
  });
  expect(status).toBe(200);
  await alive();
});

describe('B77 heads', () => {
  it('of 64 kB are refused', async () => {
    const { status } = await wire(['GET /api/tree HTTP/1.1', `X-Long: ${'x'.repeat(65_536)}`]);
    expect(status).toBe(431);
    await alive();
  });
  it('with 2,000 cookies are refused, or signed out', async () => {
    const cookies = Array.from({ length: 2000 }, (_, n) => `c${n}=${n}`).join('; ');
    const { status } = await wire(['GET /api/tree HTTP/1.1', `Cookie: ${cookies}`]);
    expect([401, 431]).toContain(status);
  });
  it('with 3,000 lines are no trouble', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`);
    const { status } = await wire(['GET /api/tree HTTP/1.1', ...lines, 'Connection: close']);
    expect([401, 431]).toContain(status);
    await alive();
  });
});

describe('B78 addresses', () => {
  const bad = ['/%E0%A4%A', '/%', '/%zz', '/..%2f', '/../../etc/passwd', '/%00', '/assets/%00'];
  const more = [
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//',
    '/\\..',
  ];
  it.each([...bad, ...more, '/files/..%2f..%2fpackage.json', '/api/docs/..%2fpackage.json'])(
    '%s',
    async (address) => {
      const answer = await wire([`GET ${address} HTTP/1.1`, 'Connection: close']);
      expect(answer.head).toContain('application/problem+json');
      expect([400, 401, 403, 404]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toMatchObject({ status: answer.status });
      expect(answer.body).not.toContain('"workspaces"');
    },
  );
  it('with a NUL end the connection', async () => {
    const answer = await wire(['GET /\0 HTTP/1.1']);
    expect(answer).toMatchObject({ status: 400, ended: true });
    await alive();
  });
});

describe('B78, B82 methods', () => {
  it.each(['TRACE', 'PROPFIND', 'PUT', 'PATCH', 'DELETE', 'LINK'])('%s', async (method) => {
    for (const address of ['/api/tree', '/nothing', '/']) {
      const answer = await wire([`${method} ${address} HTTP/1.1`, 'Connection: close']);
      expect([404, 405]).toContain(answer.status);
      expect(answer.head).toContain('application/problem+json');
      expect(answer.body).not.toContain('Cookie');
    }
  });
  it.each(['CONNECT localhost:22', 'NONSENSE /', 'get /'])(
    '%s ends the connection',
    async (line) => {
      const answer = await wire([`${line} HTTP/1.1`]);
      expect([0, 400]).toContain(answer.status);
      expect(answer.ended).toBe(true);
      await alive();
    },
  );
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s of a command', async (method) => {
    const answer = await product.ask(method, '/api/commands/add-folder', {
      as: product.people.admin,
    });
    expect(['404 not-found', '405 method-not-allowed']).toContain(problemText(answer));
  });
  it.each(['/api', '/api/', '/api/nothing', '/api/commands', '/nothing', '/.env', '/.git/config'])(
    'GET %s',
    async (address) => expect(problemText(await product.get(address))).toBe('404 not-found'),
  );
  it.each(['/api/nothing', '/files', '/assets/nothing.js', '/health/nothing'])(
    'GET %s of a browser',
    async (address) => {
      const headers = { accept: 'text/html,*/*;q=0.8' };
      const answer = await product.ask('GET', address, { as: product.people.basic, headers });
      expect(problemText(answer)).toBe('404 not-found');
    },
  );
});

describe('B79 messages that two readers read differently', () => {
  const post = 'POST /api/session HTTP/1.1';
  const json = 'Content-Type: application/json';
  it.each([
    ['both lengths', [post, json, 'Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two lengths', [post, json, 'Content-Length: 4', 'Content-Length: 5'], '{}  '],
    ['a length of -1', [post, json, 'Content-Length: -1'], '{}'],
    ['a length of 1,2', [post, json, 'Content-Length: 1,2'], '{}'],
    ['an unknown coding', [post, json, 'Transfer-Encoding: x'], '{}'],
    ['a broken chunk', [post, json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a bare line feed', [post, json, 'X: a\nY: b', 'Content-Length: 2'], '{}'],
    ['a folded line', [post, json, 'X: a', ' b: c', 'Content-Length: 2'], '{}'],
  ])('%s', async (_, lines, body) => {
    const answer = await wire(lines, body);
    expect(answer.status).toBe(400);
    expect(answer.ended).toBe(true);
    expect(answer.head).toContain('application/problem+json');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'invalid' });
    await alive();
  });
});

describe('B23 bodies', () => {
  it('a bomb in gzip is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)).toString('latin1');
    const { length } = bomb;
    const before = process.memoryUsage().rss;
    const answer = await wire(
      [
        'POST /api/session HTTP/1.1',
        'Content-Type: application/json',
        'Content-Encoding: gzip',
        `Content-Length: ${length}`,
        'Connection: close',
      ],
      bomb,
    );
    expect([400, 413, 415]).toContain(answer.status);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('without an end are refused as soon as they are too large', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const answer = await wire(
      [
        'POST /api/session HTTP/1.1',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ],
      chunk.repeat(20),
    );
    expect(answer.status).toBe(413);
    expect(answer.ended).toBe(true);
  });

  it('that are not UTF-8 are refused', async () => {
    const body = '{"email":"\xff\xfe","password":"x"}';
    const answer = await wire(
      [
        'POST /api/session HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ],
      body,
    );
    expect(answer.status).toBe(400);
  });

  it.each([0, 1, 400])('say everything once, however it is written (%#)', async (depth) => {
    const twice = '{"a":1,"\\u0061":2}';
    const body = `{"details":"x","errors":${'['.repeat(Math.min(depth, 20))}${twice}${']'.repeat(Math.min(depth, 20))}}`;
    const options = { as: product.people.basic, body };
    expect(problemText(await product.ask('POST', '/api/commands/log-error', options))).toBe(
      '400 invalid',
    );
  });

  it('may have colons, quotes and backslashes in their texts', async () => {
    const details = 'a: "b": \\"c\\\\": {"d":1,"d":2}';
    const { id } = await product.done('log-error', {
      details,
      errors: { 'x:"\\': [{}, { y: ':' }] },
    });
    const { errors } = (await product.get('/api/errors')).body as { errors: object[] };
    expect(errors).toContainEqual(expect.objectContaining({ id, details }));
  });
});

it('B80 a head that drips is ended, and a reader who takes nothing', async () => {
  for (const app of product.apps) {
    const { headersTimeout, timeout } = app.getHttpServer() as Server;
    expect(timeout).toBe(httpBounds.stall.value);
    expect(headersTimeout).toBe(httpBounds.headTime.value);
    expect(headersTimeout).toBeLessThan(2 * 60_000);
  }
});
