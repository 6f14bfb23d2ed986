import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@feusa/cluster/program';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { append, sample } from '@feusa/event-log/store/test-samples';
import type { TransparentLog } from '@feusa/transparency/port';
import {
  openTestTransparency,
  tampered,
  type TestTransparency,
} from '@feusa/transparency/test-transparency';
import { verifyEvents, readKey } from '@feusa/query/audit/bundle/verify.mjs';
import { endOf, exportLines } from '@feusa/query/audit/export';
import { verifyLog } from '@feusa/query/audit/verify';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EVENTS } from '@feusa/tools/verify-log/log-source';
import { verifySource } from '@feusa/tools/verify-log/verify-export';
import { tamperOf, type Tamper, type Target, Choices } from './tamper/test-kinds.js';

const SIZE = 40;
const STREAMS = 10;
const SEED = 20_261_121;
const COUNT = 1000;
const script = fileURLToPath(
  new URL('../../services/query/src/audit/bundle/verify.mjs', import.meta.url),
);

let opened: TestTransparency;
let home: string;
let log: Target;
/** The checkpoint that left the machine. */
let kept: { readonly file: string; readonly note: string };
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-tampers-'));
  opened = await openTestTransparency();
  const { store } = opened.log;
  for (let index = 0; index < SIZE; index++) {
    const version = Math.floor(index / STREAMS) + 1;
    const data = { name: `Łąka “${index}” 😀\u2028`, parentId: null };
    const event = { type: 'FolderAdded', data } as const;
    await append(store, [sample(`folder-${index % STREAMS}`, version, event)]);
  }
  await opened.keep();
  const { note } = await opened.tree.checkpoint(SIZE);
  kept = { file: path.join(home, 'checkpoint'), note };
  await writeFile(kept.file, note);
  const records = await store.readRecords(0, SIZE);
  log = { size: SIZE, bytes: records.map(({ bytes }) => bytes) };
});
afterAll(async () => {
  await opened.close();
  await rm(home, { recursive: true });
});

/** The log as the product gives it out after a tamper, and what the product itself finds. */
const afterTamper = ({ statements }: Pick<Tamper, 'statements'>) =>
  tampered(opened, statements, async (tree, client) => {
    await keepUp(tree, client);
    const store = openPostgresEventStore(client, testKeys(client));
    const { trailer, ...end } = await endOf(store, tree);
    let text = '';
    for await (const part of exportLines(store, { ...end, trailer })) text += part;
    return { text, note: trailer.checkpoint ?? '', own: await verifyLog(store, tree) };
  });

/** As a running product does; a log with a hole it cannot follow. */
async function keepUp(
  tree: TransparentLog,
  client: Parameters<typeof testKeys>[0] & Parameters<typeof openPostgresEventStore>[0],
): Promise<void> {
  const { position } = await openPostgresEventStore(client, testKeys(client)).head();
  await tree.maintainer.handle([{ position }] as never).catch(() => undefined);
}

const sourceOf = (text: string) => ({
  isBundle: false,
  names: [EVENTS],
  async *bytes() {
    yield Buffer.from(text);
  },
});

const verdictsOf = async (text: string, note: string) => {
  const { key } = opened.tree;
  const notes = [note, kept.note].filter(Boolean);
  return {
    script: await verifyEvents(text.split('\n'), { notes, key: readKey(key) }),
    tool: await verifySource(sourceOf(text), { checkpoint: kept.file, key }),
  };
};

const runScript = (file: string) =>
  run([script, file, '--checkpoint', kept.file, '--key', opened.tree.key]);

it('a log that nobody touched is whole for everybody', async () => {
  const { text, note, own } = await afterTamper({ statements: [] });
  expect(own).toMatchObject({ ok: true, size: String(SIZE) });
  const whole = { ok: true, size: String(SIZE), fits: [SIZE] };
  expect(await verdictsOf(text, note)).toMatchObject({ script: whole, tool: whole });
});

it(`${COUNT} tampers of a superuser are all found, at the first wrong position`, async () => {
  const choices = new Choices(SEED);
  const kinds = new Map<string, number>();
  for (let count = 0; count < COUNT; count++) {
    const tamper = tamperOf(log, choices);
    const { text, note, own } = await afterTamper(tamper);
    const { script, tool } = await verdictsOf(text, note);
    const found = { ok: false, position: String(tamper.position ?? SIZE) };
    const facts = { seed: SEED, count, tamper, script, tool, own };
    expect(facts).toMatchObject({ script: found, tool: found });
    // The product compares with columns and tree too; of what was all written anew it knows nothing.
    if (tamper.position !== undefined) {
      expect(facts).toMatchObject({ own: { ok: false } });
      expect(Number(own.ok || own.position)).toBeLessThanOrEqual(tamper.position);
    }
    const kind = tamper.what.split(' ')[0]!;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    // As an auditor runs it, for some.
    if (count % 100 > 0) continue;
    const file = path.join(home, 'log.ndjson');
    await writeFile(file, text);
    const { code, text: said } = await runScript(file);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`position ${found.position}:`),
    });
  }
  expect([...kinds.keys()].sort()).toEqual([
    'delete',
    'edit',
    'insert',
    'rewrite',
    'swap',
    'truncate',
  ]);
  expect(Math.min(...kinds.values())).toBeGreaterThan(50);
});
