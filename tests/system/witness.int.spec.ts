import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, Program } from '@feusa/cluster/program';
import { isSignedBy, readVerifierKey, WITNESS } from '@feusa/transparency/checkpoint';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { verifyExport } from '@feusa/tools/verify-log/verify-export';
import { Product } from './test-product.js';

const TRIES = { timeout: 20_000, interval: 100 };
let home: string;
let logKey: string;
/** Watches others; the one that is watched. */
let other: Product;
let product: Product;
let script: Script;

interface Script {
  readonly url: string;
  readonly key: string;
  readonly program: Program;
}

/** The witness that needs no product, as its own process. */
async function startScript(port: number): Promise<Script> {
  const words = ['--port', String(port), '--dir', path.join(home, 'witness'), '--log', logKey];
  const program = new Program(built('cli/witness', ...words));
  const key = await program.says(/http:.*\n(.+)\n/);
  return { url: /http:\S+/.exec(program.text)![0], key, program };
}

const settings = { FEUSA_CHECKPOINT_ORIGIN: 'feusa.example/log', FEUSA_CHECKPOINT_SECONDS: '1' };
const text = async (address: string) => {
  const { cookie = '' } = product.people.auditor;
  return (await fetch(`${product.address}${address}`, { headers: { cookie } })).text();
};
const directory = () => path.join(home, 'kept');

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-witnesses-'));
  // Its key is made first, so that the witnesses know whom they watch.
  const { openSigner } = await import('@feusa/transparency/signer');
  const data = path.join(home, 'data');
  logKey = (await openSigner(data, settings.FEUSA_CHECKPOINT_ORIGIN)).key;
  other = await Product.open({ FEUSA_WITNESS_LOGS: logKey, FEUSA_CHECKPOINT_ORIGIN: 'other' });
  script = await startScript(0);
  const key = (await (await fetch(`${other.address}/api/witness/key`)).text()).trim();
  product = await Product.open({
    ...settings,
    FEUSA_DATA_DIR: data,
    FEUSA_WITNESSES: `${script.url} ${script.key}, ${other.address}/api/witness ${key}`,
    FEUSA_CHECKPOINT_DIR: directory(),
    FEUSA_CHECKPOINT_MAIL: 'auditor@elsewhere.example',
  });
});
afterAll(async () => {
  await product?.close();
  await other?.close();
  await script?.program.end();
  await rm(home, { recursive: true, force: true });
});

const witnesses = async () => {
  const key = (await (await fetch(`${other.address}/api/witness/key`)).text()).trim();
  return [script.key, key].map((each) => readVerifierKey(each, WITNESS)!);
};
const cosigned = async () => {
  const note = await text('/api/audit/checkpoint');
  return (await witnesses()).map((each) => isSignedBy(note, each));
};

it('a script and another installation sign what the product is; it shows their signatures', async () => {
  await product.done('add-folder', { name: 'Witnessed', parentId: null });
  await poll(cosigned, TRIES).toEqual([true, true]);
  expect(isSignedBy(await text('/api/audit/checkpoint'), readVerifierKey(logKey)!)).toBe(true);
});

it('the checkpoint lies in the directory and was sent by mail', async () => {
  const checkpoint = path.join(directory(), 'checkpoint');
  const isSigned = async () => {
    const note = await readFile(checkpoint, 'utf8').catch(() => '');
    return isSignedBy(note, readVerifierKey(logKey)!);
  };
  await poll(isSigned, TRIES).toBe(true);
  const dated = expect.stringMatching(/^checkpoint-\d{4}-\d\d-\d\d$/) as unknown as string;
  await poll(() => readdir(directory()), TRIES).toEqual(expect.arrayContaining([dated]));
  const letters = path.join(home, 'data/mail');
  const letter = async () => {
    const [letter] = await readdir(letters).catch((): string[] => []);
    return letter ? readFile(path.join(letters, letter), 'utf8') : '';
  };
  await poll(letter, TRIES).toContain('To: <auditor@elsewhere.example>');
});

it('a bundle carries the signatures, and is checked for them', async () => {
  await poll(cosigned, TRIES).toEqual([true, true]);
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(`${product.address}/api/audit/bundle`, { headers: { cookie } });
  const zip = path.join(home, 'log.zip');
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  const files = unzipSync(await readFile(zip));
  expect(Buffer.from(files['witnesses']!).toString().split('\n')).toContain(script.key);
  expect(await verifyExport(zip)).toMatchObject({ ok: true });
});

it('a witness that is away disturbs nobody; it is told of, and catches up', async () => {
  const { port } = new URL(script.url);
  await script.program.end('SIGKILL');
  await product.done('add-folder', { name: 'Meanwhile', parentId: null });
  const undelivered = async () => {
    const figures = await (await fetch(`${product.address}/metrics`)).text();
    const name = 'feusa_checkpoint_undelivered_seconds{target="witness feusa-witness"} ';
    const line = figures.split('\n').find((each) => each.startsWith(name));
    return Number(line?.slice(name.length)) > 0;
  };
  await poll(undelivered, TRIES).toBe(true);
  await poll(async () => (await cosigned())[1], TRIES).toBe(true);
  expect((await product.get('/health/ready')).body).toMatchObject({ status: 'ready' });
  script = await startScript(Number(port));
  await poll(cosigned, TRIES).toEqual([true, true]);
  await poll(undelivered, TRIES).toBe(false);
});

it('others are told that they are not witnessed here', async () => {
  const { status } = await fetch(`${other.address}/api/witness/add-checkpoint`, {
    method: 'POST',
    body: `old 0\n\nstranger\n3\n${Buffer.alloc(32).toString('base64')}\n\n\u2014 stranger AAAAAAAA\n`,
  });
  expect(status).toBe(404);
});
