import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cosign, verifierKey, verifierOf, WITNESS } from '@feusa/transparency/checkpoint';
import type { TreeHead } from '@feusa/transparency/merkle';
import { openSigner } from '@feusa/transparency/signer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headOf as headOfEvents, linesOf, logOf } from './test-log.js';
import { verifyExport } from './verify-export.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-verify-'));
});
afterAll(() => rm(home, { recursive: true }));

const { recorded, head } = logOf([1, 2, 3, 4, 5]);
const lines = linesOf(recorded);
const headOf = (size: number) => headOfEvents(recorded.slice(0, size));

const file = async (content: readonly string[], name = 'log.ndjson') => {
  const at = path.join(home, name);
  await writeFile(at, `${content.join('\n')}\n`);
  return at;
};
const nested = (line: string, depth: number) =>
  line.replace('"parentId":null', `"parentId":${'['.repeat(depth)}${']'.repeat(depth)}`);
const verdict = async (content: readonly string[]) => verifyExport(await file(content));

describe('an export', () => {
  it('is whole as it was written, with other lines and other spacing between', async () => {
    const spaced = lines.map((line) =>
      JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ''),
    );
    const whole = { ok: true, size: '5', head: head.hash.toString('hex') };
    expect(await verdict(lines)).toEqual(whole);
    expect(await verdict(['{"manifest":1}', ...spaced, ''])).toEqual(whole);
  });

  it.each([
    ['an edit', (all: string[]) => all.with(2, all[2]!.replace('Łąka', 'Border')), '3'],
    ['a removal', (all: string[]) => all.toSpliced(1, 1), '2'],
    ['a swap', (all: string[]) => [all[0]!, all[2]!, all[1]!, all[3]!, all[4]!], '2'],
    ['an insertion', (all: string[]) => all.toSpliced(3, 0, all[0]!), '4'],
    ['a cut line', (all: string[]) => all.with(4, all[4]!.slice(0, 40)), '5'],
    ['a lone surrogate', (all: string[]) => all.with(0, all[0]!.replace('„', '\\ud800')), '1'],
    ['a nest', (all: string[]) => all.with(1, nested(all[1]!, 50_000)), '2'],
  ])('%s is found at its position', async (_what, tamper, position) => {
    expect(await verdict(tamper([...lines]))).toMatchObject({ ok: false, position });
  });

  it.each([5, 3, 1])(
    'that is cut short or written anew is found by a checkpoint of %i',
    async (size) => {
      const signer = await openSigner(home);
      const checkpoint = await file([signer.sign(headOf(size)).trimEnd()], 'checkpoint');
      const trust = { checkpoint, key: signer.key };
      const whole = await verifyExport(await file(lines), trust);
      expect(whole).toMatchObject({ ok: true, size: '5', fits: [size] });
      const short = await verifyExport(await file(lines.slice(0, size - 1)), trust);
      expect(short).toMatchObject({ ok: false, position: String(size) });
      const anew = logOf([9, 2, 3, 4, 5]).recorded;
      const other = await verifyExport(await file(linesOf(anew)), trust);
      expect(other).toMatchObject({ ok: false, position: String(size) });
      const later = logOf([1, 2, 3, 4, 5].toSpliced(size, 5, 9)).recorded;
      expect(await verifyExport(await file(linesOf(later)), trust)).toMatchObject({ ok: true });
    },
  );

  it('is compared with the checkpoint that it carries', async () => {
    const signer = await openSigner(home);
    const trailer = (head: TreeHead) =>
      JSON.stringify({ checkpoint: signer.sign(head), key: signer.key });
    expect(await verdict([...lines, trailer(headOf(5))])).toMatchObject({ ok: true, fits: [5] });
    expect(await verdict([...lines, trailer(headOf(2))])).toMatchObject({ ok: true, fits: [2] });
    const short = await verdict([...lines.slice(0, 4), trailer(headOf(5))]);
    expect(short).toMatchObject({ ok: false, position: '5' });
    const anew = logOf([1, 2, 9, 4, 5]).recorded;
    const changed = await verdict([...linesOf(anew), trailer(headOf(4))]);
    const reason = 'the log differs from the checkpoint';
    expect(changed).toEqual({ ok: false, position: '4', reason });
    const unreadable = [...lines, JSON.stringify({ checkpoint: 'of old' })];
    expect(await verdict(unreadable)).toMatchObject({ ok: false, position: '5' });
  });

  it('is not believed without the witnesses that somebody insists on', async () => {
    const signer = await openSigner(home);
    const { privateKey } = generateKeyPairSync('ed25519');
    const witness = verifierOf('witness.example', privateKey, WITNESS);
    const witnesses = [verifierKey(witness)];
    const note = signer.sign(headOf(5));
    const signed = note + cosign(note, witness, privateKey, 1_700_000_000);
    const whole = { ok: true, size: '5' };
    const absent = {
      ok: false,
      position: '5',
      reason: 'no checkpoint is signed by witness.example',
    };
    for (const [text, found] of [
      [note, absent],
      [signed, whole],
    ] as const) {
      const log = await file([...lines, JSON.stringify({ checkpoint: text })]);
      expect(await verifyExport(log)).toMatchObject(whole);
      expect(await verifyExport(log, { witnesses })).toMatchObject(found);
      const checkpoint = await file([text.trimEnd()], 'checkpoint');
      const kept = await verifyExport(await file(lines), { checkpoint, witnesses });
      expect(kept).toMatchObject(found);
    }
    expect(await verifyExport(await file(lines), { witnesses })).toMatchObject(absent);
    const log = await file(lines);
    await expect(verifyExport(log, { witnesses: [signer.key] })).rejects.toThrow('is none');
  });

  it('with a checkpoint of another signer is not believed', async () => {
    const [signer, other] = [await openSigner(home), await openSigner(path.join(home, 'other'))];
    const log = await file([...lines, JSON.stringify({ checkpoint: other.sign(headOf(5)) })]);
    expect(await verifyExport(log)).toMatchObject({ ok: true });
    expect(await verifyExport(log, { key: other.key })).toMatchObject({ ok: true });
    const reason = 'the checkpoint is not signed by feusa';
    expect(await verifyExport(log, { key: signer.key })).toMatchObject({ ok: false, reason });
    const checkpoint = await file([other.sign(headOf(5)).trimEnd()], 'checkpoint');
    const kept = verifyExport(log, { checkpoint, key: signer.key });
    await expect(kept).rejects.toThrow('is not signed by feusa');
    await expect(verifyExport(log, { key: 'feusa' })).rejects.toThrow('NAME+ID+KEY');
  });

  it('or a checkpoint that cannot be read is said in one line', async () => {
    await expect(verifyExport(path.join(home, 'none'))).rejects.toThrow('cannot be read.');
    const log = await file(lines);
    await expect(verifyExport(log, { checkpoint: log })).rejects.toThrow('is not a checkpoint.');
  });
});
