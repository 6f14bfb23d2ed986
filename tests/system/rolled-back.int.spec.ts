import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWitness } from '@feusa/profiles/witness';
import { readCheckpoint } from '@feusa/transparency/checkpoint';
import { openSigner } from '@feusa/transparency/signer';
import type { FreshDatabase } from '@feusa/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tellOneStory } from '@feusa/testing/story';
import { poll } from '@feusa/testing/wait';
import { serve } from '@feusa/tools/witness/serve-witness';
import { Restored } from './test-restored.js';

const TRIES = { timeout: 20_000, interval: 50 };
const ORIGIN = 'feusa.example/log';
tellOneStory();
let home: string;
let harness: Restored;
let logKey: string;
let witness: Awaited<ReturnType<typeof startWitness>>;
/** What is sent where, and what every start here is of. */
const outside = () => ({
  witness: { FEUSA_WITNESSES: `http://127.0.0.1:${witness.port} ${witness.key}` },
  directory: { FEUSA_CHECKPOINT_DIR: kept() },
});
const common = { FEUSA_CHECKPOINT_ORIGIN: ORIGIN, FEUSA_CHECKPOINT_SECONDS: '1' };
const data = (name = 'data') => path.join(home, name);
const kept = () => path.join(home, 'kept');

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-rolled-back-'));
  logKey = (await openSigner(data(), ORIGIN)).key;
  witness = await startWitness();
  harness = new Restored();
});
afterEach(() => harness.close());
afterAll(async () => {
  await harness.drop();
  await witness.stop();
  await rm(home, { recursive: true });
});

async function startWitness(at = 0) {
  const dir = path.join(home, 'witness');
  const opened = await openWitness({ dir, logs: [logKey], name: 'witness.example' });
  const server = createServer((request, response) => void serve(opened.witness, request, response));
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ port, key: opened.witness.key },
    async stop() {
      server.close();
      server.closeAllConnections();
      await opened.close();
    },
  };
}

const sizeIn = async (file: string) =>
  readCheckpoint(await readFile(file, 'utf8').catch(() => ''))?.size;
const witnessed = async () => {
  const [file] = (await readdir(data('witness'))).filter((name) => name.endsWith('.checkpoint'));
  return file && sizeIn(path.join(data('witness'), file));
};
const inDirectory = () => sizeIn(path.join(kept(), 'checkpoint'));

