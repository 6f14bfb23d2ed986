import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openClamd } from './clamd.js';
import type { Scanner } from './port.js';
import { EICAR, TestClamd } from './test-clamd.js';

let server: TestClamd;
let scanner: Scanner;
beforeEach(async () => {
  server = await TestClamd.open();
  scanner = openClamd(server.address);
});
afterEach(() => server.close());

const scan = (...parts: readonly Buffer[]) =>
  scanner.scan(Readable.from(parts), new AbortController().signal);

describe('a scanner by clamd’s protocol', () => {
  it('finds nothing in clean bytes, however they come', async () => {
    expect(await scan(Buffer.from('hello'))).toBeUndefined();
    expect(await scan(...Array.from({ length: 50 }, () => randomBytes(100_000)))).toBeUndefined();
    expect(scanner.counts()).toEqual({ clean: 2, found: 0, failed: 0 });
  });

  it('names what is found, also where it lies across two chunks', async () => {
    const bytes = Buffer.concat([randomBytes(5000), Buffer.from(EICAR), randomBytes(5000)]);
    for (const cut of [1, 5001, 5030, 9999])
      expect(await scan(bytes.subarray(0, cut), bytes.subarray(cut))).toBe('Eicar-Signature');
    expect(scanner.state()).toBeUndefined();
  });

  it.each(['hangs-up', 'babbles', 'stammers'] as const)(
    'takes no server at its word that %s, and recovers',
    async (manner) => {
      server.manners.manner = manner;
      await expect(scan(Buffer.from('hello'))).rejects.toMatchObject({ name: 'ScannerFault' });
      expect(scanner.state()).toBeDefined();
      server.manners.manner = 'well';
      expect(await scan(Buffer.from('hello'))).toBeUndefined();
      expect(scanner.state()).toBeUndefined();
    },
  );

  it('calls nothing clean that is more than the server takes', async () => {
    server.manners.most = 1000;
    const parts = Array.from({ length: 200 }, () => randomBytes(65_536));
    await expect(scan(...parts)).rejects.toMatchObject({ name: 'ScannerFault' });
  });

  it('gives a server up that takes everything and says nothing', async () => {
    server.manners.delayMs = 60_000;
    const impatient = openClamd(server.address, 300);
    const asked = impatient.scan(Readable.from([Buffer.from('x')]), new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ name: 'ScannerFault', message: 'it is silent' });
  });

  it('says so where nobody listens, or it is broken off', async () => {
    server.manners.delayMs = 60_000;
    const breaking = new AbortController();
    const scanning = scanner.scan(Readable.from([Buffer.from('x')]), breaking.signal);
    const refused = expect(scanning).rejects.toMatchObject({ name: 'ScannerFault' });
    breaking.abort();
    await refused;
    const nobody = openClamd('/nowhere/clamd.sock');
    const asked = nobody.scan(Readable.from([Buffer.from('x')]), new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ name: 'ScannerFault' });
    expect(nobody.counts().failed).toBe(1);
  });
});
