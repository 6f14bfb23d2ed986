import { built, Program } from '@feusa/cluster/program';
import { inSession } from '@feusa/platform/postgres/session';
import { Product } from '@feusa/system-tests/test-product';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

let product: Product;
beforeAll(async () => {
  product = await Product.open({}, false);
  await product.done('add-folder', { name: 'Manuals', parentId: null });
});
afterAll(() => product.close());

it('rebuilds once at a time, and the other one says so', async () => {
  const env = { ...process.env, ...product.settings };
  const rebuild = () => new Program(built('cli/rebuild'), { env });
  const first = await inSession(product.settings['DATABASE_URL']!, async (client) => {
    // The first one waits with its swap until nobody has this.
    await client.query('begin; lock table read.checkpoints in exclusive mode');
    const begun = rebuild();
    await begun.says(/Replayed (\d+) of \1 events/);
    expect(await rebuild().ended).toMatchObject({
      code: 1,
      out: '',
      err: 'The read model is being rebuilt by another `npm run rebuild`. Wait until it ends; nothing was changed by this one.\n',
    });
    return begun;
  });
  const { code, out, err } = await first.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('The read model was the same, row by row. Swapped.');
  expect(out).toContain('The past was the same, version by version. Swapped.');
  expect(await rebuild().ended).toMatchObject({ code: 0, err: '' });
});