describe('a machine that was rolled back with all that it remembers', () => {
  /** The database and the data directory as they were when the log was shorter. */
  let older: FreshDatabase;
  let size: number;

  it('has sent its checkpoints away', async () => {
    const current = await harness.newDatabase();
    const settings = { ...common, ...outside().witness, ...outside().directory };
    await harness.start({ ...settings, FEUSA_DATA_DIR: data() }, current);
    await harness.add('One');
    const first = await harness.checkpoint();
    await poll(witnessed, TRIES).toBe(first);
    await harness.close();
    older = await harness.copyOf(current);
    await cp(data(), data('older'), { recursive: true });
    await harness.start({ ...settings, FEUSA_DATA_DIR: data() }, current);
    await harness.add('Two', 'Three');
    size = await harness.checkpoint();
    await poll(witnessed, TRIES).toBe(size);
    await poll(inDirectory, TRIES).toBe(size);
  });

  /** Another machine with that state, and what it is told of the outside. */
  async function machine(name: string, settings: NodeJS.ProcessEnv) {
    const database = await harness.copyOf(older);
    await cp(data('older'), data(name), { recursive: true });
    const all = { ...common, ...settings, FEUSA_DATA_DIR: data(name) };
    return {
      start: () => harness.start(all, database),
      run: (tool: string, ...words: string[]) =>
        harness.run(tool, { ...all, DATABASE_URL: database.url }, ...words),
    };
  }

  it('does not notice it by itself', async () => {
    const { start } = await machine('alone', {});
    await start();
    await harness.add('Unnoticed');
  });

  it('is read-only by the word of its witness alone', async () => {
    const { start } = await machine('by-witness', outside().witness);
    await start();
    await harness.expectReadOnly(`witness witness.example has signed ${size} events, the log has`);
  });

  it('is read-only by what lies in the directory alone, which stays as it is', async () => {
    const { start } = await machine('by-directory', outside().directory);
    await start();
    await harness.expectReadOnly(`shorter than checkpoint ${size} in ${kept()}`);
    expect(await inDirectory()).toBe(size);
  });

  it('is read-only within seconds where another log is found out while it runs', async () => {
    const directory = path.join(home, 'kept-apart');
    const { start, run } = await machine('running', { FEUSA_CHECKPOINT_DIR: directory });
    await start();
    await harness.add('One of this log');
    await poll(() => sizeIn(path.join(directory, 'checkpoint')), TRIES).toBeDefined();
    await cp(path.join(kept(), 'checkpoint'), path.join(directory, 'checkpoint'));
    await harness.add('Two of this log');
    const refused = async () =>
      (await harness.ask('POST', '/api/commands/add-folder', { name: 'A', parentId: null })).status;
    await poll(refused, TRIES).toBe(503);
    await harness.expectReadOnly(`checkpoint ${size} in ${directory}`);
    const { code } = await run('accept-log', '--by', 'Ada', '--reason', 'a drill');
    expect(code).toBe(0);
    await poll(refused, TRIES).toBe(200);
  });

  it('goes on once an operator has signed; the witness does when its own operator starts over', async () => {
    const settings = { ...outside().witness, ...outside().directory };
    const { start, run } = await machine('accepted', settings);
    await start();
    const signing = ['--by', 'Ada', '--reason', 'the disk of May broke'];
    const { code, text } = await run('accept-log', ...signing);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toContain(`abandons witness witness.example ${size}\n`);
    expect(text).toContain(`Witness witness.example still holds ${size} events.`);
    expect(text).toContain('npm run witness -- start-over');
    const written = () =>
      harness.ask('POST', '/api/commands/add-folder', { name: 'A', parentId: null });
    await poll(async () => (await written()).status, TRIES).toBe(200);
    // The directory has the new log, and the old one's newest checkpoint and the statement beside it.
    const now = await harness.checkpoint();
    await poll(inDirectory, TRIES).toBe(now);
    expect(await sizeIn(path.join(kept(), 'checkpoint-abandoned-1'))).toBe(size);
    const statement = path.join(kept(), 'accepted-1.note');
    expect(text).toContain(await readFile(statement, 'utf8'));

    // The witness is not moved by that, also once the log is longer than what it holds.
    await harness.add('Two anew', 'Three anew', 'Four anew');
    await poll(inDirectory, TRIES).toBe(await harness.checkpoint());
    const said = async () => (await harness.ask('GET', '/metrics')).text();
    const late = /feusa_checkpoint_undelivered_seconds\{target="witness witness.example"\} (?!0\n)/;
    await poll(said, TRIES).toMatch(late);
    expect(await witnessed()).toBe(size);

    const wish = ['start-over', '--log', logKey, '--by', 'Wim', '--reason', 'told by phone'];
    const place = ['--dir', data('witness')];
    const busy = await run('witness', ...wish, '--statement', statement, ...place);
    await witness.stop();
    const unsigned = path.join(data('accepted'), 'checkpoint.last');
    const forged = await run('witness', ...wish, '--statement', unsigned, ...place);
    expect(forged).toMatchObject({
      code: 1,
      text: expect.stringContaining('not one of accept-log'),
    });
    expect(await witnessed()).toBe(size);
    const elsewhere = ['--statement', statement, '--dir', data('witnes')];
    const wrong = await run('witness', ...wish, ...elsewhere);
    expect(wrong).toMatchObject({
      code: 1,
      out: '',
      err: `There is no witness in ${data('witnes')}.\n`,
    });
    const another = await run('witness', ...wish, '--statement', statement, '--dir', kept());
    expect(another).toMatchObject({ code: 1, err: `There is no witness in ${kept()}.\n` });
    expect(await readdir(home)).not.toContain('witnes');
    expect(await readdir(kept())).not.toContain('witness.pid');
    const over = await run('witness', ...wish, '--statement', statement, ...place);
    expect(over).toMatchObject({ code: 0, text: expect.stringContaining(`forgotten ${size}`) });
    const again = await run('witness', ...wish, '--statement', statement, ...place);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('before') });
    const record = await readFile(path.join(data('witness'), 'started-over.ndjson'), 'utf8');
    const { by, reason, was } = JSON.parse(record) as Record<string, string>;
    expect({ by, reason }).toEqual({ by: 'Wim', reason: 'told by phone' });
    expect(readCheckpoint(was!)?.size).toBe(size);
    expect(busy.text).toContain('used by another process');

    witness = await startWitness(witness.port);
    await poll(witnessed, TRIES).toBe(await harness.checkpoint());
    await start();
    await harness.add('And on');
  });
});
