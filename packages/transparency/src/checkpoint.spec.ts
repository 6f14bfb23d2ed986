import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  cosign,
  isKeyName,
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
  signersOf,
  signNote,
  verifierKey,
  verifierOf,
  WITNESS,
} from './checkpoint.js';
import { EMPTY_ROOT, leafHash } from './merkle.js';

const { privateKey } = generateKeyPairSync('ed25519');
const verifier = verifierOf('logs.example/feusa', privateKey);
const head = { size: 8, root: leafHash('x') };
const note = signNote(head, verifier, privateKey);
const changed = (from: string | RegExp, to: string) => note.replace(from, to);

describe('a signed note', () => {
  it('of the documentation of Go\u2019s package note is believed', () => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const peter = readVerifierKey(key)!;
    const text =
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n";
    const signature =
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
    const signed = `${text}\n\u2014 PeterNeumann ${signature}\n`;
    expect(isSignedBy(signed, peter)).toBe(true);
    expect(isSignedBy(signed.replace('think', 'thunk'), peter)).toBe(false);
    expect(verifierKey(peter)).toBe(key);
  });

  it('has origin, size, root and one signature', () => {
    expect(note).toMatch(
      /^logs\.example\/feusa\n8\n[\w+/]{43}=\n\n\u2014 logs\.example\/feusa [\w+/=]+\n$/,
    );
    expect(readCheckpoint(note)).toEqual({ origin: 'logs.example/feusa', ...head });
    expect(isSignedBy(note, verifier)).toBe(true);
    expect(isSignedBy(note, readVerifierKey(verifierKey(verifier))!)).toBe(true);
  });

  it('may have lines and signatures of others', () => {
    const more = `${note}\u2014 witness.example ${Buffer.alloc(76).toString('base64')}\n`;
    expect(isSignedBy(more, verifier)).toBe(true);
    expect(readCheckpoint(more)).toEqual(readCheckpoint(note));
    expect(readCheckpoint(changed('\n\n', '\nextension\n\n'))).toMatchObject(head);
  });

  it('is not believed where a line by somebody known is not over it', () => {
    const { privateKey: theirs } = generateKeyPairSync('ed25519');
    const witness = verifierOf('witness.example', theirs, WITNESS);
    const other = signNote({ ...head, size: 9 }, verifier, privateKey);
    const both = note + cosign(note, witness, theirs, 1700000000);
    const wrong = note + cosign(other, witness, theirs, 1700000000);
    expect(signersOf(both, [verifier, witness])).toEqual([verifier, witness]);
    expect(signersOf(note, [verifier, witness])).toEqual([verifier]);
    expect(signersOf(wrong, [verifier])).toEqual([verifier]);
    expect(signersOf(wrong, [verifier, witness])).toBeUndefined();
  });

  it.each([
    ['another size', changed('\n8\n', '\n9\n')],
    ['another origin', changed('logs', 'dogs')],
    ['another line', changed('\n\n', '\nmore\n\n')],
    ['another signature', note.replace(/(?<= \S{20})\S/, (was) => (was === 'A' ? 'B' : 'A'))],
    ['no signature', note.slice(0, note.indexOf('\u2014'))],
    ['a signature of others', changed('\u2014 logs', '\u2014 dogs')],
    ['a line that is no signature', `${note}hello\n`],
    ['no end', note.trimEnd()],
    ['a control character', changed('\n8\n', '\n8\r\n')],
  ])('with %s is not believed', (_what, other) => {
    expect(other).not.toBe(note);
    expect(isSignedBy(other, verifier)).toBe(false);
  });

  it.each([
    ['a size with zeros', changed('\n8\n', '\n08\n')],
    ['a negative size', changed('\n8\n', '\n-8\n')],
    ['a short root', changed(/\n\S{44}\n/, '\nAAAA\n')],
    ['no base64', changed(/\n(\S{43})=\n/, '\n$1\n')],
    ['no origin', changed('logs.example/feusa\n', '\n')],
    ['nothing', ''],
    ['JSON', '{"position":"1"}\n'],
  ])('with %s is no checkpoint', (_what, other) => {
    expect(readCheckpoint(other)).toBeUndefined();
  });

  it('of an empty log says so', () => {
    const empty = signNote({ size: 0, root: EMPTY_ROOT }, verifier, privateKey);
    expect(readCheckpoint(empty)).toMatchObject({ size: 0, root: EMPTY_ROOT });
  });
});

describe('a verifier key', () => {
  const key = verifierKey(verifier);
  it.each(
    [
      ['', 'feusa', key.replace('logs', 'dogs'), key.slice(0, -4), key.replace(/\+../, '+00')],
      [
        key.replaceAll('+', ' '),
        `${key}AAAA`,
        key.replace('+A', '+B'),
        key.replace('logs', 'l gs'),
      ],
    ].flat(),
  )('cannot be read from %j', (text) => {
    expect(readVerifierKey(text)).toBeUndefined();
  });

  it('has a name without spaces and plus signs', () => {
    expect(['feusa', 'logs.example/feusa', 'Łąka'].map(isKeyName)).toEqual([true, true, true]);
    expect(['', 'a b', 'a+b', 'a\u00a0b', 'a\nb'].map(isKeyName)).not.toContain(true);
  });
});
