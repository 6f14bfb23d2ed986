import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GENESIS, seal } from '@feusa/adapters/event-store/chain';
import { openSigner } from '@feusa/adapters/event-store/checkpoint';
import type { NewEvent } from '@feusa/adapters/event-store/port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyExport } from './verify-export.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-verify-'));
});
afterAll(() => rm(home, { recursive: true }));

const event = (n: number): NewEvent => ({
  id: `event-${n}`,
  stream: `folder-${n}`,
  version: 1,
  schemaVersion: 1,
  at: '2026-11-21T00:00:00.000Z',
  actor: 'system',
  commandId: `command-${n}`,
  correlationId: 'test',
  type: 'FolderAdded',
  data: { name: `Ordner ${n} „ä“`, parentId: null },
});

const { sealed, head } = seal(GENESIS, [1, 2, 3, 4, 5].map(event));
const lines = sealed.map(({ bytes, hash }) => `${bytes.slice(0, -1)},"hash":"${hash}"}`);

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
    ['an edit', (all: string[]) => all.with(2, all[2]!.replace('Ordner', 'Border')), '3'],
    ['a removal', (all: string[]) => all.toSpliced(1, 1), '2'],
    ['a swap', (all: string[]) => [all[0]!, all[2]!, all[1]!, all[3]!, all[4]!], '2'],
    ['an insertion', (all: string[]) => all.toSpliced(3, 0, all[0]!), '4'],
    ['a cut line', (all: string[]) => all.with(4, all[4]!.slice(0, 40)), '5'],
    ['a lone surrogate', (all: string[]) => all.with(0, all[0]!.replace('„', '\\ud800')), '1'],
    ['a nest', (all: string[]) => all.with(1, nested(all[1]!, 50_000)), '2'],
  ])('%s is found at its position', async (_what, tamper, position) => {
    expect(await verdict(tamper([...lines]))).toMatchObject({ ok: false, position });
  });

  it('that is cut short or written anew is found by a checkpoint', async () => {
    const signer = await openSigner(home);
    const checkpoint = await file([signer.sign(head)], 'checkpoint');
    expect(await verifyExport(await file(lines), checkpoint)).toMatchObject({ ok: true });
    const short = await verifyExport(await file(lines.slice(0, 3)), checkpoint);
    expect(short).toMatchObject({ ok: false, position: '4' });
    const anew = seal(GENESIS, [1, 2, 9, 4, 5].map(event)).sealed;
    const rewritten = anew.map(({ bytes, hash }) => `${bytes.slice(0, -1)},"hash":"${hash}"}`);
    const other = await verifyExport(await file(rewritten), checkpoint);
    expect(other).toMatchObject({ ok: false, position: '5' });
  });

  it('or a checkpoint that cannot be read is said in one line', async () => {
    await expect(verifyExport(path.join(home, 'none'))).rejects.toThrow('cannot be read.');
    const log = await file(lines);
    await expect(verifyExport(log, log)).rejects.toThrow('is not a checkpoint.');
  });
});
