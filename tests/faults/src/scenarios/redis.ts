import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../client/browser.js';
import { request } from '../client/http.js';
import type { Client } from '../client/sender.js';
import { counted, failedReads, failures, lags, longestWait, slowest } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario, RunContext } from '../scenario.js';
import { until } from '../until.js';

const ANSWERED_MS = 3000;
const TOLD_MS = 2000;
const TOLD_ALONE_MS = 30_000;
const RESUMED_MS = 10_000;
const BUSIEST = 1.5;
/** Clock ticks of a process's time, a second. */
const TICKS = 100;

const away: Scenario = {
  id: 'F20',
  name: 'Redis killed, and comes back empty',
  async run({ harness, load, report }) {
    const { redis } = harness.environment.engines;
    const from = Date.now();
    await redis.kill('SIGKILL');
    const before = await ticks(harness);
    await harness.signIn(harness.admins[0]!.email);
    await sleep(harness.lasting(12_000, 60_000));
    const cores = ((await ticks(harness)) - before) / TICKS / ((Date.now() - from) / 1000);
    report.fact(`all services use ${cores.toFixed(1)} cores`);
    report.expect(cores <= BUSIEST, `the services use ${cores.toFixed(1)} cores`);
    const failed = [
      ...failures(load.sent, from),
      ...(['browse', 'directory', 'search'] as const).flatMap((kind) =>
        failedReads(load, kind, from),
      ),
    ];
    report.expect(failed.length === 0, `failed meanwhile: ${counted(failed)}`);
    report.within('longest wait', longestWait(load, from), ANSWERED_MS);
    report.fact(`command to screen p99 ${Math.round(slowest(lags(load, from, Date.now())))} ms`);
    await redis.wipe();
    await harness.environment.start('redis');
    const back = performance.now();
    const person = await harness.newPerson('basic', `guest-${Date.now()}@feusa.example`);
    await until(
      'ended sessions to be told',
      async () => (await untilCut(harness, await harness.signIn(person.email), signOut)) <= TOLD_MS,
      60_000,
    );
    report.recovered('told of ended sessions', performance.now() - back, RESUMED_MS + TOLD_MS);
  },
};

/** Processor time that all services have used, in ticks. */
async function ticks({ product }: Harness): Promise<number> {
  const all = await Promise.all(
    product.services.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }),
  );
  return all.reduce((sum, each) => sum + each, 0);
}

const revocation: Scenario = {
  id: 'F33',
  name: 'signed out, removed, or given another role in the middle of work',
  async run(stage) {
    const { harness, report } = stage;
    await endings(stage, 'Redis up', TOLD_MS);
    await harness.environment.engines.redis.kill('SIGKILL');
    await endings(stage, 'Redis down', TOLD_ALONE_MS);
    await harness.environment.start('redis');
    report.fact('Redis up again');
  },
};

async function endings(
  { harness, report }: RunContext,
  when: string,
  boundMs: number,
): Promise<void> {
  const guest = async (role: 'basic' | 'admin') =>
    harness.newPerson(role, `${role}-${Date.now()}@feusa.example`);
  const out = await untilCut(harness, await guest('basic'), signOut);
  report.within(`${when}: signed out after`, out, boundMs);
  const gone = await untilCut(harness, await guest('basic'), removeUser);
  report.within(`${when}: removed after`, gone, boundMs);
  const demoted = await guest('admin');
  await Promise.all(harness.product.commands.map(({ address }) => mayWrite(address, demoted)));
  const change = { userId: demoted.id, role: 'basic' };
  await harness.sender.send({ name: 'set-user-role', body: change }, { as: harness.admins[0]! });
  const began = performance.now();
  await everywhere(harness, 'commands', async (address) => !(await mayWrite(address, demoted)));
  report.within(`${when}: role changed after`, performance.now() - began, boundMs);
}

/** Until the sockets of a person are cut and no service answers them any more, ms. Nothing comes after. */
async function untilCut(
  harness: Harness,
  person: Client,
  end: (harness: Harness, person: Client) => Promise<unknown>,
): Promise<number> {
  const topics = ['folder:root', 'employees'];
  const browsers = await Promise.all(
    harness.product.queries.map(({ address }) =>
      Browser.open({ address, person, topics, log: harness.log }),
    ),
  );
  try {
    await until('sockets', () => browsers.every(({ connected }) => connected), 10_000);
    await everywhere(harness, 'queries', (address) => mayRead(address, person));
    await end(harness, person);
    const began = performance.now();
    await until('sockets to be cut', () => browsers.every(({ cutAt }) => cutAt > 0), 60_000);
    await everywhere(harness, 'queries', async (address) => !(await mayRead(address, person)));
    const ms = performance.now() - began;
    const cut = Math.max(...browsers.map(({ cutAt }) => cutAt));
    await sleep(1000);
    if (browsers.some(({ lastChangeAt }) => lastChangeAt > cut)) throw new Error('I10: told after');
    return ms;
  } finally {
    for (const browser of browsers) browser.close();
  }
}

const everywhere = (
  { product }: Harness,
  which: 'queries' | 'commands',
  holds: (address: string) => Promise<boolean>,
) =>
  Promise.all(product[which].map(({ name, address }) => until(name, () => holds(address), 60_000)));

const mayRead = async (address: string, { cookie }: Client) =>
  (await request('GET', `${address}/api/folders`, { cookie })).status === 200;

/** A command that is refused as wrong, once it is known that its sender may send it. */
const mayWrite = async (address: string, { cookie }: Client) =>
  (await request('POST', `${address}/api/commands/add-folder`, { cookie, body: {} })).status ===
  400;

const signOut = ({ sender }: Harness, { cookie }: Client) =>
  request('DELETE', `${sender.address}/api/session`, { cookie });

const removeUser = ({ sender, admins }: Harness, { id }: Client) =>
  sender.send({ name: 'remove-user', body: { id } }, { as: admins[0]! });

export const redisScenarios = [away, revocation];
