import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { leftOut } from '@feusa/testing/left-out';
import { waitFor } from '@feusa/testing/wait';
import { StartFault } from '../start-fault.js';
import { lastFault } from './log-file.js';
import { isServerOf } from './pid-file.js';
import { openEmbeddedPostgres, type EmbeddedPostgres } from './server.js';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot)
  leftOut('A first start on a full disk was left out: only root of Linux can mount one.');

const log = () => undefined;
const open = (onExit?: () => void) =>
  openEmbeddedPostgres({ dir, log, ...(onExit ? { onExit } : {}) });

let home: string;
let dir: string;
let server: EmbeddedPostgres | undefined;

// mkdtemp makes it 0700: as root, this is a directory that PostgreSQL's own user cannot enter
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'feusa-embedded-'));
  dir = join(home, 'data', 'postgres');
});
afterAll(() => rm(home, { recursive: true, force: true }));
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const query = async (text: string, url = server?.url) => {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

const pidOf = async () =>
  Number((await readFile(join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);

const isAlive = (pid: number) => isServerOf(dir, pid);

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child && parent === pid ? [child] : []));

const killAll = (pid: number) => {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // it ended with its parent
    }
  }
};

/** Another process that runs the server; resolves once the server answers. */
const openElsewhere = async () => {
  const code = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./server.ts'))});
    await openEmbeddedPostgres({ dir: ${JSON.stringify(dir)}, log() {} });
    process.on('SIGTERM', () => process.exit(1));
    console.log('up');
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const end = (signal: NodeJS.Signals) => (child.kill(signal), ended);
  return { kill: () => end('SIGKILL'), exit: () => end('SIGTERM') };
};

