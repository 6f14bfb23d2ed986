import { Refusal } from '@feusa/contracts/refusals';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isSignedBy, readCheckpoint, readVerifierKey } from './checkpoint.js';
import { MTH } from './independent-merkle.js';
import { verifyConsistency } from './merkle.js';
import type { Signed, TransparentLog } from './port.js';
import {
  forgetTree,
  openTestTransparency,
  rewrite,
  tampered,
  type TestTransparency,
} from './test-transparency.js';

const SIGNED = 270;
const SIZE = 300;
let opened: TestTransparency;
let first: Signed;
beforeAll(async () => {
  opened = await openTestTransparency();
  await opened.append(SIGNED);
  await opened.keep();
  first = await opened.tree.checkpoint(SIGNED);
  await opened.append(SIZE - SIGNED);
  await opened.keep();
});
afterAll(() => opened.close());
beforeEach(() => void opened.errors.splice(0));

const signedSizes = async () => (await opened.tree.signed(-1, 1e9)).map(({ size }) => size);
const refused = async (answer: Promise<unknown>) => {
  const fault: unknown = await answer.then(
    () => 'answered',
    (fault: unknown) => fault,
  );
  expect(fault).toBeInstanceOf(Refusal);
  expect(fault).toMatchObject({ code: 'audit/contradiction', status: 503 });
  expect(opened.errors).not.toHaveLength(0);
};
/** Computes the tree anew, as the maintainer of a log that a superuser has changed. */
const keepAnew = async (tree: TransparentLog) => {
  const events = await opened.log.store.read(SIZE - 1, 1);
  await tree.maintainer.handle(events);
  expect(await tree.maintainer.checkpoint()).toBe(SIZE);
};

describe('a checkpoint', () => {
  it('is a note over the root, signed by the key that auditors have', async () => {
    const leaves = await opened.leaves();
    const verifier = readVerifierKey(opened.tree.key)!;
    expect(readCheckpoint(first.note)).toEqual({
      origin: 'feusa',
      size: SIGNED,
      root: MTH(leaves.slice(0, SIGNED)),
    });
    expect(isSignedBy(first.note, verifier)).toBe(true);
    expect(isSignedBy(first.note.replace(`${SIGNED}`, `${SIGNED + 1}`), verifier)).toBe(false);
  });

  it('of an earlier size than was signed fits to it, and is not remembered', async () => {
    const before = await signedSizes();
    const earlier = await opened.tree.checkpoint(100);
    expect(earlier.root).toEqual(MTH((await opened.leaves()).slice(0, 100)));
    const proof = await opened.tree.consistency(100, SIGNED);
    expect(verifyConsistency(earlier, first, proof)).toBe(true);
    expect(await opened.tree.checkpoint(SIGNED)).toEqual(first);
    expect(await signedSizes()).toEqual(before);
  });

  it('is one of a line that several signers write', async () => {
    const { url, role } = opened.log;
    const pools = [1, 2, 3, 4].map(() => openPool({ url, role, max: 2, name: 'signer' }));
    const trees = pools.map(opened.open);
    const sizes = [281, 272, 279, 274];
    await Promise.all(trees.map((tree, index) => tree.checkpoint(sizes[index]!)));
    const { rows } = await opened.log.owner.query<{ size: number; previous: number }>(
      'select size, previous from transparency.checkpoints order by size',
    );
    expect(rows.map(({ previous }) => previous)).toEqual([
      -1,
      ...rows.slice(0, -1).map(({ size }) => size),
    ]);
    expect(rows.at(-1)?.size).toBe(281);
    await Promise.all(pools.map((pool) => pool.end()));
  });
});

describe('with a superuser in the database', () => {
  it('a log written anew behind what was signed goes on', async () => {
    const signed = await tampered(opened, [...rewrite(290), ...forgetTree], async (tree) => {
      await keepAnew(tree);
      return tree.checkpoint(SIZE);
    });
    expect(signed.root).not.toEqual(await opened.tree.root(SIZE));
    expect(await signedSizes()).not.toContain(SIZE);
  });

  it.each([1, 100, 256, 270])(
    'nothing is signed of a log written anew from %i on',
    async (from) => {
      await tampered(opened, [...rewrite(from), ...forgetTree], async (tree) => {
        await keepAnew(tree);
        await refused(tree.checkpoint(SIZE));
        await refused(tree.checkpoint(SIGNED));
      });
    },
  );

  it.each([
    ['a shorter tree', [['update transparency.tree set size = 200']], SIGNED],
    ['a shorter log', [['update log.head set position = 299']], SIZE],
    [
      'another tile',
      [[`update transparency.tiles set hashes = set_byte(hashes, 5, 7) where level = 1`]],
      SIZE,
    ],
    ['a tile less', [['delete from transparency.tiles where level = 1']], SIZE],
    [
      'a cut tile',
      [
        [
          'update transparency.tiles set hashes = substring(hashes for 64), width = 2 where index = 1',
        ],
      ],
      SIZE,
    ],
    [
      'another root that was signed',
      [['update transparency.checkpoints set root = sha256(root) where size = 281']],
      SIZE,
    ],
  ] as const)('nothing is signed of %s', async (_what, statements, size) => {
    await tampered(opened, statements, (tree) => refused(tree.checkpoint(size)));
    expect(await signedSizes()).not.toContain(SIZE);
  });

  it('an event that was changed has no proof', async () => {
    const change = [`update log.events set bytes = bytes || ' ' where position = 17`] as const;
    await tampered(opened, [change], async (tree) => {
      await refused(tree.inclusion(17, SIZE));
      expect((await tree.inclusion(18, SIZE)).proof).toHaveLength(9);
    });
  });

  it('a leaf that was changed in a tile proves nothing, neither itself nor its neighbour', async () => {
    const change = [
      `update transparency.tiles set hashes = set_byte(hashes, 32 * 16, get_byte(hashes, 32 * 16) # 1)
       where level = 0 and index = 0`,
    ] as const;
    await tampered(opened, [change], async (tree) => {
      await refused(tree.inclusion(18, SIZE));
      expect((await tree.inclusion(17, SIZE)).proof).toHaveLength(9);
    });
  });
});

it('waits for what is not there yet, and says so after a while', async () => {
  await expect(opened.tree.reached(SIZE + 1)).rejects.toMatchObject({ code: 'still-updating' });
  await opened.append(1);
  const waiting = opened.tree.reached(SIZE + 1);
  await opened.keep();
  await waiting;
});
