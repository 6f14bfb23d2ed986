import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MTH, PATH, PROOF } from './independent-merkle.js';
import { HASH_BYTES, leafHash } from './merkle.js';
import { openTestTransparency, tampered, type TestTransparency } from './test-transparency.js';

let opened: TestTransparency;
beforeAll(async () => {
  opened = await openTestTransparency();
});
afterAll(() => opened.close());

const tiles = async () =>
  (
    await opened.log.owner.query<{ level: number; index: number; hashes: Buffer }>(
      'select level, index, hashes from transparency.tiles order by level, index',
    )
  ).rows;

describe('the maintainer of the tree', () => {
  it('begins with the tree of nothing', async () => {
    expect(await opened.tree.maintainer.checkpoint()).toBe(0);
    expect(await opened.tree.size()).toBe(0);
    expect(await opened.tree.root(0)).toEqual(MTH([]));
  });

  it('folds what was appended into tiles, in steps of any width', async () => {
    for (const count of [1, 254, 1, 1, 300, 2]) {
      await opened.append(count);
      await opened.keep();
      const leaves = await opened.leaves();
      expect(await opened.tree.size()).toBe(leaves.length);
      expect(await opened.tree.root(leaves.length)).toEqual(MTH(leaves));
    }
    const all = Buffer.concat((await opened.leaves()).map(leafHash));
    const [first, second, third, above] = await tiles();
    const cut = (tile: number) =>
      all.subarray(tile * 256 * HASH_BYTES, (tile + 1) * 256 * HASH_BYTES);
    expect(first).toEqual({ level: 0, index: 0, hashes: cut(0) });
    expect(second).toEqual({ level: 0, index: 1, hashes: cut(1) });
    expect(third).toEqual({ level: 0, index: 2, hashes: cut(2) });
    expect(above).toMatchObject({ level: 1, index: 0 });
    expect(above?.hashes).toHaveLength(2 * HASH_BYTES);
  });

  it('answers with the proofs of RFC 6962 for every earlier size', async () => {
    const leaves = await opened.leaves();
    for (const [position, size] of [
      [1, 1],
      [1, 559],
      [256, 257],
      [300, 512],
      [559, 559],
    ] as const) {
      const then = leaves.slice(0, size);
      expect(await opened.tree.root(size)).toEqual(MTH(then));
      const { leafHash: leaf, proof } = await opened.tree.inclusion(position, size);
      expect(leaf).toEqual(leafHash(leaves[position - 1]!));
      expect(proof).toEqual(PATH(position - 1, then));
      expect(await opened.tree.consistency(position, size)).toEqual(PROOF(position, then));
    }
    expect(await opened.tree.consistency(0, 559)).toEqual([]);
    expect(await opened.tree.leaves(250, 20)).toEqual(leaves.slice(250, 270).map(leafHash));
    expect(await opened.tree.leaves(555, 20)).toEqual(leaves.slice(555).map(leafHash));
  });

  it('does what was done already once only', async () => {
    const [before, events] = [await tiles(), await opened.log.store.read(500, 10)];
    await opened.tree.maintainer.handle(events);
    expect(await tiles()).toEqual(before);
  });

  it('works beside others like it', async () => {
    const { url, role } = opened.log;
    const pools = [1, 2, 3].map(() => openPool({ url, role, max: 2, name: 'maintainer' }));
    const maintainers = pools.map((pool) => opened.open(pool).maintainer);
    for (let round = 0; round < 12; round++) {
      await opened.append(1 + ((round * 37) % 90));
      await Promise.all(maintainers.map((maintainer) => opened.keep(maintainer)));
    }
    const leaves = await opened.leaves();
    expect(await opened.tree.size()).toBe(leaves.length);
    expect(await opened.tree.root(leaves.length)).toEqual(MTH(leaves));
    const whole = (await tiles()).filter(({ level }) => level === 0);
    expect(Buffer.concat(whole.map(({ hashes }) => hashes))).toEqual(
      Buffer.concat(leaves.map(leafHash)),
    );
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('stops where an event is missing', async () => {
    await opened.append(5);
    const { position } = await opened.log.store.head();
    const gap = [['delete from log.events where position = $1', position - 2]] as const;
    await tampered(opened, gap, async (tree) => {
      const events = await opened.log.store.read(position - 5, 5);
      await expect(tree.maintainer.handle(events)).rejects.toThrow(`position ${position - 2}`);
      expect(await tree.maintainer.checkpoint()).toBe(position - 5);
    });
  });
});

describe('the tiles', () => {
  it.each([
    ['delete from transparency.tiles'],
    ['truncate transparency.tiles'],
    ['delete from transparency.checkpoints'],
    [`update transparency.checkpoints set note = ''`],
    ['update transparency.tree set size = size - 1'],
    [`update transparency.tiles set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1)`],
    ['update transparency.tiles set width = 1, hashes = substring(hashes for 32) where width > 1'],
  ])('only grow for the services: %s', async (statement) => {
    await expect(opened.log.pool.query(statement)).rejects.toThrow(/permission denied|only grows/);
  });
});
