import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { MTH, PATH, PROOF } from './independent-merkle.js';
import {
  consistencyRanges,
  EMPTY_ROOT,
  GrowingTree,
  inclusionRanges,
  leafHash,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
  type Range,
} from './merkle.js';
import { leavesOf } from './test-tiles.js';

const hashesOf = (ranges: readonly Range[], leaves: readonly Buffer[]) =>
  ranges.map(({ begin, end }) => MTH(leaves.slice(begin, end)));
const headOf = (leaves: readonly Buffer[], size: number) => ({
  size,
  root: MTH(leaves.slice(0, size)),
});
const hex = (text: string) => Buffer.from(text, 'hex');

/** Two sizes in order, and a leaf of the greater tree. */
const trees = fc.integer({ min: 1, max: 260 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    from: fc.integer({ min: 0, max: size }),
    leaf: fc.integer({ min: 0, max: size - 1 }),
  }),
);

describe('the Merkle tree as RFC 6962 defines it', () => {
  it('has the same proofs, which verify', () => {
    fc.assert(
      fc.property(trees, ({ size, from, leaf }) => {
        const leaves = leavesOf(size);
        const head = headOf(leaves, size);
        const inclusion = hashesOf(inclusionRanges(leaf, size), leaves);
        expect(inclusion).toEqual(PATH(leaf, leaves));
        const claim = { leaf, leafHash: leafHash(leaves[leaf]!), proof: inclusion };
        expect(verifyInclusion(claim, head)).toBe(true);

        const consistency = hashesOf(consistencyRanges(from, size), leaves);
        if (from > 0) expect(consistency).toEqual(PROOF(from, leaves));
        expect(verifyConsistency(headOf(leaves, from), head, consistency)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('has the same root, leaf by leaf', () => {
    const tree = new GrowingTree();
    const leaves = leavesOf(300);
    expect(tree.root()).toEqual(MTH([]));
    for (const [index, leaf] of leaves.entries()) {
      tree.add(leafHash(leaf));
      expect(tree.size).toBe(index + 1);
      expect(tree.root()).toEqual(MTH(leaves.slice(0, index + 1)));
    }
  });

  it('has proofs of the tree\u2019s height at most', () => {
    for (const size of [2 ** 31 + 7, 2 ** 45, 10 ** 15]) {
      const height = Math.ceil(Math.log2(size));
      for (const place of [0, 1, Math.floor(size / 3), size - 1]) {
        expect(inclusionRanges(place, size).length).toBeLessThanOrEqual(height);
        expect(consistencyRanges(place, size).length).toBeLessThanOrEqual(height + 1);
      }
    }
  });
});

describe('a proof', () => {
  const other = fc.constantFrom<(hash: Buffer) => Buffer>(
    (hash) => Buffer.from(hash.with(3, hash[3]! ^ 1)),
    (hash) => Buffer.from(hash.toReversed()),
    (hash) => hash.subarray(1),
    (hash) => Buffer.concat([hash, Buffer.of(0)]),
    () => EMPTY_ROOT,
  );
  const damage = fc.record({ at: fc.nat(), other, how: fc.constantFrom('edit', 'drop', 'add') });
  const damaged = (
    proof: readonly Buffer[],
    by: { at: number; other: (b: Buffer) => Buffer; how: string },
  ) => {
    const at = proof.length > 0 ? by.at % proof.length : 0;
    const hash = proof[at] ?? EMPTY_ROOT;
    if (by.how === 'add') return proof.toSpliced(at, 0, by.other(hash));
    return by.how === 'drop' ? proof.toSpliced(at, 1) : proof.with(at, by.other(hash));
  };

  it('of inclusion holds for one leaf, size and root only, and not when it is damaged', () => {
    fc.assert(
      fc.property(trees, fc.nat({ max: 260 }), damage, ({ size, leaf }, wrong, by) => {
        const leaves = leavesOf(size);
        const head = headOf(leaves, size);
        const claim = { leaf, leafHash: leafHash(leaves[leaf]!), proof: PATH(leaf, leaves) };
        if (wrong !== leaf) expect(verifyInclusion({ ...claim, leaf: wrong }, head)).toBe(false);
        expect(verifyInclusion({ ...claim, leafHash: leafHash('other') }, head)).toBe(false);
        expect(verifyInclusion(claim, { size, root: by.other(head.root) })).toBe(false);
        fc.pre(size > 1 || by.how === 'add');
        expect(verifyInclusion({ ...claim, proof: damaged(claim.proof, by) }, head)).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  it('of consistency holds for two roots only, and not when it is damaged', () => {
    fc.assert(
      fc.property(trees, damage, ({ size, from }, by) => {
        fc.pre(from > 0 && from < size);
        const leaves = leavesOf(size);
        const [older, newer] = [headOf(leaves, from), headOf(leaves, size)];
        const proof = PROOF(from, leaves);
        const forked = { size: from, root: MTH(leavesOf(from, 'other')) };
        expect(verifyConsistency(forked, newer, proof)).toBe(false);
        expect(verifyConsistency(older, { size, root: by.other(newer.root) }, proof)).toBe(false);
        expect(verifyConsistency({ ...older, size: from - 1 }, newer, proof)).toBe(false);
        expect(verifyConsistency(older, newer, damaged(proof, by))).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  it('of a log that lost or changed what was there is none', () => {
    const leaves = leavesOf(20);
    const rewritten = [...leaves.slice(0, 7), Buffer.from('other'), ...leaves.slice(8)];
    const was = headOf(leaves, 12);
    expect(verifyConsistency(was, headOf(rewritten, 20), PROOF(12, rewritten))).toBe(false);
    expect(verifyConsistency(was, headOf(leaves, 9), [])).toBe(false);
    expect(verifyConsistency(was, headOf(rewritten, 12), [])).toBe(false);
    expect(verifyConsistency({ size: 0, root: EMPTY_ROOT }, was, [])).toBe(true);
    expect(verifyConsistency({ size: 0, root: was.root }, was, [])).toBe(false);
    expect(verifyConsistency({ size: 0, root: EMPTY_ROOT }, { size: 0, root: was.root }, [])).toBe(
      false,
    );
    expect(verifyConsistency({ size: 0, root: EMPTY_ROOT }, was, [was.root])).toBe(false);
    expect(verifyConsistency(was, was, [was.root])).toBe(false);
  });
});

describe('the test vectors of the Certificate Transparency reference implementation', () => {
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(hex);
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ].map(hex);
  const nodes = {
    second: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    pair2: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    right4: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    fifth: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    pair4: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    pair3: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  };
  const [first, two, four] = [1, 2, 4].map((size) => roots[size]!.toString('hex'));

  it('have these roots', () => {
    const tree = new GrowingTree();
    expect(tree.root()).toEqual(roots[0]);
    for (const [index, input] of inputs.entries()) {
      tree.add(leafHash(input));
      expect(tree.root()).toEqual(roots[index + 1]);
    }
  });

  it.each([
    [0, 1, []],
    [0, 8, [nodes.second, nodes.pair2, nodes.right4]],
    [5, 8, [nodes.fifth, nodes.pair4, four!]],
    [2, 3, [two!]],
    [1, 5, [first!, nodes.pair2, nodes.fifth]],
  ])('prove leaf %i of %i', (leaf, size, path) => {
    const proof = path.map(hex);
    expect(hashesOf(inclusionRanges(leaf, size), inputs)).toEqual(proof);
    const claim = { leaf, leafHash: leafHash(inputs[leaf]!), proof };
    expect(verifyInclusion(claim, { size, root: roots[size]! })).toBe(true);
  });

  it.each([
    [1, 1, []],
    [1, 8, [nodes.second, nodes.pair2, nodes.right4]],
    [6, 8, [nodes.pair3, nodes.pair4, four!]],
    [2, 5, [nodes.pair2, nodes.fifth]],
  ])('prove that the tree of %i grew to that of %i', (from, to, path) => {
    const proof = path.map(hex);
    expect(hashesOf(consistencyRanges(from, to), inputs)).toEqual(proof);
    const [older, newer] = [from, to].map((size) => ({ size, root: roots[size]! }));
    expect(verifyConsistency(older!, newer!, proof)).toBe(true);
  });

  it('tell leaves from nodes', () => {
    const [left, right] = [leafHash(inputs[0]!), leafHash(inputs[1]!)];
    expect(nodeHash(left, right)).toEqual(roots[2]);
    expect(leafHash(Buffer.concat([left, right]))).not.toEqual(roots[2]);
  });
});
