import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSignedBy, signersOf, signNote, verifierKey, verifierOf } from './checkpoint.js';
import {
  consistencyRanges,
  HASH_BYTES,
  inclusionRanges,
  leafHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle.js';
import { hasGo, openIndependent, type Independent } from './test-independent.js';
import { leavesOf, MemoryTiles } from './test-tiles.js';
import { edgeOf, rootOf } from './tiles.js';

const isThere = await hasGo();
const base64 = (bytes: Buffer) => bytes.toString('base64');
const bytesOf = (text = '') => Buffer.from(text, 'base64');

(!isThere && process.env['CI'] !== 'true' ? it.skip : it)('Go is here to compare with', () => {
  expect(isThere).toBe(true);
});

(!isThere ? describe.skip : describe)('the transparent log of the Go project', () => {
  let go: Independent;
  beforeAll(async () => {
    go = await openIndependent();
  });
  afterAll(() => go.close());

  /** Numbers from 0 to before `below`, other ones for each seed. */
  const numbers = (seed: string, count: number, below: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        createHash('sha256').update(`${seed}/${index}`).digest().readUInt32BE(0) % below,
    );

  it.each([1, 2, 3, 255, 256, 257, 1000, 66_000])(
    'has the roots, tiles and proofs of %i leaves that we have, and takes ours',
    async (size) => {
      const leaves = leavesOf(size, `${size}/`);
      const tiles = new MemoryTiles();
      tiles.add(leaves);
      await go.ask('new');
      await go.ask('grow', { leaves: leaves.map(base64) });
      for (const { level, index, width } of edgeOf(size)) {
        const { tile } = await go.ask('tile', { level, index, width });
        expect(bytesOf(tile)).toEqual(tiles.at({ level, index, width }));
      }
      for (const each of [size - 1, ...numbers(`sizes of ${size}`, 12, size)]) {
        const then = each + 1;
        const root = rootOf({ begin: 0, end: then }, tiles.at);
        expect(bytesOf((await go.ask('root', { size: then })).root)).toEqual(root);
        const head = { size: then, root };
        for (const place of [0, then - 1, ...numbers(`places of ${each}`, 5, then)]) {
          await sameInclusion(tiles, leaves[place]!, place, head);
          await sameConsistency(tiles, place + 1, head);
        }
      }
    },
  );

  type Head = { readonly size: number; readonly root: Buffer };

  async function sameInclusion(tiles: MemoryTiles, bytes: Buffer, leaf: number, head: Head) {
    const { size, root } = head;
    const proof = inclusionRanges(leaf, size).map((range) => rootOf(range, tiles.at));
    const theirs = await go.ask('inclusion', { size, index: leaf });
    expect((theirs.proof ?? []).map(bytesOf)).toEqual(proof);
    const claim = { size, root: base64(root), index: leaf, leaf: base64(leafHash(bytes)) };
    expect(await go.ask('check-inclusion', { ...claim, proof: proof.map(base64) })).toEqual({});
    expect(verifyInclusion({ leaf, leafHash: leafHash(bytes), proof }, head)).toBe(true);
    const other = { ...claim, leaf: base64(leafHash('other')), proof: proof.map(base64) };
    expect((await go.ask('check-inclusion', other)).fault).toBeDefined();
  }

  async function sameConsistency(tiles: MemoryTiles, from: number, head: Head) {
    const { size, root } = head;
    const older = { size: from, root: rootOf({ begin: 0, end: from }, tiles.at) };
    const proof = consistencyRanges(from, size).map((range) => rootOf(range, tiles.at));
    const theirs = await go.ask('consistency', { size, from });
    expect((theirs.proof ?? []).map(bytesOf)).toEqual(proof);
    const claim = { from, size, old: base64(older.root), root: base64(root) };
    expect(await go.ask('check-consistency', { ...claim, proof: proof.map(base64) })).toEqual({});
    expect(verifyConsistency(older, head, proof)).toBe(true);
    const forked = { ...claim, old: base64(Buffer.alloc(HASH_BYTES)), proof: proof.map(base64) };
    expect((await go.ask('check-consistency', forked)).fault).toBeDefined();
  }

  it('opens our notes with the key that we give to auditors', async () => {
    for (const name of ['feusa', 'logs.example/feusa', 'Łąka']) {
      const { privateKey } = generateKeyPairSync('ed25519');
      const verifier = verifierOf(name, privateKey);
      const head = { size: 1234, root: leafHash(name) };
      const note = signNote(head, verifier, privateKey);
      const key = verifierKey(verifier);
      const opened = await go.ask('note', { note, key });
      expect(opened).toEqual({
        text: note.slice(0, note.indexOf('\n\n') + 1),
        size: head.size,
        root: base64(head.root),
        names: [name],
      });
      const forged = note.replace('1234', '1235');
      expect((await go.ask('note', { note: forged, key })).fault).toBeDefined();
      expect(isSignedBy(forged, verifier)).toBe(false);
    }
  });

  describe('says as we do who signed a note', () => {
    const head = { size: 1234, root: leafHash('x') };
    const [log, other, third] = ['feusa', 'feusa', 'others.example'].map((name) => {
      const { privateKey } = generateKeyPairSync('ed25519');
      const verifier = verifierOf(name, privateKey);
      const note = signNote(head, verifier, privateKey);
      const bad = signNote({ ...head, size: 1235 }, verifier, privateKey);
      const [line, badLine] = [note, bad].map((each) => each.slice(each.indexOf('\u2014')));
      return { verifier, line: line!, badLine: badLine! };
    });
    const text = `feusa\n1234\n${base64(head.root)}\n\n`;
    it.each([
      ['one line by the only one who is known', log!.line, [log]],
      ['another one, by somebody unknown', log!.line + other!.line, [log]],
      ['another one that is wrong, by somebody unknown', log!.line + other!.badLine, [log]],
      ['one that is wrong first, by somebody unknown', third!.badLine + log!.line, [log]],
      ['two lines by two who are known', log!.line + third!.line, [log, third]],
      ['two of the same name', log!.line + other!.line, [log, other]],
      ['one that is right and one that is wrong', log!.line + other!.badLine, [log, other]],
      ['one that is wrong and one that is right', third!.badLine + log!.line, [log, third]],
      ['the same one twice', log!.line + log!.line, [log]],
      ['a right one, and a wrong one by the same', log!.line + log!.badLine, [log]],
      ['a wrong one, and a right one by the same', log!.badLine + log!.line, [log]],
      ['only a wrong one', log!.badLine, [log]],
      ['none by anybody known', other!.line, [log, third]],
    ])('that has %s', async (_what, lines, known) => {
      const verifiers = known.map((each) => each!.verifier);
      const key = verifiers.map(verifierKey).join(' ');
      const theirs = await go.ask('note', { note: text + lines, key });
      const ours = signersOf(text + lines, verifiers) ?? [];
      expect(ours.map(({ name }) => name)).toEqual(theirs.names ?? []);
      expect(ours.length > 0).toBe(theirs.fault === undefined);
    });
  });
});
