import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSignedBy, readCheckpoint, readVerifierKey } from '@feusa/transparency/checkpoint';
import { leafHash, verifyConsistency, verifyInclusion } from '@feusa/transparency/merkle';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Product } from './test-product.js';
import { verifyExport } from '@feusa/tools/verify-log/verify-export';

let product: Product;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-audit-'));
  product = await Product.open({ FEUSA_CHECKPOINT_ORIGIN: 'feusa.example/log' });
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true });
});

const text = async (address: string, as = product.people.auditor) => {
  const { status, headers, body } = await product.read(address, as);
  expect(status).toBe(200);
  return { type: headers.get('content-type'), text: String(body['text']) };
};
/** What is told of a proof; not every answer has everything. */
interface ProofAnswer {
  readonly size: string;
  readonly leafHash: string;
  readonly proof: readonly string[];
  readonly checkpoint: string;
}
const json = async (address: string) => {
  const { status, body } = await product.get(address, product.people.auditor);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as unknown as ProofAnswer;
};
const bytes = (encoded: string) => Buffer.from(encoded, 'base64');
const addFolder = async (name: string) => {
  const { body } = await product.command('add-folder', { name, parentId: null });
  return Number(body['position']);
};

/** A checkpoint that bears the signature of the key that the product tells. */
const checkpoint = async (after = '') => {
  const { text: note } = await text(`/api/audit/checkpoint${after}`);
  const verifier = readVerifierKey((await text('/api/audit/key')).text);
  expect(isSignedBy(note, verifier!)).toBe(true);
  return { note, head: readCheckpoint(note)! };
};

describe('an auditor who trusts nobody', () => {
  it('gets the key and checkpoints as text', async () => {
    const key = await text('/api/audit/key');
    expect(key.type).toBe('text/plain; charset=utf-8');
    expect(key.text).toMatch(/^feusa\.example\/log\+[0-9a-f]{8}\+[\w+/]{44}\n$/);
    const { type } = await text('/api/audit/checkpoint');
    expect(type).toBe('text/plain; charset=utf-8');
  });

  it('proves each event with the checkpoint that comes with the proof', async () => {
    const position = await addFolder('Proved "Łąka"');
    const { head } = await checkpoint(`?after=${position}`);
    expect(head).toMatchObject({ origin: 'feusa.example/log' });
    expect(head.size).toBeGreaterThanOrEqual(position);
    const events = await product.store.readRecords(0, 1000);
    for (const event of events) {
      const size = event.position % 2 === 0 ? '' : `&size=${position}`;
      const proof = await json(`/api/audit/proof?position=${event.position}${size}`);
      const { root, size: of } = readCheckpoint(proof.checkpoint)!;
      expect(proof.size).toBe(String(of));
      const claim = {
        leaf: event.position - 1,
        leafHash: leafHash(event.bytes),
        proof: proof.proof.map(bytes),
      };
      expect(bytes(proof.leafHash)).toEqual(claim.leafHash);
      expect(verifyInclusion(claim, { size: of, root })).toBe(true);
    }
  });

  it('proves that nothing was lost between two checkpoints', async () => {
    const older = (await checkpoint()).head;
    const position = await addFolder('Between');
    const newer = (await checkpoint(`?after=${position}`)).head;
    expect(newer.size).toBeGreaterThan(older.size);
    const { proof } = await json(`/api/audit/consistency?from=${older.size}&to=${newer.size}`);
    expect(verifyConsistency(older, newer, proof.map(bytes))).toBe(true);
    const empty = await json(`/api/audit/consistency?from=0&to=${newer.size}`);
    expect(empty).toEqual({ from: '0', to: String(newer.size), proof: [] });
  });

  it('checks an export with the checkpoint that it carries and with one that was kept', async () => {
    const kept = path.join(home, 'checkpoint');
    await writeFile(kept, (await checkpoint()).note);
    await addFolder('After what was kept');
    const file = path.join(home, 'log.ndjson');
    await writeFile(file, (await text('/api/audit/export')).text);
    const { text: key } = await text('/api/audit/key');
    const verdict = await verifyExport(file, { checkpoint: kept, key });
    expect(verdict).toMatchObject({ ok: true, fits: [expect.any(Number), expect.any(Number)] });
    expect(await json('/api/audit/verify')).toMatchObject({ ok: true });
  });
});

describe('at the edges of the log', () => {
  const answer = async (address: string) => {
    const head = String((await product.store.head()).position);
    const beyond = String(Number(head) + 1);
    const named = address.replaceAll('HEAD', head).replaceAll('BEYOND', beyond);
    return product.get(`/api/audit/${named}`, product.people.auditor);
  };

  it.each([
    ['proof?position=1'],
    ['proof?position=HEAD'],
    ['proof?position=1&size=1'],
    ['consistency?from=0&to=0'],
    ['consistency?from=HEAD&to=HEAD'],
    ['consistency?from=1&to=HEAD'],
  ])('%s is answered', async (address) => {
    expect(await answer(address)).toMatchObject({ status: 200 });
  });

  it.each([
    ['proof', 'consistency', 'consistency?from=1', 'consistency?to=1'],
    ['proof?position=0', 'proof?position=-1', 'proof?position=abc', 'proof?position=1.5'],
    ['proof?position=BEYOND', 'proof?position=9007199254740993', 'proof?position='],
    ['proof?position=1&position=2', 'proof?position=1&size=0', 'proof?position=3&size=2'],
    ['proof?position=1&size=BEYOND', 'proof?position=1&other=2', 'proof?position=999999999999999'],
    ['consistency?from=2&to=1', 'consistency?from=-1&to=1', 'consistency?from=0&to=BEYOND'],
    ['consistency?from=0&to=1&to=2', 'consistency?from=1e1&to=12', 'checkpoint?after=-1'],
    ['checkpoint?after=x', 'checkpoint?after=1&after=2', 'events/1/2', 'export?at=3'],
  ])('%s and its like are told what is wrong', async (...addresses) => {
    for (const address of addresses) {
      const { status, headers, body } = await answer(address);
      expect({ address, status }).toEqual({
        address,
        status: address === 'events/1/2' ? 404 : 400,
      });
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(body).toMatchObject({ code: expect.any(String) as unknown as string });
    }
  });
});
