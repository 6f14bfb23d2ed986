import { describe, expect, it } from '@jest/globals';
import { proveEvent } from './proof-event.js';
import { checkSignature, readNote } from './proof-note.js';
import { areEqual, fromBase64, isBeginningOf, isIncluded, leafHash, type Hash } from './proof.js';

const hash = async (...parts: readonly Uint8Array[]): Promise<Hash> => {
  const all = new Uint8Array(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};
const leavesOf = (size: number, more = '') =>
  Array.from({ length: size }, (_, n) =>
    JSON.stringify({ position: `${n + 1}`, name: `Łąka ${n}${more}` }),
  );
const splitOf = (n: number) => 2 ** (n - 1).toString(2).length / 2;

// The definitions of RFC 6962, section 2.1, word by word.
async function MTH(d: readonly string[]): Promise<Hash> {
  if (d.length === 0) return hash();
  if (d.length === 1) return leafHash(d[0]!);
  const k = splitOf(d.length);
  return hash(Uint8Array.of(1), await MTH(d.slice(0, k)), await MTH(d.slice(k)));
}
async function PATH(m: number, d: readonly string[]): Promise<Hash[]> {
  if (d.length === 1) return [];
  const k = splitOf(d.length);
  return m < k
    ? [...(await PATH(m, d.slice(0, k))), await MTH(d.slice(k))]
    : [...(await PATH(m - k, d.slice(k))), await MTH(d.slice(0, k))];
}
async function SUBPROOF(m: number, d: readonly string[], b: boolean): Promise<Hash[]> {
  if (m === d.length) return b ? [] : [await MTH(d)];
  const k = splitOf(d.length);
  return m <= k
    ? [...(await SUBPROOF(m, d.slice(0, k), b)), await MTH(d.slice(k))]
    : [...(await SUBPROOF(m - k, d.slice(k), false)), await MTH(d.slice(0, k))];
}
const headOf = async (d: readonly string[]) => ({ size: d.length, root: await MTH(d) });
const flipped = (bytes: Hash) => bytes.with(5, bytes[5]! ^ 1) as Hash;
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('the tree in the browser', () => {
  it('has the hash of a leaf that RFC 6962 gives', async () => {
    const empty = await leafHash('');
    const hex = Array.from(empty, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(hex).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  });

  it('finds every leaf of every size in its tree, and at no other place', async () => {
    for (let size = 1; size <= 20; size++) {
      const d = leavesOf(size);
      const head = await headOf(d);
      for (let leaf = 0; leaf < size; leaf++) {
        const proof = await PATH(leaf, d);
        const claim = { leaf, hash: await leafHash(d[leaf]!) };
        expect(await isIncluded(claim, head, proof)).toBe(true);
        expect(await isIncluded({ ...claim, leaf: leaf + 1 }, head, proof)).toBe(false);
        expect(await isIncluded({ ...claim, hash: flipped(claim.hash) }, head, proof)).toBe(false);
        expect(await isIncluded(claim, { size, root: flipped(head.root) }, proof)).toBe(false);
        expect(await isIncluded(claim, head, [...proof, head.root])).toBe(false);
        if (size > 1) expect(await isIncluded(claim, head, proof.slice(1))).toBe(false);
      }
    }
  });

  it('sees that an older tree is the beginning of a newer one, and no other is', async () => {
    for (let size = 1; size <= 20; size++) {
      const d = leavesOf(size);
      const newer = await headOf(d);
      for (let from = 1; from <= size; from++) {
        const older = await headOf(d.slice(0, from));
        const proof = await SUBPROOF(from, d, true);
        expect(await isBeginningOf(older, newer, proof)).toBe(true);
        const forked = await headOf(leavesOf(from, '!'));
        expect(await isBeginningOf(forked, newer, proof)).toBe(false);
        const other = { size, root: flipped(newer.root) };
        expect(await isBeginningOf(older, other, proof)).toBe(false);
        expect(await isBeginningOf(older, newer, [...proof, older.root])).toBe(false);
        if (from < size) {
          expect(await isBeginningOf(newer, older, proof)).toBe(false);
          expect(await isBeginningOf(older, newer, proof.slice(1))).toBe(false);
          const damaged = [flipped(proof[0]!), ...proof.slice(1)];
          expect(await isBeginningOf(older, newer, damaged)).toBe(false);
        }
      }
    }
  });

  it('takes nothing for base64 that is not written like it', () => {
    expect(fromBase64('AAE=')).toEqual(Uint8Array.of(0, 1));
    for (const text of ['AAE', 'AAF=', 'A A=', 'ł', '*']) expect(fromBase64(text)).toBeUndefined();
    expect(areEqual(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
  });
});

// Signed by the server's own code, over the trees of `leavesOf`.
const key = 'feusa.example/log+808219d5+AbHZEBPNa+7snNAs40TtEsI3/vtNVNV+gvnwqFQoh/Xj';
const note =
  'feusa.example/log\n8\nlwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=\n\n\u2014 feusa.example/log ' +
  'gIIZ1UEIVhvAXazvx9IJOjvI2sPi4+RpeBjr/zFullKrl6AuRscWxrBLwfZvmJzPACPRzyi2S71FUkrREFzL6tYntQc=\n';

describe('signed notes in the browser', () => {
  it('reads the checkpoint, whose root is that of the tree', async () => {
    expect(readNote(note)).toEqual({ origin: 'feusa.example/log', ...(await headOf(leavesOf(8))) });
  });

  it('checks the example that the format is published with', async () => {
    const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const text =
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n";
    const signature =
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
    const signed = `${text}\n\u2014 PeterNeumann ${signature}\n`;
    expect(await checkSignature(signed, published)).toBe('good');
    expect(await checkSignature(signed.replace('know', 'Know'), published)).toBe('bad');
  });

  it.each([
    [
      'another key',
      note,
      'feusa.example/log+68061d6e+AZk693W6SWRa0yj95oq82qKAZVEr0IY4Sxa7nRukBuyy',
    ],
    ['an id that is not of the key', note, key.replace('808219d5', '808219d6')],
    ['another size', note.replace('\n8\n', '\n9\n'), key],
    ['another origin', note.replace('feusa.example', 'other.example'), key],
    ['no signature', note.slice(0, note.indexOf('\u2014')), key],
    ['no note at all', 'x', key],
    ['no key at all', note, ''],
  ])('refuses %s', async (_what, text, by) => {
    expect(await checkSignature(text, by)).toBe('bad');
  });

  it.each(['', 'x', 'a\nb\nc\n\n', note.replace('\n8\n', '\n08\n'), note.replace('lwI2', '!!!!')])(
    'takes %j for no checkpoint',
    (text) => expect(readNote(text)).toBeUndefined(),
  );
});

describe('an event that is proved in the browser', () => {
  const leaves = leavesOf(8);
  const given = async () => ({
    position: '3',
    size: '8',
    leafHash: base64(await leafHash(leaves[2]!)),
    proof: (await PATH(2, leaves)).map(base64),
    checkpoint: note,
  });

  it('says of which log', async () => {
    expect(await proveEvent('3', leaves[2]!, await given(), key)).toEqual({
      kind: 'proved',
      size: 8,
      origin: 'feusa.example/log',
      root: 'lwI2tSDAMl+SFv+c96RRQMcTvOCsstrLUUyTzPHFxu0=',
      signature: 'good',
    });
  });

  it('is wrong with other bytes, place, proof, note or key', async () => {
    const proof = await given();
    const cases = [
      proveEvent('3', leaves[2]!.replace('ka', 'ko'), proof, key),
      proveEvent('3', leaves[1]!, proof, key),
      proveEvent('4', leaves[2]!, proof, key),
      proveEvent('3', 'no JSON', proof, key),
      proveEvent('3', leaves[2]!, { ...proof, proof: proof.proof.slice(1) }, key),
      proveEvent('3', leaves[2]!, { ...proof, proof: ['x'] }, key),
      proveEvent('3', leaves[2]!, { ...proof, checkpoint: note.replace('\n8\n', '\n7\n') }, key),
      proveEvent('3', leaves[2]!, proof, key.replace('808219d5', '808219d6')),
    ];
    for (const verdict of await Promise.all(cases)) expect(verdict.kind).toBe('wrong');
  });
});
