import path from 'node:path';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { readPidFile } from '@feusa/platform/embedded-postgres/pid-file';
import { openEngines, type Engine, type EngineName } from '@feusa/engines';
import { kafkaChange } from './proxy/kafka-wire.js';
import { TcpProxy } from './proxy/tcp-proxy.js';

export type Part = EngineName | 'postgres';
type Names = Readonly<Record<string, string>>;

const names = ['kafka', 'opensearch', 'redis', 's3'] as const;
const variables: Record<Part, string> = {
  postgres: 'DATABASE_URL',
  kafka: 'KAFKA_BROKERS',
  opensearch: 'OPENSEARCH_URL',
  redis: 'REDIS_URL',
  s3: 'S3_ENDPOINT',
};

/** The engines, each with a proxy before it; several products can stand on them, one after the other. */
export class Environment {
  /** While true, brokers answer heartbeats of groups with an error that clients do not try again after. */
  failsHeartbeats = false;
  readonly proxies = {} as Record<Part, TcpProxy>;

  private constructor(
    readonly dir: string,
    readonly engines: Readonly<Record<EngineName, Engine>>,
    /** The variables that lead to the engines themselves. */
    readonly direct: Names,
    private readonly closers: (() => Promise<void>)[],
  ) {}

  /** @throws EngineMissing; Error where the environment names engines, which are not ours to kill */
  static async open(
    dir: string,
    { log, brief = false }: { log(line: string): void; brief?: boolean },
  ): Promise<Environment> {
    const [postgres, opened] = await Promise.all([
      openEmbeddedPostgres({
        dir: path.join(dir, 'postgres'),
        log: () => undefined,
        settings: { max_connections: '200' },
      }),
      openEngines(names, { dir: path.join(dir, 'engines'), log, brief }),
    ]);
    const closers = [() => postgres.stop(), () => opened.stop()];
    const direct = { ...opened.env, DATABASE_URL: postgres.url };
    const engines = opened.engines as Record<EngineName, Engine>;
    const environment = new Environment(dir, engines, direct, closers);
    try {
      await environment.openProxies();
      return environment;
    } catch (fault) {
      await environment.close();
      throw fault;
    }
  }

  /** The variables that lead to the engines through the proxies. */
  env(): Record<string, string> {
    const env: Record<string, string> = { ...this.direct };
    for (const part of ['postgres', ...names] as const) {
      const name = variables[part];
      env[name] = env[name]!.replace(String(this.portOf(part)), String(this.proxies[part].port));
    }
    return env;
  }

  /** Kills the whole database server as a power cut would; it is started again by itself. */
  async killPostgres(): Promise<void> {
    const found = await readPidFile(path.join(this.dir, 'postgres'));
    if (!found) throw new Error('PostgreSQL is not running');
    process.kill(found.pid, 'SIGKILL');
  }

  /** Starts an engine again; on a busy machine that may take more than one try. */
  async start(name: EngineName): Promise<void> {
    for (let tries = 3; ; tries--) {
      try {
        return await this.engines[name].start();
      } catch (fault) {
        if (tries <= 1) throw fault;
      }
    }
  }

  /** Everything runs and passes again, whatever was done to it. */
  async restore(): Promise<void> {
    this.heal();
    for (const name of names) {
      if (this.engines[name].pid === undefined) await this.start(name);
      await this.engines[name].kill('SIGCONT');
    }
  }

  heal(): void {
    this.failsHeartbeats = false;
    for (const proxy of Object.values(this.proxies)) proxy.heal();
  }

  /** Has this ended with the engines, whatever becomes of who opened it. */
  endsWith(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    this.heal();
    for (const close of this.closers.splice(0).reverse()) await close().catch(() => undefined);
  }

  private async openProxies(): Promise<void> {
    const missing = names.filter((name) => !this.engines[name]);
    if (missing.length > 0) {
      throw new Error(`Faults need engines of their own: unset the variables of ${missing.join()}`);
    }
    this.endsWith(async () => {
      await Promise.all(Object.values(this.proxies).map((proxy) => proxy.close()));
    });
    for (const part of ['postgres', ...names] as const) {
      const target = this.portOf(part);
      const change = () =>
        kafkaChange({
          broker: target,
          proxy: () => this.proxies.kafka.port,
          failsHeartbeats: () => this.failsHeartbeats,
        });
      this.proxies[part] = await TcpProxy.open({ target, ...(part === 'kafka' && { change }) });
    }
  }

  private portOf(part: Part): number {
    return part === 'postgres'
      ? Number(new URL(this.direct['DATABASE_URL']!).port)
      : this.engines[part].port;
  }
}
