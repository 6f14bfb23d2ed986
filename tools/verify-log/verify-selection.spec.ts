import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runProgram } from '@feusa/cluster/program';
import { PATH } from '@feusa/transparency/independent-merkle';
import { leafHash, nodeHash, type Range } from '@feusa/transparency/merkle';
import {
  openCosigner,
  openSigner,
  type CheckpointSigner,
  type Cosigner,
} from '@feusa/transparency/signer';
import { readKey, verifyEvents } from '@feusa/query/audit/bundle/verify.mjs';
import { exportLines } from '@feusa/query/audit/export';
import { selectionLines } from '@feusa/query/audit/export-selection';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENTS } from './log-source.js';
import { headOf, logOf } from './test-log.js';
import { verifySource } from './verify-export.js';

const SIZE = 700;
const script = fileURLToPath(
  new URL('../../services/query/src/audit/bundle/verify.mjs', import.meta.url),
);

const { recorded } = logOf([...Array(SIZE).keys()]);
const leaves = recorded.map(({ bytes }) => leafHash(bytes));
const rootOf = ({ begin, end }: Range) => headOf(recorded.slice(begin, end)).root;

let home: string;
let signer: CheckpointSigner;
let witness: Cosigner;
let note: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-selection-'));
  signer = await openSigner(path.join(home, 'log'));
  witness = await openCosigner(path.join(home, 'witness'), 'witness.example');
  note = signer.sign({ size: SIZE, root: rootOf({ begin: 0, end: SIZE }) });
  note += witness.cosign(note, 1_700_000_000);
});
afterAll(() => rm(home, { recursive: true }));

/** The lines of an export of these positions, ascending. */
async function exported(positions: readonly number[]): Promise<string[]> {
  const records = positions.map((position) => recorded[position - 1]!);
  const parts = selectionLines({
    transparentLog: { subtrees: (ranges: readonly Range[]) => Promise.resolve(ranges.map(rootOf)) },
    selections: {
      read: (_: unknown, { after, limit }: { after: number; limit: number }) =>
        Promise.resolve(
          records.filter(({ event: { position } }) => position > after).slice(0, limit),
        ),
    },
    end: { size: SIZE, isProved: true, trailer: { checkpoint: note, key: signer.key } },
    ...{ params: { type: 'FolderAdded' }, filter: { type: 'FolderAdded' } },
  } as never);
  let text = '';
  for await (const part of parts) text += part;
  return text.trimEnd().split('\n');
}

const sourceOf = (lines: readonly string[]) => ({
  ...{ isBundle: false, names: [EVENTS] },
  async *bytes() {
    yield Buffer.from(`${lines.join('\n')}\n`);
  },
});

/** What the script and the tool say. */
const verdictsOf = async (lines: readonly string[], key = signer.key) => ({
  script: await verifyEvents(lines, { key: readKey(key) }),
  tool: await verifySource(sourceOf(lines), { key }),
});

const run = async (lines: readonly string[], ...words: string[]) => {
  const file = path.join(home, 'log.ndjson');
  await writeFile(file, `${lines.join('\n')}\n`);
  return runProgram([script, file, ...words]);
};

const positions = fc
  .uniqueArray(fc.integer({ min: 1, max: SIZE }), { minLength: 1, maxLength: 40 })
  .map((some) => some.sort((one, other) => one - other));

function zeroLeft(): [left: Buffer, right: Buffer] {
  for (let tries = 0; ; tries++) {
    const left = nodeHash(leaves[0]!, leafHash(`${tries}`));
    if (left[0] === 0) return [left, nodeHash(leaves[2]!, leaves[3]!)];
  }
}

interface Proof {
  readonly proof: { readonly of: string; readonly hashes: string[]; readonly shared: number };
}

