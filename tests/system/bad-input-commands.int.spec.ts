import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandName } from '@feusa/contracts/commands';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SOON_MS, problemText } from './test-problem.js';
import { employee, SIGN_IN, type Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let folderId: string;
let before: number;
beforeAll(async () => {
  product = await Product.open();
  folderId = (await product.done('add-folder', { name: 'Manuals', parentId: null })).id;
});
afterAll(() => product.close());

const head = async () => (await product.store.head()).position;
const refused = async (name: CommandName, body: unknown) =>
  problemText(await product.command(name, body));
const folder = (body: Body) => refused('add-folder', { name: 'New', parentId: null, ...body });
const person = (body: Body) => refused('add-employee', { ...employee, ...body });

describe('refused, with nothing appended:', () => {
  beforeEach(async () => void (before = await head()));
  afterEach(async () => expect(await head()).toBe(before));

  describe('B20 fields that nobody asked for', () => {
    it.each(['role', 'version', 'path', 'timestamp', 'dateAdded', 'searchTerms', 'hash'])(
      '%s of a folder',
      async (field) => expect(await folder({ [field]: 'x' })).toBe(`400 ${field}: Unknown field`),
    );
    it.each(['file', 'image', 'version', 'timestamp', 'dateAdded', 'isAdmin'])(
      'B55 %s of a new employee',
      async (field) => expect(await person({ [field]: 'x' })).toBe(`400 ${field}: Unknown field`),
    );
    it('an id that is none', async () => {
      expect(await folder({ id: 'x' })).toBe('400 id: Not a valid id');
      expect(await person({ id: 'x' })).toBe('400 id: Not a valid id');
    });
    it('an administrator’s role at registration', async () => {
      const body = { ...SIGN_IN, email: 'new@feusa.example', role: 'admin' };
      expect(await refused('register-user', body)).toBe('400 role: Unknown field');
    });
    it.each([
      '{"name":"X","parentId":null,"__proto__":{"admin":true}}',
      '{"name":"X","parentId":null,"constructor":{"prototype":{"admin":true}}}',
      '{"name":"X","parentId":null,"__proto__":null}',
      '{"name":"X","parentId":null,"prototype":1}',
    ])('%s', async (body) => {
      expect(await refused('add-folder', body)).toMatch(/^400 /);
      expect(({} as Body)['admin']).toBeUndefined();
    });
  });

  describe('B23 what is no object of JSON', () => {
    const add = (body: string, headers: Record<string, string> = {}) =>
      product.ask('POST', '/api/commands/add-folder', { as: product.people.admin, body, headers });

    it.each(['', '{', '{"name":', 'null', '[]', '7', '"x"', 'true', '{"name":"a"}}', '\u0000'])(
      '%j',
      async (body) => expect(problemText(await add(body))).toMatch(/^400 /),
    );
    it.each([1000, 10_000, 50_000])('%i levels deep', async (depth) => {
      const deep = `{"name":${'['.repeat(depth)}${']'.repeat(depth)},"parentId":null}`;
      expect(problemText(await add(deep))).toBe('400 name: Please choose a name');
    });
    it('the same field twice', async () => {
      const twice = '{"name":"Shown","parentId":null,"name":"Stored"}';
      expect(problemText(await add(twice))).toMatch(/^400 /);
    });
    it('more than 128 kB', async () => {
      expect(problemText(await add(JSON.stringify({ name: 'x'.repeat(200_000) })))).toBe(
        '413 body-too-large',
      );
    });
    it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
      'of type %s',
      async (type) =>
        expect(
          problemText(await add('{"name":"X","parentId":null}', { 'content-type': type })),
        ).toBe('415 unsupported-media-type'),
    );
    it.each(['gzip', 'br', 'deflate', 'x-unknown'])('packed as %s', async (encoding) => {
      const packed = { 'content-encoding': encoding };
      expect(problemText(await add('{"name":"X","parentId":null}', packed))).toMatch(/^4(00|15) /);
    });
  });

  describe('names', () => {
    it.each(['', ' ', '\t\n ', '\u200b\u200d\ufeff', '\u3164', null, undefined, 7, {}, ['x']])(
      'B24, B58 %j',
      async (name) => expect(await folder({ name })).toBe('400 name: Please choose a name'),
    );
    it.each(['x'.repeat(51), '👨‍👩‍👧‍👦'.repeat(51), 'x'.repeat(100_000), 'a' + '\u0301'.repeat(9000)])(
      'B25 too long (%#)',
      async (name) => expect(await folder({ name })).toBe('400 name: Too Long!'),
    );
    it.each(['a\u0000b', 'a\u202eb', 'a\nb', 'a\u2066b', 'a\u001bb', 'a\u007fb'])(
      'B26 %j',
      async (name) =>
        expect(await folder({ name })).toBe('400 name: Name has characters that are not allowed'),
    );
    it.each(['{"name":"a\\ud800b","parentId":null}', '{"name":"\\udc00","parentId":null}'])(
      'B56 %s',
      async (body) =>
        expect(await refused('add-folder', body)).toBe('400 name: Text has an invalid character'),
    );
  });

  describe('B29 ids', () => {
    const bad = [undefined, null, '', 'undefined', 'null', '1', 1, true, {}, ["' or 1=1"], '../x'];
    it.each(bad)('%j', async (id) => {
      for (const name of ['remove-folder', 'restore-employee', 'remove-error'] as const) {
        expect(await refused(name, { id })).toMatch(/^400 id: /);
      }
      expect(await refused('add-link', { folderId: id, name: 'X', link: 'http://a' })).toMatch(
        /^400 folderId: /,
      );
      if (id !== null) expect(await folder({ parentId: id })).toMatch(/^400 parentId: /);
    });
    it('of something else', async () => {
      const { id } = product.people.admin;
      expect(await refused('remove-folder', { id })).toBe('404 folder/not-found');
      expect(await refused('remove-link', { id: folderId })).toBe('404 link/not-found');
      expect(await refused('remove-employee', { id: folderId })).toBe('404 employee/not-found');
      expect(await refused('remove-user', { id: folderId })).toBe('404 user/not-found');
      expect(await folder({ parentId: id })).toBe('404 folder/parent-not-found');
      expect(await refused('move-folder', { id: folderId, parentId: id })).toBe(
        '404 folder/parent-not-found',
      );
      const foreign = { folderId, uploadId: folderId };
      expect(await refused('add-file', foreign)).toBe('404 upload/not-found');
    });
  });

  it.each(
    'javascript:alert(1)|JaVaScRiPt:alert(1)|java\tscript:alert(1)|\x01javascript:alert(1)|data:text/html,x|vbscript:x|file:///etc/passwd|blob:http://a/b|//evil.example|https:\\\\evil.example|http://[::1|http://u:p@h|http://u@h|http:|http://|https:///x|ftp://a|http://a b|mailto:a@b.c||http://a/\u202e|x'.split(
      '|',
    ),
  )('B33 a link to %j', async (link) => {
    const fault = '400 link: Enter a web address that starts with http:// or https://';
    expect(await refused('add-link', { folderId, name: 'Portal', link })).toBe(fault);
  });
  it.each([`http://a/${'x'.repeat(3000)}`, null, undefined, 7, {}])(
    'B33 a link to something else (%#)',
    async (link) =>
      expect(await refused('add-link', { folderId, name: 'Portal', link })).toMatch(/^400 link: /),
  );

  describe('employees', () => {
    it.each([
      ['B48 firstName', { firstName: '' }, 'Required'],
      ['B48 lastName', { lastName: 'x'.repeat(51) }, 'Too Long!'],
      ['B49 phoneNumber', { phoneNumber: 'abc' }, 'Phone number is not valid'],
      ['B49 phoneNumber', { phoneNumber: '+'.repeat(200) }, 'Phone number is not valid'],
      ['B49 phoneNumber', { phoneNumber: '٠١٢٣٤٥٦٧٨٩' }, 'Phone number is not valid'],
      ['B49 phoneNumber', { phoneNumber: `${'1'.repeat(60)}x` }, 'Phone number is not valid'],
      ['B49 phoneNumber', { phoneNumber: '1'.repeat(100_000) }, 'Phone number is not valid'],
      ['B49 phoneNumber', { phoneNumber: '' }, 'Required'],
      ['B50 mobile', { mobile: 'x' }, 'Phone number is not valid'],
      ['B51 email', { email: 'a@b?bcc=x' }, 'Enter a valid e-mail address'],
      ['B51 email', { email: '"><svg>@b.c' }, 'Enter a valid e-mail address'],
      ['B51 email', { email: 'a@b.c\r\nBcc: x@y.z' }, 'Enter a valid e-mail address'],
      ['B52 role', { role: undefined }, 'Required'],
      ['B52 location', { location: ' ' }, 'Required'],
      ['B52 department', { department: null }, 'Required'],
      ['B52 manager', { manager: 'x'.repeat(10_000) }, 'Too Long!'],
      ['B56 role', { role: 'a\0b' }, 'Text has an invalid character'],
      ['B58 manager', { manager: ['x'] }, 'Required'],
      ['B57 uploadId', { uploadId: 'https://x.example/me.png' }, 'Not a valid id'],
    ])('%s: %j', async (row, body, text) => {
      const [, field] = row.split(' ');
      const since = performance.now();
      expect(await person(body)).toBe(`400 ${field}: ${text}`);
      expect(performance.now() - since).toBeLessThan(SOON_MS);
    });

    it('B57 an image that is a document of somebody', async () => {
      expect(await person({ uploadId: crypto.randomUUID() })).toBe('404 upload/not-found');
    });

    it.each([
      [undefined, 'Required'],
      [null, 'Must be a number'],
      ['1', 'Must be a number'],
      ['', 'Must be a number'],
      [{}, 'Must be a number'],
      [1.5, 'Must be a whole number'],
      [0, 'Not a valid version'],
      [-1, 'Not a valid version'],
      [1e20, 'Must be at most 9007199254740991'],
    ])('B54 an update of version %j', async (version, fault) => {
      const update = { id: folderId, version, ...employee };
      expect(await refused('update-employee', update)).toBe(`400 version: ${fault}`);
    });
    it('B59 an update of nobody', async () => {
      const update = { id: crypto.randomUUID(), version: 1, ...employee };
      expect(await refused('update-employee', update)).toBe('404 employee/not-found');
    });
  });

  it('B22 the last administrator stays one, and stays', async () => {
    const { id } = product.people.admin;
    expect(await refused('remove-user', { id })).toBe('409 user/last-admin');
    for (const role of ['basic', 'auditor']) {
      expect(await refused('set-user-role', { userId: id, role })).toBe('409 user/last-admin');
    }
    expect(await refused('set-user-role', { userId: id, role: 'root' })).toBe(
      '400 role: Not a role',
    );
  });

  it('error reports', async () => {
    const log = (body: Body) => refused('log-error', { details: 'x', errors: {}, ...body });
    expect(await log({ details: '' })).toBe('400 details: Required');
    expect(await log({ details: 'x'.repeat(2001) })).toBe('400 details: Too Long!');
    expect(await log({ errors: { a: 'x\0' } })).toBe('400 errors: Text has an invalid character');
    expect(await log({ errors: { a: 'x'.repeat(20_000) } })).toBe('400 errors: Too Long!');
    const deep = `{"details":"x","errors":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    expect(await refused('log-error', deep)).toBe('400 errors: Too Long!');
  });
});

describe('taken as they are, for text', () => {
  it.each([
    ...['../..', 'a/b', 'C:\\x', 'CON', '.', '..', '<img src=x onerror=alert(1)>', '{{7*7}}'],
    ...['=cmd()', "'; drop table log.events; --", '${7*7}', '%00', 'null', '👨‍👩‍👧‍👦'.repeat(50)],
  ])('B27, B28 a folder called %j', async (name) => {
    const { id } = await product.done('add-folder', { name, parentId: folderId });
    expect((await product.get(`/api/folders/${id}`)).body).toMatchObject({ folder: { name } });
  });

  it('B27 two spellings of one name are two folders, each as it was written', async () => {
    const spellings = ['Caf\u00e9', 'Cafe\u0301'];
    const shown = [];
    for (const name of spellings) {
      const { id } = await product.done('add-folder', { name, parentId: null });
      const { body } = await product.get(`/api/folders/${id}`);
      shown.push((body['folder'] as Body)['name']);
    }
    expect(shown).toEqual(spellings);
  });

  it('B53 an employee whose job is to be an admin has no more rights for it', async () => {
    const { email, role } = { email: 'basic@feusa.example', role: 'admin' };
    await product.done('add-employee', { ...employee, email, role });
    const { basic } = product.people;
    expect((await product.get('/api/session')).body).toMatchObject({ user: { role: 'basic' } });
    expect((await product.get('/api/trash', basic)).status).toBe(403);
  });
});

describe('B34 a link to an address inside', () => {
  let trap: Server;
  let visits = 0;
  beforeAll(async () => {
    trap = createServer((_, response) => response.end(String(visits++)));
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void trap.close());

  it('is stored, and never visited', async () => {
    const { port } = trap.address() as AddressInfo;
    for (const link of [`http://127.0.0.1:${port}/`, 'http://169.254.169.254/latest/']) {
      await product.done('add-link', { folderId, name: 'Inside', link });
    }
    await product.get(`/api/folders/${folderId}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(visits).toBe(0);
  });
});

it('B32 removing twice is 404, and with the same key the first answer again', async () => {
  const { id } = await product.done('add-folder', { name: 'Twice', parentId: null });
  const key = crypto.randomUUID();
  const remove = (as = key) => product.command('remove-folder', { id }, undefined, as);
  const first = await remove();
  expect(first.status).toBe(200);
  expect((await remove()).body).toEqual(first.body);
  expect(problemText(await remove(crypto.randomUUID()))).toBe('404 folder/not-found');
});

it('B81 a key is a UUID, and belongs to one person', async () => {
  const { admin, basic } = product.people;
  const report = { details: 'Scale shows nothing', errors: {} };
  const key = crypto.randomUUID();
  for (const bad of ['1', 'x'.repeat(5000), `${key}x`, '']) {
    const answer = await product.command('log-error', report, basic, bad);
    expect(problemText(answer)).toBe('400 Idempotency-Key: Not a UUID');
  }
  const one = await product.command('log-error', report, basic, key);
  const other = await product.command('log-error', report, admin, key);
  expect(other.status).toBe(200);
  expect(other.body['id']).not.toBe(one.body['id']);
});
