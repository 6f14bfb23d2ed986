import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { cosign, signNote, verifierOf, WITNESS } from '../checkpoint.js';
import { leafHash } from '../merkle.js';
import { WitnessClient } from './witness-client.js';

const [log, witness] = ['feusa', 'witness.example'].map((name, index) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, verifier: verifierOf(name, privateKey, index === 0 ? 1 : WITNESS) };
});
const head = { size: 3, root: leafHash('x') };
const signed = { ...head, note: signNote(head, log!.verifier, log!.privateKey) };
const line = cosign(signed.note, witness!.verifier, witness!.privateKey, 1_700_000_000);

let server: Server | undefined;
let sent = 0;
let closed: Promise<void> | undefined;
afterEach(() => void server?.close());

/** A witness that answers with a text, and then with as much more as anybody takes. */
async function client(text: string, more?: string): Promise<WitnessClient> {
  sent = 0;
  server = createServer((_request, response) => {
    closed = new Promise((resolve) => response.on('close', resolve));
    response.writeHead(200, { 'content-type': 'text/plain' });
    if (more === undefined) return void response.end(text);
    response.write(text);
    const go = () => {
      while (!response.destroyed && response.write(more)) sent += more.length;
    };
    response.on('drain', go);
    go();
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const address = { url: `http://127.0.0.1:${port}`, verifier: witness!.verifier };
  return new WitnessClient(address, { consistency: async () => [] });
}

it('takes the signature of a witness, also among lines of others', async () => {
  expect(await (await client(line)).sign(signed)).toBe(line);
  const others = `\u2014 others.example ${Buffer.alloc(76).toString('base64')}\n`;
  expect(await (await client(others + line)).sign(signed)).toBe(line);
});

it('stops reading an answer that does not end, and says so', async () => {
  const asked = (await client(line, 'x'.repeat(1000))).sign(signed);
  await expect(asked).rejects.toThrow('answered with more than 16384 bytes');
  await closed;
  expect(sent).toBeLessThan(50_000_000);
});
