import { createHash } from 'node:crypto';
import { testClient as testRedis } from '@feusa/platform/redis/test-redis';
import { testClient as testOpenSearch } from '@feusa/search/test-opensearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, SIGNED_OUT, type Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open({}, true);
});
afterAll(() => product.close());

describe('who can write to Redis', () => {
  let redis: ReturnType<typeof testRedis>;
  beforeAll(() => {
    redis = testRedis();
  });
  afterAll(() => redis.disconnect());

  const idOf = ({ cookie = '' }: Person) =>
    createHash('sha256').update(cookie.split('=')[1]!).digest('hex');

  it('becomes neither an administrator nor somebody at all', async () => {
    const { basic } = product.people;
    const fresh = await product.signIn('basic@feusa.example');
    const nobody = { id: '', cookie: basic.cookie!.replace(/=.*/, `=${'x'.repeat(43)}`) };
    const forged = { id: basic.id, email: 'basic@feusa.example', role: 'admin' };
    for (const each of [basic, fresh, nobody])
      await redis.set(`feusa:session:${idOf(each)}`, JSON.stringify(forged));
    for (const each of [basic, fresh]) {
      expect((await product.get('/api/session', each)).body).toMatchObject({
        user: { role: 'basic' },
      });
      expect((await product.get('/api/users', each)).status).toBe(403);
      const rise = { userId: basic.id, role: 'admin' };
      expect((await product.command('set-user-role', rise, each)).status).toBe(403);
    }
    expect((await product.get('/api/folders', nobody)).status).toBe(401);
    expect((await product.get('/api/folders', SIGNED_OUT)).status).toBe(401);
  });

  it('signs nobody out', async () => {
    const { admin } = product.people;
    const socket = product.connect(admin);
    let cut = false;
    socket.on('disconnect', () => (cut = true)).on('signed-out', () => (cut = true));
    await socket.emitWithAck('watch', { topics: ['folder:root'] });
    const ended = ['kind', 'ended', 'id', idOf(admin), 'from', 'nobody'];
    await redis.xadd('feusa:session-changes', '*', ...ended);
    await redis.xadd(
      'feusa:session-changes',
      '*',
      ...ended.with(1, 'user-ended').with(3, admin.id),
    );
    await redis.xadd('feusa:session-changes', '*', 'kind', 'all', 'id', '');
    const change = new Promise((resolve) => socket.once('change', resolve));
    const { id } = await product.done('add-folder', { name: 'Still here', parentId: null });
    expect(await change).toMatchObject({ id });
    expect(cut).toBe(false);
    socket.close();
  });
});

describe('who can write to OpenSearch', () => {
  let client: ReturnType<typeof testOpenSearch>;
  let index: string;
  beforeAll(() => {
    client = testOpenSearch();
    index = product.settings['FEUSA_NAMESPACE'] ?? '';
  });
  afterAll(() => client.close());

  const write = (id: string, version: number, names: readonly string[]) =>
    client.index({
      ...{ index, id, refresh: true, version, version_type: 'external_gte' },
      body: {
        id,
        version,
        seal: 1,
        names,
        others: [],
        mails: [],
        phones: [],
        key: names.join(' '),
      },
    });

  it('finds nobody who is not there, and of others only what they are', async () => {
    const { id, position } = await product.done('add-employee', employee);
    await product.read(`/api/search?q=lukasz&after=${position}`);
    for (const nobody of ['8e6e009d-f202-4c4b-a282-620f9ba7c554', '<script>', '../users', "' or 1"])
      await write(nobody, 1, ['forged']);
    await write(id, 1, ['forged']);
    const { body } = await product.read('/api/search?q=forged');
    expect(body).toEqual({ hits: [{ objectID: id }], total: 1 });
    const shown = (await product.get(`/api/employees/${id}`)).body;
    expect(shown).toMatchObject(employee);
    expect(JSON.stringify((await product.get('/api/employees')).body)).not.toContain('forged');
  });

  it('does not stop the search by an index of another kind', async () => {
    await client.index({ index: `${index}-v7`, refresh: true, body: { id: { a: 1 }, names: 7 } });
    await client.indices.putAlias({
      index: `${index}-v7`,
      name: index,
      body: { is_write_index: false },
    });
    const { status, body } = await product.read('/api/search?q=lukasz');
    expect(status === 503 || Array.isArray(body['hits'])).toBe(true);
    await client.indices.delete({ index: `${index}-v7` });
    expect((await product.read('/api/search?q=kaminski')).status).toBe(200);
  });
});
