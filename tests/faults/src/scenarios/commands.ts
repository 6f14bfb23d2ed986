import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from '../client/client-log.js';
import { writes } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';
import { until } from '../until.js';

const READY_MS = 10_000;
/** `idle_in_transaction_session_timeout` and a moment. */
const UNBLOCKED_MS = 6000;
const TRIES = 5;

/** Sends one command to the first command service alone, and does not try again. */
async function sendOnce({ sender, admins, product }: Harness, name: string): Promise<Sent> {
  const order = { name: 'add-folder', body: { name, parentId: null } } as const;
  const [first] = product.commands;
  return sender.at(first!.address).send(order, { as: admins[0]!, insists: false });
}

/** Asks again with the same key until there is an answer. */
const settle = ({ sender, log }: Harness, sent: Sent) =>
  until('an answer', async () => log.took(sent, await sender.attempt(sent)), 30_000);

const eventsOf = async ({ pool }: Harness, { key }: Sent): Promise<number> => {
  const text = 'select count(*)::int as count from log.events where bytes like $1';
  return (await pool.query<{ count: number }>(text, [`%"commandId":"${key}"%`])).rows[0]!.count;
};

const beforeCommit: Scenario = {
  id: 'F1',
  name: 'kill -9 of a command service before COMMIT',
  async run({ harness, report }) {
    const [first] = harness.product.commands;
    await harness.nemesis.arm(first!, 'append.before_commit:kill');
    const sent = await sendOnce(harness, 'Before commit');
    await harness.nemesis.untilDead(first!);
    const diedAt = performance.now();
    report.expect(sent.outcome === 'unknown', `the command was ${sent.outcome}`);
    report.expect((await eventsOf(harness, sent)) === 0, 'what was not committed is in the log');
    report.within('others go on', await writes(harness), READY_MS);
    await first!.ready();
    report.recovered('ready', performance.now() - diedAt, READY_MS);
    if (sent.outcome === 'unknown') await settle(harness, sent);
  },
};

const afterCommit: Scenario = {
  id: 'F2',
  name: 'kill -9 of a command service after COMMIT, before its answer',
  async run({ harness, report }) {
    const [first] = harness.product.commands;
    let wasIn = false;
    // Others write, too: it may be their commit that the kill comes after.
    for (let tries = 0; tries < TRIES && !wasIn; tries++) {
      await harness.nemesis.arm(first!, 'append.after_commit:kill');
      const sent = await sendOnce(harness, `After commit ${tries}`);
      await harness.nemesis.untilDead(first!);
      const diedAt = performance.now();
      report.expect(sent.outcome === 'unknown', `the command was ${sent.outcome}`);
      wasIn = (await eventsOf(harness, sent)) === 1;
      await settle(harness, sent);
      report.expect(sent.outcome === 'acked', `asked again, the command was ${sent.outcome}`);
      report.expect((await eventsOf(harness, sent)) === 1, 'asked again, it is not there once');
      await first!.ready();
      report.recovered('ready', performance.now() - diedAt, READY_MS);
    }
    report.expect(wasIn, 'what was committed is not in the log');
  },
};

const frozenWithLock: Scenario = {
  id: 'F3',
  name: 'command service frozen while it holds the head of the log',
  async run({ harness, report }) {
    const [first] = harness.product.commands;
    await harness.nemesis.arm(first!, 'append.before_commit:stop:60000');
    const sending = sendOnce(harness, 'Frozen');
    await until('the lock', () => holdsHead(harness), 5000);
    first!.kill('SIGSTOP');
    const [, second] = harness.product.commands;
    const began = performance.now();
    const probe = { name: 'add-folder', body: { name: 'Unblocked', parentId: null } } as const;
    await harness.sender.at(second!.address).send(probe, { as: harness.admins[0]! });
    report.recovered('writers blocked for', performance.now() - began, UNBLOCKED_MS);
    await sleep(harness.lasting(3000, 50_000));
    first!.kill('SIGCONT');
    const sent = await sending;
    report.expect(
      (await eventsOf(harness, sent)) === 0,
      'a writer that had lost its lock has written',
    );
    await harness.nemesis.kill(first!);
    await settle(harness, sent);
  },
};

async function holdsHead({ pool }: Harness): Promise<boolean> {
  const text = `select from pg_stat_activity where state = 'idle in transaction'
    and application_name = 'feusa-command' and datname = current_database()`;
  return ((await pool.query(text)).rowCount ?? 0) > 0;
}

export const commandScenarios = [beforeCommit, afterCommit, frozenWithLock];
