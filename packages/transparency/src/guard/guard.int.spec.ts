import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { readVerifierKey, WITNESS } from '../checkpoint.js';
import { followLogKey } from '../log-key.js';
import { Deliveries } from '../publishing/deliveries.js';
import { Publisher } from '../publishing/publisher.js';
import { directoryTarget, witnessTarget } from '../publishing/targets.js';
import { WitnessClient } from '../publishing/witness-client.js';
import type { WitnessAddress } from '../publishing/witness-address.js';
import { openCosigner } from '../signer.js';
import { forgetTree, openTestTransparency, type TestTransparency } from '../test-transparency.js';
import { openFileMemory } from '../witness/file.js';
import { Witness } from '../witness/witness.js';
import { acceptLog } from './accept.js';
import { Guard } from './guard.js';
import { LastSigned } from './known.js';

let opened: TestTransparency;
let home: string;
const homes: string[] = [];
let witness: TestWitness;
const guards: Guard[] = [];
beforeEach(async () => {
  opened = await openTestTransparency();
  await newHome();
  witness = await startWitness();
});
afterEach(async () => {
  guards.splice(0).forEach((guard) => guard.close());
  witness.stop();
  await opened.close();
});
afterAll(async () => {
  for (const each of homes) await rm(each, { recursive: true, force: true });
});

async function newHome(): Promise<void> {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-guard-'));
  homes.push(home);
}

interface TestWitness {
  readonly address: WitnessAddress;
  /** Bodies of requests. */
  readonly asked: string[];
  /** What happens before the next request is answered. */
  before: (() => Promise<void>) | undefined;
  stop(): void;
  start(): Promise<void>;
}

