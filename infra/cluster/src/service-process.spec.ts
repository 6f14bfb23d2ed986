import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@feusa/engines/ports';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { run } from './program.js';
import { ServiceProcess } from './service-process.js';

/** Listens as a service does, and says what it says where it cannot. */
const PROGRAM = `
const server = require('node:http').createServer((_, answer) => answer.end('{}'));
server.on('error', () => {
  console.error('Port ' + process.env.PORT + ' is in use. Choose another one with PORT.');
  process.exit(1);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
`;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-service-'));
  await writeFile(path.join(dir, 'main.cjs'), PROGRAM);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const service = (port: number) =>
  new ServiceProcess({
    name: 'query-1',
    program: path.join(dir, 'main.cjs'),
    port,
    env: { PATH: process.env['PATH'] },
    logFile: path.join(dir, 'log'),
  });

it('a service whose port another program holds says so, and is not started again and again', async () => {
  const holder = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const blocked = service(port);
  await expect(blocked.start()).rejects.toThrow(
    `query-1 cannot start: Port ${port} is in use. Choose another one with PORT.`,
  );
  expect(blocked.pid).toBeUndefined();
  expect(blocked.deaths).toHaveLength(1);

  holder.close();
  await once(holder, 'close');
  await blocked.start();
  await blocked.stop();
});

it('a service is no less nice than who starts it, as few may be', async () => {
  const given = {
    name: 'query-1',
    program: path.join(dir, 'main.cjs'),
    logFile: path.join(dir, 'log'),
  };
  const code = `
    import { getPriority } from 'node:os';
    import { ServiceProcess } from ${JSON.stringify(path.join(import.meta.dirname, 'service-process.ts'))};
    const service = new ServiceProcess({ ...${JSON.stringify(given)}, port: ${await freePort()}, env: {} });
    await service.start();
    console.log(getPriority(service.pid) - getPriority());
    await service.stop();`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', code];
  expect((await run(['-n', '1', ...node], { file: 'nice' })).text).toBe('0\n');
});
