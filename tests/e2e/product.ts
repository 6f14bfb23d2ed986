import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '@feusa/cluster/program';
import { scratchPlace } from '@feusa/testing/scratch';

export const signIn = {
  email: 'ada@feusa.example',
  password: 'brisk walnut harvest',
  teamPassword: 'green tractor',
};

export type Product = Awaited<ReturnType<typeof spawnProduct>>;

/** Before the name of what a run of tests has made, with the number of its process. */
export const DATA_PREFIX = 'feusa-e2e-';

/** An empty data directory, and its removal. */
export const temporaryData = async () => {
  const home = await mkdtemp(join(await scratchPlace(), `${DATA_PREFIX}${process.pid}-`));
  return { dir: join(home, 'data'), remove: () => rm(home, { recursive: true, force: true }) };
};

const isDistributed = process.env['FEUSA_TEST_PROFILE'] === 'distributed';

/** The built program of the profile that is tested, all of its services in the distributed one. */
const program = isDistributed
  ? [process.execPath, '--import', 'tsx', 'infra/cluster/src/main.ts']
  : [process.execPath, 'dist/main.js'];

/** The engines of the test run, and names there that no other product uses. */
const engines = (): NodeJS.ProcessEnv => {
  const prefix = 'FEUSA_TEST_';
  const given = Object.entries(process.env).filter(([name]) =>
    /^FEUSA_TEST_(KAFKA|OPENSEARCH|REDIS|S3)_/.test(name),
  );
  const named = given.map(([name, value]) => [name.slice(prefix.length), value]);
  const namespace = `e2e-${randomBytes(6).toString('hex')}`;
  return { ...Object.fromEntries(named), FEUSA_NAMESPACE: namespace, S3_BUCKET: namespace };
};

/**
 * Starts the built product as a process group of its own, on any free port.
 * @param command what to run; the built program itself by default
 */
export const spawnProduct = (
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
  command = program,
) => {
  const [file = '', ...args] = command;
  const started = new Program(args, {
    file,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      FEUSA_DATA_DIR: dataDir,
      FEUSA_TEAM_PASSWORD: signIn.teamPassword,
      FEUSA_ADMIN_EMAIL: signIn.email,
      FEUSA_ADMIN_PASSWORD: signIn.password,
      ...(isDistributed && engines()),
      ...settings,
    },
  });
  const { pid } = started;

  return {
    pid,
    /** Settles with the exit code, or null where a signal ended it. */
    ended: started.ended.then(({ code }) => code),
    output: () => started.text,
    /** The address it prints once it is ready. */
    ready: () => started.says(/ready at (http\S+)/),
    /** Its own process and every one below it, PostgreSQL's among them. */
    processes: () => [pid, ...descendants(pid)],
    /** As a terminal or a service manager does: to the group, which PostgreSQL is not part of. */
    signal: (name: NodeJS.Signals) => process.kill(-pid, name),
  };
};

/** Ends processes at once, as a power cut does. */
export const killAll = (pids: number[]) => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended with another one
    }
  }
};

/** Those of `pids` that are still running after at most `ms`. */
export const leftAfter = async (pids: number[], ms: number) => {
  const end = Date.now() + ms;
  let left = running(pids);
  while (left.length > 0 && Date.now() < end) {
    await sleep(50);
    left = running(pids);
  }
  return left;
};

const descendants = (pid: number): number[] => {
  const children = processTable().flatMap(({ id, parent }) => (parent === pid ? [id] : []));
  return [...children, ...children.flatMap(descendants)];
};

const running = (pids: number[]) =>
  processTable().flatMap(({ id, dead }) => (pids.includes(id) && !dead ? [id] : []));

const processTable = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parent, state]) => ({
      id: Number(id),
      parent: Number(parent),
      dead: state?.startsWith('Z') ?? false,
    }));
