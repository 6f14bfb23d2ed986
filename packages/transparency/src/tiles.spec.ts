import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { MTH, PATH, PROOF } from './independent-merkle.js';
import { consistencyRanges, GrowingTree, HASH_BYTES, inclusionRanges, leafHash } from './merkle.js';
import { leavesOf, MemoryTiles } from './test-tiles.js';
import { edgeOf, rootOf, tilesOf } from './tiles.js';

const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 600 }) },
  fc.constantFrom(1, 255, 256, 257, 511, 512, 513, 1024),
);

/** A tree that grew in steps. */
const grown = fc.array(sizes, { minLength: 1, maxLength: 3 }).map((steps) => {
  const tiles = new MemoryTiles();
  const leaves = leavesOf(steps.reduce((sum, step) => sum + step, 0));
  for (const step of steps) tiles.add(leaves.slice(tiles.size, tiles.size + step));
  return { tiles, leaves };
});

it('tiles hold the roots and proofs of every size up to now, however the tree has grown', () => {
  fc.assert(
    fc.property(grown, fc.nat(), fc.nat(), ({ tiles, leaves }, any, other) => {
      const size = 1 + (any % leaves.length);
      const place = other % size;
      const then = leaves.slice(0, size);
      expect(rootOf({ begin: 0, end: size }, tiles.at)).toEqual(MTH(then));
      const hashes = (ranges: ReturnType<typeof inclusionRanges>) => {
        const needs = tilesOf(ranges);
        const given = new Set(needs.map(({ level, index }) => `${level}/${index}`));
        expect(given.size).toBe(needs.length);
        return ranges.map((range) =>
          rootOf(range, (need) => {
            expect(given).toContain(`${need.level}/${need.index}`);
            return tiles.at(need);
          }),
        );
      };
      expect(hashes(inclusionRanges(place, size))).toEqual(PATH(place, then));
      if (place > 0) expect(hashes(consistencyRanges(place, size))).toEqual(PROOF(place, then));
    }),
    { numRuns: 30 },
  );
});

it('the layout is that of C2SP: leaf hashes at level 0, roots of 256 below each at the next', () => {
  const tiles = new MemoryTiles();
  const leaves = leavesOf(70_000);
  tiles.add(leaves);
  expect(tiles.at({ level: 0, index: 3, width: 256 })).toEqual(
    Buffer.concat(leaves.slice(768, 1024).map(leafHash)),
  );
  const hash = tiles
    .at({ level: 1, index: 0, width: 256 })
    .subarray(5 * HASH_BYTES, 6 * HASH_BYTES);
  expect(hash).toEqual(MTH(leaves.slice(1280, 1536)));
  const tree = new GrowingTree();
  for (const leaf of leaves.slice(0, 65_536)) tree.add(leafHash(leaf));
  expect(tiles.at({ level: 2, index: 0, width: 1 })).toEqual(tree.root());
  // 70,000 = 273 whole tiles and 112 leaves; 273 = 1 whole tile and 17.
  expect(edgeOf(70_000)).toEqual([
    { level: 0, index: 273, width: 112 },
    { level: 1, index: 1, width: 17 },
    { level: 2, index: 0, width: 1 },
  ]);
  expect([...tiles.tiles.values()].map(({ length }) => length / HASH_BYTES)).toEqual([
    ...Array<number>(273).fill(256),
    ...[112, 256, 17, 1],
  ]);
});

it('a proof needs few tiles, also of very large trees', () => {
  for (const size of [2 ** 20, 10 ** 9 + 7, 10 ** 15]) {
    const levels = Math.ceil(Math.log2(size) / 8);
    for (const place of [0, 12_345, Math.floor(size / 3), size - 1]) {
      expect(tilesOf(inclusionRanges(place, size)).length).toBeLessThanOrEqual(2 * levels);
      expect(tilesOf(consistencyRanges(place, size)).length).toBeLessThanOrEqual(3 * levels);
    }
  }
});
