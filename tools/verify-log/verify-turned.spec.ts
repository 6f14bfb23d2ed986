import { generateKeyPairSync } from 'node:crypto';
import { signNote, signText, verifierKey, verifierOf } from '@feusa/transparency/checkpoint';
import { KeyChain } from '@feusa/transparency/keys/chain';
import { readSuccession, successionNote } from '@feusa/transparency/keys/succession';
import { readKey, verifyEvents } from '@feusa/query/audit/bundle/verify.mjs';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { headOf as headOfEvents, linesOf, logOf } from './test-log.js';

const SIZE = 12;
const { recorded } = logOf([...Array(SIZE).keys()]);
const lines = linesOf(recorded);
const headOf = (size: number) => headOfEvents(recorded.slice(0, size));

const signers = Array.from({ length: 5 }, () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const verifier = verifierOf('feusa.example/log', privateKey);
  return {
    ...{ verifier, key: verifierKey(verifier) },
    sign: (size: number) => signNote(headOf(size), verifier, privateKey),
    signText: (text: string) => signText(text, verifier, privateKey),
  };
});
const [first, second, third] = signers as [Signer, Signer, Signer];
type Signer = (typeof signers)[number];
const at = new Date('2026-11-22T00:00:00.000Z');
const turn = (before: Signer, after: Signer, size: number) =>
  successionNote(headOf(size), before, after, at);

/** What the script of a bundle says, and whether the product would believe the same notes. */
async function judged(key: Signer, notes: readonly string[]) {
  const verdict = await verifyEvents(lines, { notes, key: readKey(key.key) });
  const turns = notes.filter((note) => note.includes('\nkey-before '));
  const chain = KeyChain.of(key.verifier, turns);
  return {
    verdict,
    isBelieved: chain.isWhole && notes.every((note) => chain.hasSigned(note)),
  };
}

describe('a log whose key was turned', () => {
  it('is whole for whoever has any of its keys, with all that each has signed in its time', async () => {
    const history = fc.record({
      turns: fc.array(fc.integer({ min: 1, max: SIZE }), { maxLength: signers.length - 1 }),
      signed: fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: SIZE })), { maxLength: 8 }),
      pinned: fc.nat(1000),
      order: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ turns, signed, pinned, order }) => {
        const sizes = turns.toSorted((one, other) => one - other);
        const upTo = [...sizes, SIZE];
        const kept = signed.map(([by, size]) => {
          const index = by % upTo.length;
          return signers[index]!.sign(Math.min(size, upTo[index]!));
        });
        const links = sizes.map((size, index) => turn(signers[index]!, signers[index + 1]!, size));
        const newest = signers[sizes.length]!.sign(SIZE);
        const rest = [...kept, ...links];
        const from = order % (rest.length + 1);
        const notes = [newest, ...rest.slice(from), ...rest.slice(0, from)];
        const key = signers[pinned % upTo.length]!;
        const { verdict, isBelieved } = await judged(key, notes);
        expect(verdict).toMatchObject({ ok: true, size: String(SIZE), turned: sizes });
        expect(isBelieved).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  const links = [turn(first, second, 4), turn(second, third, 9)];
  it.each<[what: string, key: Signer, notes: string[], reason: string]>([
    ['by the key before, of more than it was turned at', third, [first.sign(5)], 'not signed by'],
    ['by the same for who has that key', first, [first.sign(5)], 'not signed by'],
    ['by a key that it was never turned to', third, [signers[3]!.sign(9)], 'not signed by'],
  ])('does not take a checkpoint %s', async (_what, key, notes, reason) => {
    const { verdict, isBelieved } = await judged(key, [third.sign(SIZE), ...links, ...notes]);
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    expect(isBelieved).toBe(false);
  });

  const stranger = { ...signers[3]!, signText: signers[4]!.signText };
  it.each<[what: string, key: Signer, turns: string[], reason: string]>([
    ['without one of them', first, [links[1]!], 'none of the keys'],
    ['with one between them left out', third, [links[0]!, turn(third, signers[3]!, 12)], 'follow'],
    ['to two keys', third, [...links, turn(first, signers[3]!, 4)], 'follow'],
    ['from two keys', third, [...links, turn(signers[3]!, third, 9)], 'follow'],
    ['in a circle', third, [...links, turn(third, first, 9)], 'follow'],
    ['back in time', third, [turn(first, second, 9), turn(second, third, 4)], 'follow'],
    ['signed by the key before alone', third, [...links, turn(third, stranger, 9)], 'by both'],
    [
      'signed by the key after alone',
      third,
      [turn({ ...first, signText: signers[4]!.signText }, second, 4), links[1]!],
      'by both',
    ],
    [
      'changed afterwards',
      third,
      [links[0]!.replace('2026-11-22', '2026-11-23'), links[1]!],
      'by both',
    ],
  ])('does not believe turns %s', async (_what, key, turns, reason) => {
    const { verdict, isBelieved } = await judged(key, [third.sign(9), ...turns]);
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    expect(isBelieved).toBe(false);
  });

  it('is found out where another log was handed over', async () => {
    const other = { size: 4, root: headOf(5).root };
    const note = successionNote(other, first, second, at);
    const { verdict } = await judged(second, [second.sign(SIZE), note]);
    expect(verdict).toEqual({
      ok: false,
      position: '4',
      reason: 'the log differs from the checkpoint',
    });
  });

  it('reads nothing else as a turn', () => {
    expect(readSuccession(first.sign(4))).toBeUndefined();
    const { origin = '' } = { origin: 'feusa.example/log' };
    const text = `${origin}\n4\n${headOf(4).root.toString('base64')}\nkey-before ${first.key}\n`;
    expect(readSuccession(first.signText(text))).toBeUndefined();
    expect(readSuccession(links[0]!)).toMatchObject({ size: 4 });
  });
});