describe('a built-in PostgreSQL', () => {
  it('is made, keeps its rows over a stop, and leaves no process', async () => {
    server = await open();
    expect(server.adopted).toBe(false);
    await query('create table note (id int); insert into note values (1)');
    const pid = await pidOf();
    await server.stop();
    expect(await isAlive(pid)).toBe(false);

    server = await open();
    expect(await query('select id from note')).toEqual([{ id: 1 }]);
  });

  it('is durable, in UTF-8, and reached only from this machine with its password', async () => {
    server = await open();
    const [settings] = await query(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
        current_setting('server_encoding') as encoding, lower('ŁÉ') as lower,
        current_setting('listen_addresses') as address`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      sync: 'on',
      encoding: 'UTF8',
      lower: 'łé',
      address: '127.0.0.1',
    });
    expect((await stat(`${dir}.password`)).mode & 0o777).toBe(0o600);
    const wrong = server.url.replace(/postgres:[^@]+@/, 'postgres:wrong@');
    await expect(query('select 1', wrong)).rejects.toThrow('password authentication failed');
  });

  it('keeps the memory of a statement for the next one', async () => {
    server = await open();
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const faults = async () => {
      const text = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')')).split(' ')[8]);
    };
    const work = async (times: number) => {
      for (let at = 0; at < times; at++)
        await client.query(
          `select length(string_agg(n::text, '')) from generate_series(1, 5000) n`,
        );
    };
    await work(10);
    const before = await faults();
    await work(50);
    const each = ((await faults()) - before) / 50;
    await client.end();
    expect(each).toBeLessThan(20);
  });

  it('is adopted from a killed process, and still stopped', async () => {
    const other = await openElsewhere();
    const pid = await pidOf();
    await other.kill();
    server = await open();
    expect(server.adopted).toBe(true);
    expect(await pidOf()).toBe(pid);
    await server.stop();
    expect(await isAlive(pid)).toBe(false);
  });

  it('ends with a process that exits without stopping it', async () => {
    const other = await openElsewhere();
    const pid = await pidOf();
    await other.exit();
    await waitFor(async () => expect(await isAlive(pid)).toBe(false), { timeout: 20_000 });
  });

  it('is not shared by two processes', async () => {
    const other = await openElsewhere();
    await expect(open()).rejects.toThrow(/already in use/);
    expect(await isAlive(await pidOf())).toBe(true);
    await other.kill();
    server = await open();
  });

  it('is taken over from a process that ends meanwhile', async () => {
    for (const pause of [200, 230, 260]) {
      const other = await openElsewhere();
      const opening = open();
      await sleep(pause);
      await other.exit();
      server = await opening;
      expect(await query('select id from note')).toEqual([{ id: 1 }]);
      await server.stop();
    }
  });

  it('comes up after everything was killed', async () => {
    for (let round = 0; round < 3; round++) {
      const other = await openElsewhere();
      const pid = await pidOf();
      await other.kill();
      killAll(pid);
    }
    server = await open();
    expect(server.adopted).toBe(false);
    expect(await query('select id from note')).toEqual([{ id: 1 }]);
  });

  it('leaves alone a program that got the process id of the killed server', async () => {
    server = await open();
    const { uid, gid } = await stat(dir);
    const killed = await openAndKill();
    const bystander = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    const text = await readFile(join(dir, 'postmaster.pid'), 'utf8');
    await writeFile(
      join(dir, 'postmaster.pid'),
      text.replace(String(killed), String(bystander.pid)),
    );

    server = await open();
    expect(server.adopted).toBe(false);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  it('is started again on the same port when it is killed', async () => {
    const onExit = jest.fn();
    server = await open(onExit);
    killAll(await pidOf());
    await waitFor(() => query('select 1'), { timeout: 10_000, interval: 100 });
    expect(onExit).toHaveBeenCalledTimes(1);
    const pid = await pidOf();
    await server.stop();
    expect(await isAlive(pid)).toBe(false);
  });

  it('stops at once when it is already dead', async () => {
    server = await open();
    killAll(await pidOf());
    const since = Date.now();
    await server.stop();
    await sleep(500);
    expect(await isAlive(await pidOf())).toBe(false);
    // A server that lives is given 9 s.
    expect(Date.now() - since).toBeLessThan(8500);
  });

  /** Leaves the directory as a crash of everything does; returns the dead server's process id. */
  const openAndKill = async () => {
    await server?.stop();
    const other = await openElsewhere();
    const pid = await pidOf();
    await other.kill();
    killAll(pid);
    return pid;
  };
});

describe('a start that cannot be', () => {
  const REPAIR =
    'set the password anew (docs/operations.md, "The password of the built-in database")';
  beforeEach(() => open().then((made) => made.stop()));

  const swapped = async (file: string, text: string) => {
    const before = await readFile(file, 'utf8');
    await writeFile(file, text);
    const fault = await open().catch((error: unknown) => error);
    await writeFile(file, before);
    expect(fault).toBeInstanceOf(StartFault);
    return (fault as StartFault).message;
  };

  it('names the versions that differ', async () => {
    expect(await swapped(join(dir, 'PG_VERSION'), '15\n')).toMatch(
      /PostgreSQL 15 .* PostgreSQL 18/,
    );
  });

  it("repeats PostgreSQL's own words", async () => {
    const message = await swapped(join(dir, 'postgresql.conf'), 'no_such_setting = 1\n');
    expect(message).toMatch(/does not start: .*server\.log/);
  });

  it.each(['', 'junk\n', '\0\u{1f33e}', `${'ab'.repeat(24)} and more`, 'ab'.repeat(24)])(
    'names the file of a password that is not the one of the database: %j',
    async (junk) => {
      const since = Date.now();
      const message = await swapped(`${dir}.password`, junk);
      expect(message).toContain(`The file ${await realpath(`${dir}.password`)} does not hold`);
      expect(message).toContain(REPAIR);
      expect(Date.now() - since).toBeLessThan(15_000);
      await expect(readFile(join(dir, 'postmaster.pid'))).rejects.toThrow('ENOENT');
    },
  );

  it('says how to go on where the file of the password is gone', async () => {
    const file = `${dir}.password`;
    const before = await readFile(file, 'utf8');
    await rm(file);
    const message = await open().then(String, String);
    await writeFile(file, before, { mode: 0o600 });
    expect(message).toMatch(/postgres\.password cannot be read \(ENOENT\)/);
    expect(message).toContain(REPAIR);
  });

  it('says what a fault that only follows came from', async () => {
    const full = 'could not write blocks 27..27 in file "base/1/2": No space left on device';
    const lines = [`ERROR:  ${full}`, 'FATAL:  checkpoint request failed'];
    await writeFile(join(dir, 'server.log'), lines.join('\n'));
    expect(lastFault(dir)).toBe(full);
  });

  it('says so of a server that runs already, and leaves it alone', async () => {
    const other = await openElsewhere();
    try {
      expect(await swapped(`${dir}.password`, 'ab'.repeat(24))).toContain('does not hold');
      expect(await isAlive(await pidOf())).toBe(true);
    } finally {
      await other.kill();
    }
    server = await open();
    expect(server.adopted).toBe(true);
  });

  it('names a directory that cannot be written', async () => {
    await writeFile(join(home, 'file'), '');
    const blocked = openEmbeddedPostgres({ dir: join(home, 'file', 'data', 'postgres'), log });
    await expect(blocked).rejects.toThrow(/cannot be written \(ENOTDIR\)/);
  });

  (isRoot ? it : it.skip)('says that the disk is full where it is to be made', async () => {
    const disk = await mkdtemp(join(home, 'full-'));
    await chmod(disk, 0o755);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]);
    try {
      const made = openEmbeddedPostgres({ dir: join(disk, 'postgres'), log });
      await expect(made).rejects.toThrow(/cannot be made \(.*No space left on device/);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('leaves no half-made directory', async () => {
    expect((await readdir(join(home, 'data'))).sort()).toEqual(['postgres', 'postgres.password']);
  });

  it('mends permissions that a copy has lost', async () => {
    await chmod(dir, 0o755);
    server = await open();
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });
});
