import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Engine, type EngineName, EngineMissing } from './engine.js';
import { isAlive } from '@feusa/platform/is-alive';
import { tellOneStory } from '@feusa/testing/story';
import { fetchEngine, openEngine } from './open-engine.js';

export interface Client {
  /** Stores a word for good; it is called once in an engine's life. */
  write(word: string): Promise<void>;
  /** All words that are stored. */
  read(): Promise<string[]>;
  close(): Promise<void>;
}

/** What every engine does, told by its real client; `open` is given the engine's variables. */
export const engineContract = async (
  name: EngineName,
  open: (env: Engine['env']) => Promise<Client>,
): Promise<unknown> => {
  tellOneStory();
  return ((await isMissing(name)) ? describe.skip : describe)(`engine: ${name}`, () => {
    let dir: string;
    let engine: Engine;

    const words = async () => withClient((client) => client.read());
    const withClient = async <T>(use: (client: Client) => Promise<T>) => {
      const client = await open(engine.env);
      return use(client).finally(() => client.close());
    };

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), `feusa-engine-${name}-`));
      engine = await openEngine(name, { dir, brief: true });
    });
    afterAll(async () => {
      await engine.stop();
      await rm(dir, { recursive: true });
    });

    it('answers its real client', async () => {
      expect(await words()).toEqual([]);
      await withClient((client) => client.write('before'));
      expect(await words()).toEqual(['before']);
    });

    it('is not reached from other machines', async () => {
      expect(await accepts('127.0.0.1', engine.port)).toBe(true);
      for (const address of otherAddresses())
        expect(await accepts(address, engine.port)).toBe(false);
    });

    it('keeps its data and address when it is stopped and started, even while it is halted', async () => {
      const { pid, port, env } = engine;
      await engine.kill('SIGSTOP');
      await engine.stop();
      expect(engine.pid).toBeUndefined();
      expect(isAlive(pid!)).toBe(false);
      await engine.start();
      expect(engine).toMatchObject({ port, env });
      expect(await words()).toEqual(['before']);
    });

    it('keeps its data when it is killed', async () => {
      await engine.kill('SIGKILL');
      await expect(engine.kill('SIGKILL')).rejects.toThrow(/not running/);
      await engine.start();
      expect(await words()).toEqual(['before']);
    });

    it('loses its data only when it is stopped and wiped', async () => {
      await expect(engine.wipe()).rejects.toThrow(/running/);
      await engine.stop();
      await engine.wipe();
      await engine.start();
      expect(await words()).toEqual([]);
    });
  });
};

/** Whether this machine lacks an engine's programs, which under CI=true must not be. */
export const isMissing = async (name: EngineName): Promise<boolean> => {
  try {
    await fetchEngine(name, console.log);
    return false;
  } catch (error) {
    if (!(error instanceof EngineMissing) || process.env['CI'] === 'true') throw error;
    console.log(`Skipped: ${error.message}`);
    return true;
  }
};

const otherAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);

const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
