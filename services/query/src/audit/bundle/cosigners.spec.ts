import { generateKeyPairSync } from 'node:crypto';
import { GENESIS, record } from '@feusa/event-log/store/chain';
import { cosign, signNote, verifierKey, verifierOf, WITNESS } from '@feusa/transparency/checkpoint';
import { GrowingTree, leafHash } from '@feusa/transparency/merkle';
import { readKey, verifyEvents } from './verify.mjs';
import { expect, it } from '@jest/globals';

const { recorded } = record(
  GENESIS,
  [1, 2, 3].map((n) => ({
    ...{ id: `event-${n}`, stream: `folder-${n}`, version: 1, schemaVersion: 1, actor: 'system' },
    ...{ at: '2026-11-21T00:00:00.000Z', commandId: `command-${n}`, correlationId: 'test' },
    ...{ type: 'FolderAdded' as const, data: { name: 'A', parentId: null } },
  })),
);
const lines = recorded.map(({ bytes, hash }) => `${bytes.slice(0, -1)},"hash":"${hash}"}`);
const signer = (name: string, algorithm?: typeof WITNESS) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, verifier: verifierOf(name, privateKey, algorithm) };
};
const [log, witness] = [signer('feusa'), signer('witness.example', WITNESS)];
const noteOf = (size: number) => {
  const tree = new GrowingTree();
  for (const { bytes } of recorded.slice(0, size)) tree.add(leafHash(bytes));
  return signNote({ size, root: tree.root() }, log.verifier, log.privateKey);
};
const by = (note: string) => cosign(note, witness.verifier, witness.privateKey, 1_700_000_000);
const [whole, earlier] = [noteOf(3), noteOf(2)];

it.each([
  ['has signed the checkpoint', [whole + by(whole)], true],
  ['has signed an earlier one', [whole, earlier + by(earlier)], true],
  ['has signed none', [whole, earlier], false],
  ['has a line on the checkpoint that is over another', [whole + by(earlier)], false],
  ['has one on the other checkpoint', [whole + by(whole), earlier + by(whole)], false],
  ['has it behind a right one, which counts', [whole + by(whole) + by(earlier)], true],
])('a log is held to a witness that %s', async (_what, notes, signs) => {
  const key = verifierKey(witness.verifier);
  const trust = { notes, key: readKey(verifierKey(log.verifier)), witnesses: [readKey(key)] };
  const reason = 'no checkpoint is signed by witness.example';
  const verdict = signs ? { ok: true, size: '3' } : { ok: false, reason };
  expect(await verifyEvents(lines, trust)).toMatchObject(verdict);
});
