import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isSignedBy, readVerifierKey, WITNESS } from '../checkpoint.js';
import { consistencyRanges, GrowingTree, leafHash, type TreeHead } from '../merkle.js';
import { openCosigner, openSigner, type CheckpointSigner, type Cosigner } from '../signer.js';
import { openFileMemory } from './file.js';
import type { WitnessMemory } from './port.js';
import { Witness } from './witness.js';

let home: string;
let log: CheckpointSigner;
let cosigner: Cosigner;
let memory: WitnessMemory;
let witness: Witness;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-witness-'));
  log = await openSigner(path.join(home, 'log'), 'log.example/feusa');
  cosigner = await openCosigner(path.join(home, 'key'), 'witness.example/w1');
});
afterAll(() => rm(home, { recursive: true }));
beforeEach(async () => {
  memory = await openFileMemory(await mkdtemp(path.join(home, 'memory-')));
  witness = new Witness({ logs: [log.verifier], cosigner, memory });
});

const leavesOf = (size: number, name = 'event') =>
  Array.from({ length: size }, (_, index) => leafHash(`${name} ${index}`));
const rootOf = (leaves: readonly Buffer[]) => {
  const tree = new GrowingTree();
  leaves.forEach((leaf) => tree.add(leaf));
  return tree.root();
};
const headOf = (size: number, name?: string): TreeHead => ({
  size,
  root: rootOf(leavesOf(size, name)),
});
const proofOf = (from: number, to: number) =>
  consistencyRanges(from, to).map(({ begin, end }) => rootOf(leavesOf(to).slice(begin, end)));
const body = (old: number, note: string, proof: readonly Buffer[] = []) =>
  [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', note].join('\n');
const add = (old: number, size: number, proof = proofOf(old, size)) =>
  witness.add(body(old, log.sign(headOf(size)), proof));

describe('a witness', () => {
  it('signs a log that grows, with the time', async () => {
    for (const [old, size] of [
      [0, 3],
      [3, 3],
      [3, 7],
      [7, 300],
    ] as const) {
      const { status, text } = await add(old, size);
      expect({ old, size, status }).toEqual({ old, size, status: 200 });
      expect(text).toMatch(/^\u2014 witness\.example\/w1 [\w+/=]+\n$/);
      const verifier = readVerifierKey(witness.key, WITNESS)!;
      expect(isSignedBy(log.sign(headOf(size)) + text, verifier)).toBe(true);
      expect(isSignedBy(log.sign(headOf(size + 1)) + text, verifier)).toBe(false);
    }
  });

  it('tells the size that it knows to whoever names another one', async () => {
    expect(await add(5, 9)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '0\n' });
    await add(0, 9);
    for (const [old, size] of [
      [0, 12],
      [8, 12],
      [0, 5],
      [5, 9],
    ] as const) {
      expect(await add(old, size)).toMatchObject({ status: 409, text: '9\n' });
    }
  });

  it('never signs two logs: another one of the same size, a fork, a shorter one', async () => {
    await add(0, 9);
    const same = log.sign(headOf(9, 'other'));
    expect(await witness.add(body(9, same))).toMatchObject({ status: 409, text: '9\n' });
    const fork = log.sign(headOf(12, 'other'));
    expect(await witness.add(body(9, fork, proofOf(9, 12)))).toMatchObject({ status: 422 });
    expect(await add(9, 12, [])).toMatchObject({ status: 422 });
    expect(await add(9, 9, proofOf(8, 9))).toMatchObject({ status: 422 });
    expect(await add(9, 5, [])).toMatchObject({ status: 400 });
    expect(await add(9, 12)).toMatchObject({ status: 200 });
  });

  it('asks for no proof of the first one, and takes none', async () => {
    expect(await add(0, 9, [Buffer.alloc(32)])).toMatchObject({ status: 422 });
    expect(await add(0, 9)).toMatchObject({ status: 200 });
  });

  it('knows only its logs, by their keys', async () => {
    const stranger = await openSigner(path.join(home, 'stranger'), 'log.example/other');
    const forger = await openSigner(path.join(home, 'stranger'), 'log.example/feusa');
    expect(await witness.add(body(0, stranger.sign(headOf(3))))).toMatchObject({ status: 404 });
    expect(await witness.add(body(0, forger.sign(headOf(3))))).toMatchObject({ status: 403 });
    expect(await memory.last('log.example/feusa')).toBeUndefined();
  });

  it('knows a log by its new key too, while that takes the place of the old one', async () => {
    const next = await openSigner(path.join(home, 'next'), 'log.example/feusa');
    witness = new Witness({ logs: [log.verifier, next.verifier], cosigner, memory });
    expect(await add(0, 3)).toMatchObject({ status: 200 });
    const byNext = body(3, next.sign(headOf(5)), proofOf(3, 5));
    expect(await witness.add(byNext)).toMatchObject({ status: 200 });
  });

  it('does not say later that less was the largest', async () => {
    await add(0, 9);
    let meanwhile: Promise<unknown> | undefined;
    const slow = {
      ...memory,
      async last(origin: string) {
        const known = await memory.last(origin);
        // Somebody else is faster between the look and the answer.
        await (meanwhile ??= add(9, 12));
        return known;
      },
    };
    const note = log.sign(headOf(9));
    const outrun = new Witness({ logs: [log.verifier], cosigner, memory: slow });
    expect(await outrun.add(body(9, note))).toMatchObject({ status: 409, text: '12\n' });
  });

  it.each([
    ['', 'nothing'],
    ['old 0\n', 'no checkpoint'],
    ['old 00\n\nNOTE', 'a size with zeros'],
    ['old -1\n\nNOTE', 'no size'],
    ['old 0\nnot base64!\n\nNOTE', 'a line that is no hash'],
    [`old 0\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\nNOTE`, 'too many hashes'],
    ['old 0\n\nhello\n', 'no note'],
  ])('refuses %j: %s', async (text) => {
    const note = log.sign(headOf(3));
    expect(await witness.add(text.replace('NOTE', note))).toMatchObject({ status: 400 });
  });

  it('of many at once signs one way on', async () => {
    await add(0, 4);
    const sizes = [5, 6, 7, 8, 9, 10];
    const answers = await Promise.all(sizes.map((size) => add(4, size)));
    const signed = answers.map(({ status }) => status).filter((status) => status === 200);
    expect(signed).toHaveLength(1);
    const size = sizes[answers.findIndex(({ status }) => status === 200)];
    expect(await memory.last('log.example/feusa')).toContain(`\n${size}\n`);
  });
});