async function startWitness(): Promise<TestWitness> {
  const cosigner = await openCosigner(home, 'witness.example');
  const memory = await openFileMemory(home);
  const served = new Witness({ logs: [opened.signer.verifier], cosigner, memory });
  const asked: string[] = [];
  let server: Server | undefined;
  let port = 0;
  const started: TestWitness = {
    asked,
    before: undefined,
    get address() {
      const verifier = readVerifierKey(cosigner.key, WITNESS)!;
      return { url: `http://127.0.0.1:${port}`, verifier };
    },
    stop() {
      server?.close();
      server?.closeAllConnections();
    },
    async start() {
      server = createServer((request, response) => {
        const answer = async () => {
          let body = '';
          for await (const part of request as AsyncIterable<Buffer>) body += part.toString();
          asked.push(body);
          const { before } = started;
          started.before = undefined;
          await before?.();
          const { status, type, text } = await served.add(body);
          response.writeHead(status, { 'content-type': type }).end(text);
        };
        answer().catch(() => response.destroy());
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
      ({ port } = server.address() as { port: number });
    },
  };
  await started.start();
  return started;
}

const reported: unknown[] = [];
function newGuard(directory?: string, compareEveryMs = 1e6): Guard {
  const { log, tree, signer } = opened;
  const report = (facts: { err?: Error }) => void reported.push(facts.err?.message ?? facts);
  const guard = new Guard({
    ...{ pool: log.owner, store: log.store, tree, signer, directory },
    ...{ witnesses: [witness.address], log: { warn: report, error: report }, lookEveryMs: 50 },
    compareEveryMs,
  });
  guards.push(guard);
  return guard;
}

async function grow(count: number) {
  await opened.append(count);
  await opened.keep();
  return opened.tree.checkpoint(await opened.tree.size());
}

const witnessed = async () =>
  new WitnessClient(witness.address, opened.tree).sign(
    await opened.tree.checkpoint(await opened.tree.size()),
  );

/** The database as it was when it had so many events, with all that it remembers of itself. */
async function rollBack(size: number): Promise<void> {
  const client = await opened.log.owner.connect();
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const [text] of forgetTree) await client.query(text);
  for (const [text, ...values] of [
    ['delete from log.events where position > $1', size],
    ['delete from transparency.checkpoints where size > $1', size],
    [
      `update log.head h set position = e.position, hash = e.hash from log.events e
       where e.position = $1`,
      size,
    ],
  ] as const) {
    await client.query(text, values);
  }
  await client.query('commit');
  client.release();
}

describe('a guard whose witness alone knows better', () => {
  it('finds a log that was rolled back with all that its machine remembers', async () => {
    await grow(5);
    await grow(4);
    await witnessed();
    await rollBack(5);
    const guard = newGuard();
    await guard.start();
    expect(guard.fault).toBe('witness witness.example has signed 9 events, the log has 5');
  });

  it('finds one that went another way and is as long, or longer', async () => {
    for (const more of [4, 7]) {
      await rollBackTo(5);
      await grow(4);
      await witnessed();
      await rollBack(5);
      await grow(more);
      const guard = newGuard();
      await guard.start();
      expect(guard.fault).toContain('has signed another log than this one, of 9 events');
      await resetWitness();
    }
  });

  it('finds it later where the witness was away at the start', async () => {
    await grow(5);
    await grow(4);
    await witnessed();
    await rollBack(5);
    witness.stop();
    const guard = newGuard();
    await guard.start();
    expect(guard.fault).toBeUndefined();
    await witness.start();
    await poll(() => guard.fault, { timeout: 10_000 }).toContain('has signed 9 events');
  });

  it('finds the second time too, after an operator has signed for the first', async () => {
    await grow(5);
    await grow(4);
    await witnessed();
    await rollBack(5);
    await accept();
    const guard = newGuard();
    await guard.start();
    expect(guard.fault).toBeUndefined();
    await resetWitness();
    await grow(2);
    await witnessed();
    await rollBack(6);
    const second = newGuard();
    await second.start();
    expect(second.fault).toContain('has signed 7 events, the log has 6');
  });
});

describe('a guard of a log that is written all the while', () => {
  /** What one process of the installation does in turn, whichever it is. */
  async function publish(directory?: string): Promise<void> {
    const { log, tree, signer } = opened;
    const targets = [witnessTarget(witness.address, tree, 0)];
    const chain = async () => (await followLogKey(log.pool, signer)).chain;
    if (directory) targets.push(directoryTarget({ directory, chain, tree }, 0));
    const deliveries = new Deliveries(log.owner);
    const elect = () => {
      throw new Error('Nobody is elected here.');
    };
    const quiet = { warn: () => undefined };
    await new Publisher({ tree, targets, deliveries, log: quiet, everySeconds: 0, elect }).round();
  }
  const faultOf = (guard: Guard) => poll(() => guard.fault, { timeout: 10_000 });

  it('is told to witnesses again, also where they were told last while the clock was ahead', async () => {
    await grow(5);
    await publish();
    const before = witness.asked.length;
    await opened.log.owner.query(
      `update transparency.deliveries set at = now() + interval '5 days'`,
    );
    await grow(4);
    await publish();
    expect(witness.asked.length).toBeGreaterThan(before);
  });

  it('hears that a witness knows another one from whoever has sent it a checkpoint', async () => {
    await grow(5);
    await publish();
    const guards = [newGuard(), newGuard()];
    await Promise.all(guards.map((guard) => guard.start()));
    await grow(4);
    await publish();
    await rollBack(5);
    await grow(6);
    expect(guards.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    await publish();
    for (const guard of guards)
      await faultOf(guard).toContain('has signed another log than this one, of 9 events');
    await accept();
    for (const guard of guards) await faultOf(guard).toBeUndefined();
    // The witness goes on refusing until its own operator starts over: that was signed for.
    await grow(1);
    await publish();
    const later = newGuard();
    await later.start();
    expect([...guards, later].map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  });

  it('hears it of the directory, and does not ask its witness to sign that', async () => {
    await grow(5);
    const directory = await mkdtemp(path.join(home, 'kept-'));
    await publish(directory);
    const guard = newGuard(directory);
    await guard.start();
    await grow(4);
    await publish(directory);
    await resetWitness();
    await rollBack(5);
    await grow(6);
    await publish(directory);
    await faultOf(guard).toBe(`the log is another one than that of checkpoint 9 in ${directory}`);
  });

  it('compares with what lies here, though nobody outside says anything', async () => {
    await grow(9);
    const { size, note } = await opened.tree.checkpoint(9);
    await new LastSigned(opened.signer).set(size, note);
    const guard = newGuard(undefined, 100);
    await guard.start();
    expect(guard.fault).toBeUndefined();
    await rollBack(5);
    await faultOf(guard).toContain('shorter than checkpoint 9 in the file beside the key');
    await accept();
    await faultOf(guard).toBeUndefined();
  });

  it('says once that it cannot compare, and compares as soon as it can', async () => {
    const { size, note } = await grow(5);
    await new LastSigned(opened.signer).set(size, note);
    const guard = newGuard(undefined, 1);
    await guard.start();
    reported.splice(0);
    const rename = (from: string, to: string) =>
      opened.log.owner.query(`alter table transparency.${from} rename to ${to}`);
    await rename('deliveries', 'away');
    await poll(() => reported.length, { timeout: 10_000 }).toBe(1);
    await new Promise((go) => setTimeout(go, 300));
    expect(reported).toEqual([expect.stringContaining('deliveries')]);
    await rename('away', 'deliveries');
    await rollBack(3);
    await faultOf(guard).toBeDefined();
  });
});

describe('a guard is not misled', () => {
  it('by others who ask the same witness at the same time', async () => {
    await grow(5);
    await witnessed();
    await grow(4);
    for (let round = 0; round < 5; round++) {
      const several = Array.from({ length: 4 }, () => newGuard());
      await Promise.all(several.map((guard) => guard.start()));
      expect(several.map(({ fault }) => fault)).toEqual(several.map(() => undefined));
      await grow(3);
    }
  });

  it('by a log that grows while the witness is asked', async () => {
    await grow(5);
    witness.before = async () => {
      await grow(4);
      await witnessed();
    };
    const guard = newGuard();
    await guard.start();
    expect(guard.fault).toBeUndefined();
  });

  it('into signing what contradicts a checkpoint that lies here', async () => {
    await grow(5);
    const { size, note } = await grow(4);
    await new LastSigned(opened.signer).set(size, note);
    await rollBack(5);
    await opened.append(6);
    const guard = newGuard();
    await guard.start();
    expect(guard.fault).toContain('another one than that of checkpoint 9');
    expect(witness.asked).toEqual([]);
    expect((await opened.tree.lastSigned())?.size).toBe(5);
  });

  it('into teaching a witness the log that is to be given up', async () => {
    await grow(5);
    const { size, note } = await grow(4);
    await new LastSigned(opened.signer).set(size, note);
    await rollBack(5);
    const { contradictions, away } = await newGuard().examine();
    expect(contradictions).toMatchObject([{ known: { size: 9 } }]);
    expect({ away, asked: witness.asked.length }).toEqual({ away: [], asked: 1 });
    await accept();
    await grow(1);
    await witnessed();
  });

  it('by a note in the directory that is not of this log: it says so', async () => {
    await grow(5);
    const directory = await mkdtemp(path.join(home, 'kept-'));
    await writeFile(path.join(directory, 'checkpoint'), 'of old\n');
    reported.splice(0);
    const guard = newGuard(directory);
    await guard.start();
    expect(guard.fault).toBeUndefined();
    expect(JSON.stringify(reported)).toContain(directory);
  });
});

/** Everything as it was at the beginning of a round. */
async function rollBackTo(size: number): Promise<void> {
  const { position } = await opened.log.store.head();
  if (position > size) await rollBack(size);
  else await grow(size - position);
}

/** What its operator does who starts over with this log. */
async function resetWitness(): Promise<void> {
  witness.stop();
  await newHome();
  witness = await startWitness();
}

async function accept(): Promise<string> {
  const { log, tree, signer } = opened;
  const guard = newGuard();
  const { contradictions: abandons } = await guard.examine();
  const signing = { by: 'Ada', reason: 'test', abandons };
  const last = new LastSigned(signer);
  await acceptLog({ pool: log.owner, store: log.store, tree, signer, last }, signing);
  return readFile(path.join(signer.directory, 'checkpoint.last'), 'utf8');
}
