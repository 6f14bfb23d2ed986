import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../client/browser.js';
import { request } from '../client/http.js';
import type { Client } from '../client/sender.js';
import { counted, failedReads, failures, lags, longestWait, slowest } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario, Stage } from '../scenario.js';
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
  async run({ rig, load, report }) {
    const { redis } = rig.ground.engines;
    const from = Date.now();
    await redis.kill('SIGKILL');
    const before = await ticks(rig);
    await rig.signIn(rig.admins[0]!.email);
    await sleep(rig.lasting(12_000, 60_000));
    const cores = ((await ticks(rig)) - before) / TICKS / ((Date.now() - from) / 1000);
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
    await rig.ground.start('redis');
    const back = performance.now();
    const person = await rig.newPerson('basic', `guest-${Date.now()}@feusa.example`);
    await until(
      'ended sessions to be told',
      async () => (await untilCut(rig, await rig.signIn(person.email), signOut)) <= TOLD_MS,
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
    const { rig, report } = stage;
    await endings(stage, 'Redis up', TOLD_MS);
    await rig.ground.engines.redis.kill('SIGKILL');
    await endings(stage, 'Redis down', TOLD_ALONE_MS);
    await rig.ground.start('redis');
    report.fact('Redis up again');
  },
};

async function endings({ rig, report }: Stage, when: string, boundMs: number): Promise<void> {
  const guest = async (role: 'basic' | 'admin') =>
    rig.newPerson(role, `${role}-${Date.now()}@feusa.example`);
  const out = await untilCut(rig, await guest('basic'), signOut);
  report.within(`${when}: signed out after`, out, boundMs);
  const gone = await untilCut(rig, await guest('basic'), removeUser);
  report.within(`${when}: removed after`, gone, boundMs);
  const demoted = await guest('admin');
  await Promise.all(rig.product.commands.map(({ address }) => mayWrite(address, demoted)));
  const change = { userId: demoted.id, role: 'basic' };
  await rig.sender.send({ name: 'set-user-role', body: change }, { as: rig.admins[0]! });
  const began = performance.now();
  await everywhere(rig, 'commands', async (address) => !(await mayWrite(address, demoted)));
  report.within(`${when}: role changed after`, performance.now() - began, boundMs);
}

/** Until the sockets of a person are cut and no service answers them any more, ms. Nothing comes after. */
async function untilCut(
  rig: Harness,
  person: Client,
  end: (rig: Harness, person: Client) => Promise<unknown>,
): Promise<number> {
  const topics = ['folder:root', 'employees'];
  const browsers = await Promise.all(
    rig.product.queries.map(({ address }) =>
      Browser.open({ address, person, topics, log: rig.log }),
    ),
  );
  try {
    await until('sockets', () => browsers.every(({ connected }) => connected), 10_000);
    await everywhere(rig, 'queries', (address) => mayRead(address, person));
    await end(rig, person);
    const began = performance.now();
    await until('sockets to be cut', () => browsers.every(({ cutAt }) => cutAt > 0), 60_000);
    await everywhere(rig, 'queries', async (address) => !(await mayRead(address, person)));
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
