import { mkdir, open, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import type { Engine, EngineName, EngineOptions, Signal } from './engine.js';
import { endLeftOver } from './left-over.js';
import { freePort, isFree } from './ports.js';
import { comesUp, type EngineContext, type Recipe } from './recipe.js';
import { endProcess, logOf, startProcess, type ServerProcess } from './server-process.js';

const HALTS: readonly Signal[] = ['SIGSTOP', 'SIGCONT'];

/** Runs an engine as a process of this machine. @throws EngineMissing, StartFault */
export const openNatively = async (
  name: EngineName,
  recipe: Recipe,
  options: EngineOptions,
): Promise<Engine> => {
  await mkdir(resolve(options.dir), { recursive: true });
  const dir = await realpath(options.dir);
  await recipe.fetch(options.log ?? (() => undefined));
  await endLeftOver(dir);
  const port = options.port ?? (await freePort());
  const { brief = false, insist } = options;
  const place = { dir, port, data: join(dir, 'data'), brief, insist };
  const engine = new NativeEngine(name, recipe, place);
  await engine.start();
  return engine;
};

class NativeEngine implements Engine {
  readonly env: Readonly<Record<string, string>>;
  private server: ServerProcess | undefined;

  constructor(
    readonly name: EngineName,
    private readonly recipe: Recipe,
    private readonly place: EngineContext,
  ) {
    this.env = recipe.env(place.port, place.insist);
  }

  get port() {
    return this.place.port;
  }

  get pid() {
    return this.running()?.pid;
  }

  async start() {
    if (this.running()) return;
    const { recipe, place } = this;
    if (!(await isFree(place.port)))
      throw new StartFault(`${recipe.title} cannot use port ${place.port}: it is taken.`);
    await mkdir(place.data, { recursive: true });
    const command = await recipe.prepare(place);
    this.server = await startProcess(command, place.dir);
    if (await comesUp(recipe, place, this.server.hasEnded)) return;
    await this.stop();
    throw new StartFault(
      `${recipe.title} does not start: ${await lastLine(logOf(place.dir))} (see ${logOf(place.dir)}).`,
    );
  }

  async stop() {
    const server = this.running();
    if (server) await endProcess(server);
  }

  async kill(signal: Signal) {
    const server = this.running();
    if (!server) throw new Error(`${this.recipe.title} is not running`);
    server.signal(signal);
    if (!HALTS.includes(signal)) await server.ended();
  }

  async wipe() {
    if (this.running()) throw new Error(`${this.recipe.title} is running`);
    await rm(this.place.data, { recursive: true, force: true });
  }

  private running() {
    return this.server?.hasEnded() ? undefined : this.server;
  }
}

const TAIL = 4096;

const lastLine = async (path: string) => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(TAIL), 0, TAIL, Math.max(0, size - TAIL));
    const lines = buffer.toString().replaceAll('\0', '').trim().split('\n');
    return lines.at(-1) || 'it ended without a word';
  } finally {
    await file.close();
  }
};
