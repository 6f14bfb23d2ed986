import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readVerifierKey } from '../checkpoint.js';
import { keysBefore } from '../guard/acceptances.js';
import { followLogKey, keepLogKey, logKeysIn } from '../log-key.js';
import type { TransparentLog } from '../port.js';
import { openTransparentLog } from '../postgres.js';
import {
  NEXT_SIGNING_KEY,
  openNextSigner,
  openSigner,
  SIGNING_KEY,
  type CheckpointSigner,
} from '../signer.js';
import { openTestTransparency, type TestTransparency } from '../test-transparency.js';
import { KeyChain } from './chain.js';
import { endTurn, turnLogKey } from './turn.js';

let opened: TestTransparency;
let home: string;
beforeEach(async () => {
  opened = await openTestTransparency();
  home = await mkdtemp(path.join(tmpdir(), 'feusa-turn-'));
  await keepLogKey(opened.log.owner, opened.signer.verifier);
  await opened.append(1);
  await opened.keep();
  await opened.tree.checkpoint(1);
});
afterEach(async () => {
  await opened.close();
  await rm(home, { recursive: true });
});

/** Another process, with a data directory of its own. */
async function replica(name: string) {
  const dir = path.join(home, name);
  await cp(opened.signer.directory, dir, { recursive: true });
  const pool = openPool({ url: opened.log.url, max: 2, name });
  const signer = await openSigner(dir);
  const tree = openTransparentLog({ pool, signer, log: { error: () => undefined } });
  return { dir, signer, tree, pool };
}

const turn = (signer: CheckpointSigner, next: CheckpointSigner) =>
  turnLogKey({ pool: opened.log.owner, signer, next });
const newSigner = (name: string) => openNextSigner(path.join(home, name), 'feusa');
const signedNotes = async () => {
  const { rows } = await opened.log.owner.query<{ note: string }>(
    'select note from transparency.checkpoints order by size',
  );
  return rows.map(({ note }) => note);
};

it('is turned under processes that sign all the while, and every signature is by the key of its time', async () => {
  const replicas = await Promise.all(['one', 'two', 'three'].map(replica));
  let [signer, isOver] = [opened.signer, false];
  const sign = async (tree: TransparentLog) => {
    const fault = await tree.checkpoint(await tree.size()).then(
      () => undefined,
      (err: Error & { code?: string }) => err,
    );
    if (fault && fault.code !== 'busy') throw fault;
  };
  const signing = replicas.map(async ({ tree }) => {
    while (!isOver) await sign(tree);
  });
  const growing = (async () => {
    while (!isOver) {
      await opened.append(1);
      await opened.keep();
    }
  })();
  const keys = [signer.key];
  for (const name of ['second', 'third', 'fourth']) {
    const next = await newSigner(name);
    const before = (await signedNotes()).length;
    while ((await signedNotes()).length < before + 3) await sign(opened.tree);
    expect(await turn(signer, next)).toMatchObject({ number: keys.length });
    await followLogKey(opened.log.owner, opened.signer);
    // Every process looks every 2 s.
    for (const each of replicas) await followLogKey(each.pool, each.signer);
    [signer] = [next, keys.push(next.key)];
  }
  isOver = true;
  await Promise.all([...signing, growing]);
  await sign(opened.tree);
  expect(replicas.map((each) => each.signer.key)).toEqual([signer.key, signer.key, signer.key]);
  const { key, successions } = await logKeysIn(opened.log.pool);
  expect(key).toBe(keys.at(-1));
  const chain = KeyChain.of(readVerifierKey(key!)!, successions);
  expect(chain.isWhole).toBe(true);
  const notes = await signedNotes();
  expect(notes.filter((note) => !chain.hasSigned(note))).toEqual([]);
  const before = await keysBefore(opened.log.pool, readVerifierKey(key!)!);
  expect(before).toHaveLength(4);
  for (const each of replicas) await each.pool.end();
});

it('is followed at a start with the key before, until it is over; then by the file alone', async () => {
  const next = await newSigner('next');
  const early = await replica('early');
  await turn(opened.signer, next);
  expect((await early.tree.checkpoint(1)).note).toContain(`\n\u2014 feusa `);
  expect(early.signer.key).toBe(next.key);
  const late = await replica('late');
  await endTurn(opened.log.owner);
  await expect(late.tree.checkpoint(1)).rejects.toThrow();
  expect(late.signer.key).not.toBe(next.key);
  await rename(path.join(home, 'next', NEXT_SIGNING_KEY), path.join(late.dir, SIGNING_KEY));
  await late.tree.checkpoint(1);
  expect(late.signer.key).toBe(next.key);
  for (const each of [early, late]) await each.pool.end();
});

it('is turned by nobody who has another key, and to no key that nobody can read', async () => {
  const [stranger, next] = [await newSigner('stranger'), await newSigner('next')];
  expect(await turn(stranger, next)).toBeUndefined();
  expect((await logKeysIn(opened.log.pool)).key).toBe(opened.signer.key);
  await expect(openNextSigner(home, 'feusa', path.join(home, 'none'))).rejects.toThrow('no key in');
});

it('cannot be turned by a service, nor back', async () => {
  const insert = `insert into transparency.successions (epoch, number, key, note) values (0, 1, 'x', 'x')`;
  await expect(opened.log.pool.query(insert)).rejects.toThrow('permission denied');
  await turn(opened.signer, await newSigner('next'));
  const back = 'delete from transparency.successions';
  await expect(opened.log.owner.query(back)).rejects.toThrow('the tree only grows');
});

it('gives the same witness before and after', async () => {
  const next = await newSigner('next');
  const { witnessSeed } = opened.signer;
  expect((await openSigner(opened.signer.directory)).witnessSeed).toEqual(witnessSeed);
  expect(next.witnessSeed).not.toEqual(witnessSeed);
});
