import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export const signIn = {
  email: 'ada@feusa.example',
  password: 'brisk walnut harvest',
  teamPassword: 'green tractor',
};

export type Product = Awaited<ReturnType<typeof spawnProduct>>;

/** An empty data directory, and its removal. */
export const temporaryData = async () => {
  const home = await mkdtemp(join(tmpdir(), 'feusa-e2e-'));
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
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const pid = child.pid ?? 0;

  return {
    pid,
    /** Settles with the exit code, or null where a signal ended it. */
    ended,
    output: () => output,
    /** The address it prints once it is ready. */
    async ready() {
      for (let tries = 0; tries < 3000; tries++) {
        const address = /ready at (http\S+)/.exec(output)?.[1];
        if (address) return address;
        if (child.exitCode !== null) break;
        await sleep(50);
      }
      throw new Error(`The product did not get ready:\n${output}`);
    },
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
