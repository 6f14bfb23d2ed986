import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import type { StartedTestContainer } from 'testcontainers';
import type { Engine, EngineName, EngineOptions, Signal } from './engine.js';
import { freePort } from './ports.js';
import { comesUp, type Recipe } from './recipe.js';

const PATIENCE = 20_000;

/**
 * Runs an engine in a container that ends with this process. Its data is in a volume that belongs to
 * the directory's path. @throws StartFault
 */
export const openContained = async (
  name: EngineName,
  recipe: Recipe,
  options: EngineOptions,
): Promise<Engine> => {
  const engine = new ContainerEngine(name, recipe, options, options.port ?? (await freePort()));
  await engine.start();
  return engine;
};

class ContainerEngine implements Engine {
  readonly pid = undefined;
  readonly env: Readonly<Record<string, string>>;
  private readonly volume: string;
  private container: StartedTestContainer | undefined;
  private running = false;

  constructor(
    readonly name: EngineName,
    private readonly recipe: Recipe,
    private readonly options: EngineOptions,
    readonly port: number,
  ) {
    this.env = recipe.env(port);
    const path = createHash('sha256').update(resolve(options.dir)).digest('hex').slice(0, 12);
    this.volume = `feusa-${name}-${path}`;
  }

  async start() {
    if (this.running) return;
    await this.remove();
    const { image, port, data, env, command } = this.recipe.container(this.port);
    this.options.log?.(`Starting a container of ${image} ...`);
    const { LoopbackContainer } = await import('./loopback-container.js');
    const wanted = new LoopbackContainer(image)
      .withEnvironment(env)
      .withExposedPorts({ container: port, host: this.port })
      .withBindMounts([{ source: this.volume, target: data, mode: 'rw' }]);
    this.container = await (command ? wanted.withCommand([...command]) : wanted).start();
    this.running = true;
    if (await comesUp(this.recipe, this)) return;
    await this.stop();
    throw new StartFault(`${this.recipe.title} does not answer in its container.`);
  }

  async stop() {
    await this.remove().catch(() => undefined);
  }

  private async remove() {
    this.running = false;
    const { container } = this;
    this.container = undefined;
    await container?.stop({ remove: true, timeout: PATIENCE });
  }

  async kill(signal: Signal) {
    if (!this.container || !this.running) throw new Error(`${this.recipe.title} is not running`);
    const client = await runtime();
    const handle = client.getById(this.container.getId());
    await handle.kill({ signal });
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    await handle.wait();
    this.running = false;
  }

  async wipe() {
    if (this.running) throw new Error(`${this.recipe.title} is running`);
    await this.remove();
    const { dockerode } = await runtime();
    await dockerode.getVolume(this.volume).remove({ force: true });
  }
}

const runtime = async () => {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return (await getContainerRuntimeClient()).container;
};
