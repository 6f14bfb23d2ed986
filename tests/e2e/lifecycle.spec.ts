import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { openClient, type Client } from './client.js';
import { preparedData } from './prepared.js';
import { killAll, leftAfter, spawnProduct, temporaryData, type Product } from './product.js';

/** Long enough for a busy machine; what goes well takes a second or two. */
const SOON = { timeout: 60_000 };
const STOPPED_MS = 30_000;

let data: Awaited<ReturnType<typeof temporaryData>>;
let product: Product | undefined;

beforeEach(async () => {
  data = await temporaryData();
});
afterEach(async () => {
  if (product) killAll(product.processes());
  await data.remove();
});

/** What is not about the first start goes on from one. */
const prepare = async () => {
  await data.remove();
  data = await preparedData();
};

const start = (settings?: NodeJS.ProcessEnv, command?: string[]) => {
  product = spawnProduct(data.dir, settings, command);
  return product;
};

const expectStopped = async (running: Product, signal: NodeJS.Signals) => {
  const processes = running.processes();
  running.signal(signal);
  expect(await leftAfter(processes, STOPPED_MS)).toEqual([]);
};

describe('stopping', () => {
  beforeEach(prepare);

  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends every process in order', async (signal) => {
    const running = start();
    await running.ready();
    expect(running.processes().length).toBeGreaterThan(2);
    await expectStopped(running, signal);
    expect(await running.ended).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s to the group of npm start too', async (signal) => {
    const running = start({}, ['npm', 'start']);
    await running.ready();
    await expectStopped(running, signal);
  });

  it('SIGTERM to npm start alone, as a service manager sends it', async () => {
    const running = start({}, ['npm', 'start']);
    await running.ready();
    const processes = running.processes();
    process.kill(running.pid, 'SIGTERM');
    expect(await leftAfter(processes, STOPPED_MS)).toEqual([]);
  });
});

describe('the first start', () => {
  it.each([0, 100, 400])('SIGTERM %i ms after PostgreSQL came up', async (delay) => {
    const running = start();
    await poll(() => running.processes().length, SOON).toBeGreaterThan(3);
    await sleep(delay);
    await expectStopped(running, 'SIGTERM');
    await start().ready();
  });

  it('leaves a directory that starts again and keeps the sign-in as it was', async () => {
    const first = start();
    const client = await openClient(await first.ready());
    const { id } = await client.command('add-folder', { name: 'Manuals', parentId: null });
    await expectStopped(first, 'SIGTERM');

    const second = start();
    client.at(await second.ready());
    const serverLog = await readFile(join(data.dir, 'postgres', 'server.log'), 'utf8');
    expect(serverLog).toContain('database system was shut down at');
    expect(serverLog).not.toContain('automatic recovery');
    expect(await client.folderIds()).toEqual([id]);
  });

  it('makes up how to sign in, and shows it only once', async () => {
    const nobody = { FEUSA_TEAM_PASSWORD: '', FEUSA_ADMIN_EMAIL: '', FEUSA_ADMIN_PASSWORD: '' };
    const first = start(nobody);
    const address = await first.ready();
    await poll(first.output).toMatch(/only this once/);
    const shown = (label: string) =>
      new RegExp(`^\\s*${label}: (\\S+)$`, 'm').exec(first.output())?.[1] ?? '';
    await poll(() => shown('Team password')).not.toBe('');
    const password = shown('Password');
    const credentials = { email: shown('E-mail address'), teamPassword: shown('Team password') };
    await openClient(address, { ...credentials, password });
    await expectStopped(first, 'SIGTERM');

    const second = start(nobody);
    await second.ready();
    expect(second.output()).not.toContain(password);
  });
});

describe('at a terminal', () => {
  /** Runs the program at a terminal of its own. */
  const atTerminal = (settings?: NodeJS.ProcessEnv) =>
    start(settings, ['script', '-qefc', `exec ${process.execPath} dist/main.js`, '/dev/null']);
  /** The terminal is not in the group of the program. */
  const end = async (running: Product) => {
    const [, program = 0, ...others] = running.processes();
    process.kill(program, 'SIGTERM');
    expect(await leftAfter([program, ...others], STOPPED_MS)).toEqual([]);
  };

  it('how to sign in is what stays on the screen, whatever is asked for then', async () => {
    const running = atTerminal({ FEUSA_TEAM_PASSWORD: '', FEUSA_ADMIN_PASSWORD: '' });
    const address = await running.ready();
    await poll(running.output).toMatch(/only this once\.\s*$/);
    expect((await fetch(`${address}/api/folders`)).status).toBe(401);
    await fetch(`${address}/api/session`, { method: 'POST', body: '{}' });
    expect(running.output()).toMatch(/only this once\.\s*$/);
    expect(running.output()).not.toContain('"level"');
    await end(running);
  });

  it('every request is a short line where that is asked for', async () => {
    await prepare();
    const running = atTerminal({ FEUSA_LOG_LEVEL: 'debug' });
    await fetch(`${await running.ready()}/api/folders`);
    await poll(running.output).toMatch(/\d\d:\d\d:\d\d.*request/);
    expect(running.output()).not.toContain('"level"');
    await end(running);
  });
});

