import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';

/** A Redis of the test's own, which it may kill and freeze. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly port: number,
    private readonly dir: string,
    private child: ChildProcess,
  ) {}

  static async open(): Promise<OwnRedis> {
    const dir = await mkdtemp(path.join(tmpdir(), 'feusa-test-redis-'));
    const port = await freePort();
    return new OwnRedis(`redis://127.0.0.1:${port}`, port, dir, await start(port, dir));
  }
  async kill(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
  async startEmpty(): Promise<void> {
    this.child = await start(this.port, this.dir);
  }
  freeze(): void {
    this.child.kill('SIGSTOP');
  }
  thaw(): void {
    this.child.kill('SIGCONT');
  }
  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function start(port: number, dir: string): Promise<ChildProcess> {
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir];
  const child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One logical database of the shared test server, empty. */
export async function emptyDatabase(number: number): Promise<string> {
  const server = process.env['FEUSA_TEST_REDIS_URL'];
  if (!server)
    throw new Error('FEUSA_TEST_REDIS_URL is not set: run this in the project "engines".');
  const url = new URL(server);
  url.pathname = `/${number}`;
  const client = new Redis(url.href);
  await client.flushdb();
  client.disconnect();
  return url.href;
}
