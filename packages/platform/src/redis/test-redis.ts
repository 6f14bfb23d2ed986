import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '@feusa/engines';
import { engineUrl } from '@feusa/testing/engine-addresses';
import { Redis } from 'ioredis';

/** A Redis of the test's own, which it may kill and freeze. */
export class OwnRedis {
  private constructor(
    private readonly engine: Engine,
    private readonly dir: string,
  ) {}

  static async open(): Promise<OwnRedis> {
    const dir = await mkdtemp(path.join(tmpdir(), 'feusa-test-redis-'));
    return new OwnRedis(await openEngine('redis', { dir }), dir);
  }

  get url(): string {
    return this.engine.env['REDIS_URL']!;
  }
  kill(): Promise<void> {
    return this.engine.kill('SIGKILL');
  }
  start(): Promise<void> {
    return this.engine.start();
  }
  async startEmpty(): Promise<void> {
    await this.engine.wipe();
    await this.engine.start();
  }
  freeze(): Promise<void> {
    return this.engine.kill('SIGSTOP');
  }
  thaw(): Promise<void> {
    return this.engine.kill('SIGCONT');
  }
  async close(): Promise<void> {
    await this.engine.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** The shared test server, as somebody has it who can write to it. */
export const testClient = (): Redis => new Redis(engineUrl('redis'));

/** One logical database of the shared test server, empty. */
export async function emptyDatabase(number: number): Promise<string> {
  const url = new URL(engineUrl('redis'));
  url.pathname = `/${number}`;
  const client = new Redis(url.href);
  await client.flushdb();
  client.disconnect();
  return url.href;
}
