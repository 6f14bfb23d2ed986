import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compressReady, encodingOf, type Encoding } from './compression.js';

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };
const bytes = (max: number) => fc.uint8Array({ maxLength: max }).map((each) => Buffer.from(each));
const text = fc.array(fc.constantFrom('Ada', 'Lovelace', '"role":', '🚜', ','), {
  maxLength: 4000,
});

describe('ready bytes with a tail', () => {
  it.each<Encoding>(['br', 'gzip'])('are what they were after %s', (encoding) =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          bytes(5000),
          text.map((t) => Buffer.from(t.join(''))),
        ),
        bytes(400),
        async (ready, tail) => {
          const sent = Buffer.concat(await compressReady(ready, tail, encoding));
          expect(decompress[encoding](sent).equals(Buffer.concat([ready, tail]))).toBe(true);
        },
      ),
    ),
  );

  it.each<Encoding>(['br', 'gzip'])('take the longest tail, by %s', async (encoding) => {
    const tail = Buffer.alloc(65_535, 'x');
    const sent = Buffer.concat(await compressReady(Buffer.from('{}'), tail, encoding));
    expect(decompress[encoding](sent)).toHaveLength(65_537);
  });

  it.each<Encoding>(['br', 'gzip'])('take no tail, by %s', async (encoding) => {
    const tail = Buffer.from(new ArrayBuffer(0));
    const sent = Buffer.concat(await compressReady(Buffer.from('{}'), tail, encoding));
    expect(decompress[encoding](sent).toString()).toBe('{}');
  });

  it('are compressed once', async () => {
    const ready = Buffer.alloc(10_000, 'once ');
    const [first] = await compressReady(ready, Buffer.from('1'), 'br');
    const [second] = await compressReady(ready, Buffer.from('2'), 'br');
    expect(second).toBe(first);
  });
});

it.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['br;q=0', undefined],
  ['zstd', undefined],
  ['', undefined],
  [undefined, undefined],
])('takes %s for %s', (accepted, encoding) => expect(encodingOf(accepted)).toBe(encoding));
