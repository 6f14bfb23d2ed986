import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { answers } from '@feusa/testing/field-tools';
import { waitFor } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClamd } from './clamd.js';

const SAMPLE = 'an-invented-sample-of-malware';
const MOST = 1024 * 1024;
const has = answers('clamd', ['--help'], 'ClamAV’s own server');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

(has ? describe : describe.skip)('ClamAV’s own server', () => {
  let home: string;
  let clamd: ChildProcess;
  let address: string;

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'feusa-clamd-'));
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    // One description of our own: nothing has to be fetched.
    const signature = `Feusa-Sample:0:*:${Buffer.from(SAMPLE).toString('hex')}\n`;
    await writeFile(path.join(home, 'feusa.ndb'), signature);
    const config = path.join(home, 'clamd.conf');
    const settings = [
      ...[`DatabaseDirectory ${home}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1'],
      ...['Foreground yes', `StreamMaxLength ${MOST}`],
    ];
    await writeFile(config, `${settings.join('\n')}\n`);
    clamd = spawn('clamd', ['--config-file', config], { stdio: 'ignore' });
    await waitFor(() => scan(Buffer.from('Are you there?')), 60_000);
  });
  afterAll(async () => {
    clamd.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });

  const scan = (bytes: Buffer) =>
    openClamd(address).scan(Readable.from([bytes]), new AbortController().signal);

  it('finds nothing in what is clean, and names what is not, inside an archive too', async () => {
    expect(await scan(Buffer.from('A clean text'))).toBeUndefined();
    expect(await scan(Buffer.alloc(MOST - 1))).toBeUndefined();
    expect(await scan(Buffer.from(`Before ${SAMPLE} after`))).toBe('Feusa-Sample.UNOFFICIAL');
    const { zipSync } = await import('fflate');
    const archive = zipSync({ 'inside.txt': Buffer.from(`Before ${SAMPLE} after`) });
    expect(await scan(Buffer.from(archive))).toBe('Feusa-Sample.UNOFFICIAL');
  });

  it('says that it takes no more, and nothing is called clean then', async () => {
    await expect(scan(Buffer.alloc(MOST * 3))).rejects.toMatchObject({ name: 'ScannerFault' });
  });

  it('is away once it has ended', async () => {
    clamd.kill('SIGKILL');
    await once(clamd, 'exit');
    await expect(scan(Buffer.from('x'))).rejects.toMatchObject({ name: 'ScannerFault' });
  });
});
