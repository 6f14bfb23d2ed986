import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, run } from '@feusa/cluster/program';
import { openSigner } from '@feusa/transparency/signer';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Product } from './test-product.js';
import { verifyExport } from '@feusa/tools/verify-log/verify-export';

const NAMES = [
  ...['README.txt', 'checkpoint', 'events.ndjson', 'key', 'manifest.json', 'proofs.json'],
  'verify.mjs',
];
let product: Product;
let home: string;
let zip: string;
let folder: string;
/** A checkpoint that was kept before the bundle was made. */
let kept: string;
let size: number;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-bundle-'));
  product = await Product.open({ FEUSA_CHECKPOINT_ORIGIN: 'feusa.example/log' });
  kept = path.join(home, 'kept');
  await writeFile(kept, (await download('/api/audit/checkpoint')).toString());
  for (let index = 0; index < 70; index++) {
    const { status } = await product.command('add-folder', {
      name: `Łąka ${index} 😀`,
      parentId: null,
    });
    expect(status).toBe(200);
  }
  await product.settled(String((await product.store.head()).position));
  zip = path.join(home, 'log.zip');
  await writeFile(zip, await download('/api/audit/bundle'));
  size = (await product.store.head()).position;
  folder = await unpacked('folder');
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true });
});

async function download(address: string): Promise<Buffer> {
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(`${product.address}${address}`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** By another program's reader of archives. */
async function unpacked(name: string): Promise<string> {
  const to = path.join(home, name);
  await mkdir(to);
  for (const [file, bytes] of Object.entries(unzipSync(await readFile(zip))))
    await writeFile(path.join(to, file), bytes);
  return to;
}

/** The script as it came, where it came. */
const check = (at: string, ...words: string[]) => run([path.join(at, 'verify.mjs'), ...words]);

describe('a bundle', () => {
  it('holds the log and all that is needed to check it', async () => {
    const files = unzipSync(await readFile(zip));
    expect(Object.keys(files).sort()).toEqual(NAMES);
    const { events, parts } = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as {
      events: string;
      parts: object;
    };
    expect(events).toBe(String(size));
    expect(Object.keys(parts).sort()).toEqual(NAMES.filter((name) => name !== 'manifest.json'));
    expect(Buffer.from(files['verify.mjs']!).toString().split('\n').length).toBeLessThanOrEqual(
      320,
    );
  });

  it('is confirmed by its own script, and by the one of the product packed and unpacked', async () => {
    const key = await readFile(path.join(folder, 'key'), 'utf8');
    const { code, text } = await check(folder, '--checkpoint', kept, '--key', key);
    expect(text).toContain(`The log is whole: ${size} events`);
    expect(text).toContain(`It fits the checkpoint of ${size} events.`);
    expect(code).toBe(0);
    for (const file of [zip, folder]) {
      const verdict = await verifyExport(file, { checkpoint: kept });
      expect(verdict).toMatchObject({ ok: true, size: String(size) });
      expect(verdict).toMatchObject({ fits: expect.arrayContaining([size]) });
    }
    expect(await verifyExport(path.join(folder, 'events.ndjson'))).toMatchObject({ ok: true });
  });

  it('is spoken of in the same words by both, with what nobody has vouched for', async () => {
    const own = await check(folder);
    expect(own.code).toBe(0);
    expect(own.text).toContain('Nobody says whose key this is but the log itself');
    expect((await run(built('cli/verify-log', folder))).text).toBe(own.text);
    const key = await readFile(path.join(folder, 'key'), 'utf8');
    const trusted = await run(built('cli/verify-log', folder, '--key', key));
    expect(trusted.text).toContain('The log is whole');
    expect(trusted.text).not.toContain('Nobody says');
  });

  it('says how its script is used', async () => {
    const { code, out } = await check(folder, '--help');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('--checkpoint FILE') });
  });

  it.each<[what: string, file: string, from: string | RegExp, to: string, says: string]>([
    ['an event', 'events.ndjson', 'Łąka 33', 'Łąka 34', 'position 38:'],
    ['a line left out', 'events.ndjson', /\{[^\n]*"position":"20"[^\n]*\n/, '', 'position 20:'],
    ['the checkpoint', 'checkpoint', /\n\d+\n/, '\n50\n', 'the checkpoint'],
    [
      'its signature',
      'checkpoint',
      /\u2014 (\S+) (\S{20})../,
      '\u2014 $1 $2AA',
      'is not signed by',
    ],
    ['a proof', 'proofs.json', '"proof":["', '"proof":["AAAA', 'inclusion proof'],
    [
      'what it says of itself',
      'manifest.json',
      '"events": "',
      '"events": "1',
      'the manifest speaks of',
    ],
    ['another text', 'README.txt', 'trust', 'distrust', 'README.txt'],
  ])('with %s changed is found by both', async (what, file, ...[from, to, says]) => {
    const changed = path.join(home, what);
    await cp(folder, changed, { recursive: true });
    const text = await readFile(path.join(changed, file), 'utf8');
    await writeFile(path.join(changed, file), text.replace(from, to));
    const { code, text: said } = await check(changed);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(says) });
    const verdict = await verifyExport(changed);
    const outcome = verdict.ok ? 'ok' : `position ${verdict.position}: ${verdict.reason}`;
    expect(outcome).toContain(says);
  });

  it('of another signer is not believed', async () => {
    const mine = await readFile(path.join(folder, 'key'), 'utf8');
    const { key } = await openSigner(path.join(home, 'other'), 'feusa.example/log');
    expect(key).not.toBe(mine.trim());
    expect(await check(folder, '--key', key)).toMatchObject({ code: 1 });
    expect(await verifyExport(zip, { key })).toMatchObject({ ok: false });
  });

  it('is for auditors', async () => {
    expect(await product.get('/api/audit/bundle')).toMatchObject({ status: 403 });
  });
});
