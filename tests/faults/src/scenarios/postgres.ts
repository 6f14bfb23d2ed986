import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { counted, failures, lags, longestWait, shows, slowest, writes } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario, RunContext } from '../scenario.js';

const RECOVERED_MS = 30_000;
const ANSWERED_MS = 3000;
const LAG_MS = 2000;

const wholeServer: Scenario = {
  id: 'F8',
  name: 'kill -9 of the whole database server',
  run: (stage) => crash(stage, () => stage.harness.environment.killPostgres()),
};

const oneBackend: Scenario = {
  id: 'F9',
  name: 'kill -9 of one connection’s process of the database',
  run: (stage) =>
    crash(stage, async () => {
      const text = `select pid from pg_stat_activity
        where datname = current_database() and application_name = 'feusa-command' limit 1`;
      const ours = await stage.harness.pool.connect();
      const { rows } = await ours.query<{ pid: number }>(text);
      // The server ends all other connections a moment later, and has only then failed.
      const failed = new Promise((resolve) => ours.once('error', resolve));
      process.kill(rows[0]!.pid, 'SIGKILL');
      await failed;
      ours.release(true);
    }),
};

/** The processes of the services outlive it, every answer meanwhile says "later", and all heals by itself. */
async function crash(
  { harness, load, report }: RunContext,
  kill: () => Promise<void>,
): Promise<void> {
  const pids = harness.product.services.map(({ pid }) => pid);
  const from = Date.now();
  await kill();
  const ms = await writes(harness);
  report.recovered('accepts again', ms, RECOVERED_MS);
  report.within('shown again', await shows(harness, RECOVERED_MS), RECOVERED_MS);
  report.within('longest wait', longestWait(load, from), ANSWERED_MS + ms);
  report.fact(`meanwhile ${counted(failures(load.sent, from)) || 'no failure'}`);
  const mute = load.sent
    .flatMap(({ attempts }) => attempts)
    .filter(({ at, status, retryAfter }) => at >= from && status === 503 && !retryAfter);
  report.expect(mute.length === 0, `${mute.length} answers 503 did not say when to try again`);
  const now = harness.product.services.map(({ pid }) => pid);
  report.expect(pids.join() === now.join(), 'a service did not outlive the database');
}

const longAppend: Scenario = {
  id: 'F11',
  name: 'appends of one service take 0.4 s inside their transaction, others are fast',
  async run({ harness, load, report }) {
    const [first] = harness.product.commands;
    await harness.nemesis.arm(first!, 'append.before_commit:stop:400');
    const from = Date.now();
    await sleep(harness.lasting(8000, 60_000));
    report.fact(`${load.sent.filter(({ settledAt }) => settledAt > from).length} commands settled`);
    await first!.restart();
    report.recovered('shown', await shows(harness, 10_000), 10_000);
  },
};

const otherTransaction: Scenario = {
  id: 'F12',
  name: 'a transaction of somebody else stays open',
  async run({ harness, load, report }) {
    const before = slowest(lags(load, 0, Date.now()));
    const others = await Promise.all([
      idle(harness, 'postgres'),
      idle(harness, harness.options.name),
    ]);
    const from = Date.now();
    await sleep(harness.lasting(8000, 600_000));
    const during = slowest(lags(load, from, Date.now()));
    await Promise.all(others.map((other) => other.end()));
    report.fact(`command to screen p99 ${Math.round(before)} ms before`);
    report.recovered('command to screen p99', during, LAG_MS);
  },
};

/** A connection with an open transaction that has an id. */
async function idle({ options }: Harness, database: string): Promise<pg.Client> {
  const url = new URL(options.url);
  url.pathname = database;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

export const postgresScenarios = [wholeServer, oneBackend, longAppend, otherTransaction];