describe('an exported selection', () => {
  it('has the proofs of RFC 6962, whose common ends are written once', async () => {
    await fc.assert(
      fc.asyncProperty(positions, async (some) => {
        const lines = await exported(some);
        expect(lines).toHaveLength(1 + 2 * some.length);
        let before: string[] = [];
        const bytes = recorded.map((each) => Buffer.from(each.bytes));
        for (const [index, position] of some.entries()) {
          const { proof } = JSON.parse(lines[2 + 2 * index]!) as Proof;
          before = [...proof.hashes, ...before.slice(before.length - proof.shared)];
          expect(before).toEqual(PATH(position - 1, bytes).map((hash) => hash.toString('base64')));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('is believed, and tampering with any line is found at its position', async () => {
    await fc.assert(
      fc.asyncProperty(positions, fc.nat(), async (some, choice) => {
        const lines = await exported(some);
        const whole = { ok: true, selected: some.length, size: String(SIZE), fits: [SIZE] };
        expect(await verdictsOf(lines)).toMatchObject({ script: whole, tool: whole });
        const index = choice % some.length;
        const [at, line] = [1 + 2 * index, lines[1 + 2 * index]!];
        const { proof } = JSON.parse(lines[at + 1]!) as Proof;
        const other = Buffer.alloc(32, 7).toString('base64');
        const bent = { proof: { ...proof, hashes: [other, ...proof.hashes.slice(1)] } };
        for (const changed of [
          lines.with(at, line.replace('Łąka', 'Laka')),
          lines.with(at, line.replace('"version":1', '"version":2')),
          lines.with(at + 1, JSON.stringify(bent)),
          ...(proof.shared > 0
            ? [
                lines.with(
                  at + 1,
                  JSON.stringify({ proof: { ...proof, shared: proof.shared - 1 } }),
                ),
              ]
            : []),
          lines.toSpliced(at + 1, 1),
          lines.with(at + 1, '{}').concat(lines[at + 1]!, lines[at]!),
        ]) {
          const found = { ok: false, position: String(some[index]) };
          expect(await verdictsOf(changed)).toMatchObject({ script: found, tool: found });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('that was put into another order, or has an event twice, is not believed', async () => {
    const lines = await exported([3, 9, 40]);
    const [, one, two, three, four] = lines;
    for (const changed of [
      [lines[0]!, three!, four!, one!, two!],
      [lines[0]!, one!, two!, one!, two!],
      [lines[0]!, two!, one!],
    ]) {
      const found = { ok: false };
      expect(await verdictsOf(changed)).toMatchObject({ script: found, tool: found });
    }
  });

  it('with another beginning of somebody else among its lines is not believed', async () => {
    const lines = await exported([3, 9, 40]);
    const forger = await openSigner(path.join(home, 'forger'));
    const bytes = recorded[0]!.bytes.replace('Łąka', 'Laka');
    const forged = JSON.parse(lines[0]!) as Record<string, string>;
    const checkpoint = forger.sign({ size: 1, root: leafHash(bytes) });
    const own = [
      JSON.stringify({ ...forged, size: '1', checkpoint }),
      `${bytes.slice(0, -1)},"hash":"${'0'.repeat(64)}"}`,
      JSON.stringify({ proof: { of: '1', hashes: [], shared: 0 } }),
    ];
    const alone = await verifyEvents(own, {});
    expect(alone).toMatchObject({ ok: true, selected: 1 });
    for (const mixed of [
      [...own, ...lines],
      [...own, JSON.stringify({ checkpoint: note })],
      [...lines, ...own],
    ]) {
      const { script, tool } = await verdictsOf(mixed);
      expect({ script: script.ok, tool: tool.ok }).toEqual({ script: false, tool: false });
    }
  });

  it('takes no proof whose hashes are of another length', async () => {
    // Of a tree whose left half begins with a zero byte, that byte could be taken for the half.
    const [left, right] = zeroLeft();
    const tree = { size: 4, root: nodeHash(left, right) };
    const bytes = recorded[0]!.bytes.replace('Łąka', 'Laka');
    const hashes = [Buffer.concat([left.subarray(1), right]).toString('base64')];
    const forged = [
      JSON.stringify({ selection: {}, size: '4', checkpoint: signer.sign(tree), key: signer.key }),
      `${bytes.slice(0, -1)},"hash":"${'0'.repeat(64)}"}`,
      JSON.stringify({ proof: { of: '1', hashes, shared: 0 } }),
    ];
    const found = { ok: false, position: '1' };
    expect(await verdictsOf(forged)).toMatchObject({ script: found, tool: found });
  });

  it('cannot show that an event was left out: both say so', async () => {
    const { code, text } = await run(await exported([3, 9, 40]));
    expect(text).toContain('Each of the 3 events is in the log of 700');
    expect(text).toContain('Whether others belong here too');
    expect(code).toBe(0);
  });

  it('is held to the key, the witness and the checkpoint that an auditor has', async () => {
    const lines = await exported([3, 9, 40]);
    const { key: stranger } = await openSigner(path.join(home, 'stranger'));
    const other = await openCosigner(path.join(home, 'other'), 'witness.example');
    const kept = path.join(home, 'kept');
    const said = async (...words: string[]) => run(lines, ...words);
    expect(await said('--key', signer.key, '--witness', witness.key)).toMatchObject({ code: 0 });
    expect(await said('--key', stranger)).toMatchObject({ code: 1 });
    expect(await said('--witness', other.key)).toMatchObject({ code: 1 });
    await writeFile(kept, signer.sign({ size: SIZE, root: Buffer.alloc(32) }));
    expect(await said('--checkpoint', kept)).toMatchObject({ code: 1 });
    const fork = verifySource(sourceOf(lines), { checkpoint: kept, key: signer.key });
    expect(await fork).toMatchObject({ ok: false });
    // Of another size it says nothing.
    await writeFile(kept, signer.sign({ size: SIZE + 1, root: Buffer.alloc(32) }));
    expect(await said('--checkpoint', kept)).toMatchObject({ code: 0 });
    const later = verifySource(sourceOf(lines), { checkpoint: kept, key: signer.key });
    expect(await later).toMatchObject({ ok: true, apart: [SIZE + 1] });
  });

  it('takes less than a whole proof for each event', async () => {
    const all = Array.from({ length: SIZE }, (_, index) => index + 1);
    const lines = await exported(all);
    const hashes = lines.flatMap(
      (line) => (JSON.parse(line) as Partial<Proof>).proof?.hashes ?? [],
    );
    expect(hashes.length / SIZE).toBeLessThan(2.1);
  });
});

it('an export alone is held to the witness whose signature it carries', async () => {
  const store = {
    readRecords: (after: number, limit: number) => Promise.resolve(recordsOf(after, limit)),
  };
  const end = { size: SIZE, isProved: true, trailer: { checkpoint: note, key: signer.key } };
  let text = '';
  for await (const part of exportLines(store as never, end)) text += part;
  const { code, text: said } = await run(text.trimEnd().split('\n'), '--witness', witness.key);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('The log is whole') });
});

const recordsOf = (after: number, limit: number) =>
  recorded.slice(after, after + limit).map(({ bytes, hash, event: { position } }) => ({
    ...{ position, bytes, hash },
  }));