describe('a start that cannot be', () => {
  const expectOneMessage = async (failed: Product, ...parts: (string | RegExp)[]) => {
    const processes = failed.processes();
    expect(await failed.ended).toBeGreaterThan(0);
    for (const part of parts) expect(failed.output()).toMatch(part);
    expect(failed.output()).not.toMatch(/^\s+at /m);
    expect(failed.output()).not.toMatch(/\b\w*Error\b/);
    expect(await leftAfter(processes, STOPPED_MS)).toEqual([]);
  };

  it('names a used port', async () => {
    const holder = createServer().listen(0, '0.0.0.0');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const settings = { PORT: String(port), FEUSA_TEAM_PASSWORD: '', FEUSA_ADMIN_PASSWORD: '' };
    // What was made up is not lost with it.
    const shown = [/^ +Team password: \S+-\S+$/m, /^ +Password: \S+-\S+$/m];
    await expectOneMessage(start(settings), /in use/, String(port), ...shown);
    holder.close();
  });

  it.each([
    [{ HOST: 'nowhere.invalid' }, /nowhere\.invalid/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/feusa' }, /ECONNREFUSED 127\.0\.0\.1:1$/m],
  ])('names what cannot be reached by %j', async (settings, said) => {
    await expectOneMessage(start(settings), said);
  });

  it('names a data directory that cannot be written', async () => {
    const file = `${data.dir}-file`;
    await writeFile(file, '');
    await expectOneMessage(start({ FEUSA_DATA_DIR: `${file}/data` }), /cannot be written/, file);
  });

  it('lists every bad setting in one message', async () => {
    const settings = { PORT: 'http', FEUSA_PROFILE: 'cloud', FEUSA_PASSWORD_MIN: '-1' };
    await expectOneMessage(start(settings), /PORT/, /FEUSA_PROFILE/, /FEUSA_PASSWORD_MIN/);
  });

  it('says that another process uses the directory', async () => {
    await prepare();
    await start().ready();
    const first = product;
    await expectOneMessage(spawnProduct(data.dir), /already in use/);
    await expectStopped(first as Product, 'SIGTERM');
  });
});

describe('kill -9', () => {
  beforeEach(prepare);

  it('of PostgreSQL, three times under writes: the product goes on and shows everything', async () => {
    const running = start();
    const client = await openClient(await running.ready());
    for (let round = 0; round < 3; round++) {
      const writers = write(client, 4);
      await sleep(500);
      killAll(running.processes().slice(1));
      await sleep(200);
      const before = writers.acknowledged.size;
      const more = () => writers.acknowledged.size - before;
      await poll(more, SOON).toBeGreaterThan(0);
      await writers.stop();
      await client.repeat(writers.unanswered());
      expect(await client.folderIds()).toEqual(client.everyId());
    }
    expect(running.output()).not.toMatch(/^\s+at /m);
    await expectStopped(running, 'SIGTERM');
  });

  const kills = Number(process.env.FEUSA_KILLS ?? 5);

  it(
    `of everything, ${kills} times under writes: no acknowledged command is lost, none runs twice`,
    async () => {
      let running = start();
      const client = await openClient(await running.ready());
      for (let round = 0; round < kills; round++) {
        const writers = write(client, 4);
        await sleep(100 + Math.random() * 600);
        killAll(running.processes());
        await writers.stop();
        running = start();
        client.at(await running.ready());
        await client.repeat(writers.unanswered());
        expect(await client.folderIds()).toEqual(client.everyId());
      }
    },
    60_000 + kills * 20_000,
  );
});

/** Adds folders from several writers at once until it is stopped; failures are left unanswered. */
const write = (client: Client, writers: number) => {
  const sent = new Map<string, string>();
  const acknowledged = new Set<string>();
  let stopped = false;

  const writeOn = async () => {
    while (!stopped) {
      const key = crypto.randomUUID();
      const name = `Folder ${key.slice(0, 8)}`;
      sent.set(key, name);
      try {
        await client.command('add-folder', { name, parentId: null }, key);
        acknowledged.add(key);
      } catch {
        await sleep(100);
      }
    }
  };
  const ended = Promise.all(Array.from({ length: writers }, writeOn));
  return {
    acknowledged,
    unanswered: () => [...sent].filter(([key]) => !acknowledged.has(key)),
    stop: () => ((stopped = true), ended),
  };
};
