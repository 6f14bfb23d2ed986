import { createServer, type RequestListener } from 'node:http';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { containersAnswer } from './containers.js';
import { isMissing } from './contract.js';
import { openEngines } from './open-engines.js';

let dir: string;
let before: NodeJS.ProcessEnv = {};
const setEnv = (name: string, value: string) => {
  before = { [name]: process.env[name], ...before };
  process.env[name] = value;
};
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'feusa-engines-'));
});
afterEach(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await rm(dir, { recursive: true, force: true });
});

((await isMissing('redis')) ? describe.skip : describe)('where engines come from', () => {
  beforeEach(() => setEnv('DOCKER_HOST', 'tcp://192.0.2.1:2375'));

  it('takes a server that the environment names, and starts the others', async () => {
    setEnv('MINE_KAFKA_BROKERS', 'one:9092,two:9092');
    const { env, engines, stop } = await openEngines(['kafka', 'redis'], { dir, prefix: 'MINE_' });
    expect(Object.keys(engines)).toEqual(['redis']);
    expect(env).toEqual({ KAFKA_BROKERS: 'one:9092,two:9092', ...engines.redis!.env });
    expect(engines.redis!.pid).toBeDefined();
    await stop();
    expect(engines.redis!.pid).toBeUndefined();
  });

  it('leaves none running where another one cannot be had', async () => {
    await writeFile(join(dir, 's3'), 'in the way');
    await expect(openEngines(['redis', 's3'], { dir })).rejects.toThrow(/s3/);
    // there while it runs
    const files = await readdir(join(dir, 'redis'));
    expect(files).toContain('engine.log');
    expect(files).not.toContain('engine.pid');
  });
});

describe('whether a container engine answers', () => {
  const withSocket = async (listener: RequestListener) => {
    const path = join(dir, 'engine.sock');
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    setEnv('DOCKER_HOST', `unix://${path}`);
    const answer = await containersAnswer();
    server.closeAllConnections();
    server.close();
    return answer;
  };

  it('asks its socket', async () => {
    expect(await withSocket((request, response) => response.end(request.url))).toBe(true);
  });

  it('does not wait for one that says nothing, or only that it is not well', async () => {
    expect(await withSocket(() => undefined)).toBe(false);
    expect(await withSocket((_request, response) => response.writeHead(500).end())).toBe(false);
  });

  it('leaves one on another machine alone, and does without', async () => {
    for (const host of ['tcp://192.0.2.1:2375', `unix://${join(dir, 'nothing.sock')}`]) {
      setEnv('DOCKER_HOST', host);
      expect(await containersAnswer()).toBe(false);
    }
  });
});
