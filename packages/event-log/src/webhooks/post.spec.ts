import { createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testSecrets } from '@feusa/privacy/subject-keys/test-keys';
import { readNetworks } from '@feusa/platform/networks';
import { afterEach, describe, expect, it } from '@jest/globals';
import { leadsInside, post } from './post.js';
import { signedHeaders, webhookSecrets } from './signature.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const allowed = readNetworks('loopback')!;
const send = (url: string, more: object = { allowed }) =>
  post({ url, headers: {}, body: '{}', timeoutMs: 10_000, ...more });

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';

describe('a delivery', () => {
  it('is taken by any 2xx, whatever becomes of the rest of the answer', async () => {
    await send(await serve((_, answer) => answer.writeHead(204).end()));
    server!.close();
    await send(await serve((_, answer) => answer.writeHead(200).write('and then nothing')));
  });

  it.each<[string, RequestListener, RegExp]>([
    ['a fault', (_, answer) => answer.writeHead(500).end(), /^Answered with 500$/],
    ['a redirect', (_, answer) => answer.writeHead(301, { location: '/' }).end(), /with 301/],
    ['silence', () => undefined, /^No answer within 0.5 s$/],
    ['a head that does not end', (_, answer) => answer.socket?.write('HTTP/1.1 200 OK\r\n'), /^No/],
    [
      'a connection that is cut',
      (request) => request.socket.destroy(),
      /^The connection was closed without an answer$/,
    ],
    [
      'half a head',
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent'),
      /^What answers is no web server|without an answer$/,
    ],
    ['another protocol', ({ socket }) => socket.write(SWITCHING), /^Answered with 101$/],
    [
      'no HTTP',
      ({ socket }) => socket.end('220 mail.example\r\n'),
      /^What answers is no web server$/,
    ],
  ])('is not taken by %s', async (_, listener, reason) => {
    const timeoutMs = reason.source.startsWith('^No') ? 500 : 10_000;
    await expect(send(await serve(listener), { allowed, timeoutMs })).rejects.toThrow(reason);
  });

  it('is not taken where nobody listens, nor by TLS where there is none', async () => {
    const url = await serve((_, answer) => answer.end());
    await expect(send(url.replace('http:', 'https:'))).rejects.toThrow(/^TLS does not work there$/);
    server!.close();
    await expect(send('http://127.0.0.1:1/')).rejects.toThrow(/^Nothing answers there$/);
    await expect(send('http://nowhere.invalid/')).rejects.toThrow(
      /^The name (is not known|cannot)/,
    );
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://0x7f.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://[::ffff:7f00:1]:1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest',
    'http://0.0.0.0:1/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
  ])('never leads inside: %s', async (url) => {
    await expect(send(url, {})).rejects.toThrow('The address leads inside');
    expect(await leadsInside(url)).toBe(true);
  });

  it.each(['http://LOCALHOST./', 'http://any.localhost/', 'https://2130706433/'])(
    'is not even agreed to where it leads inside by its name: %s',
    async (url) => {
      expect(await leadsInside(url)).toBe(true);
      expect(await leadsInside(url, allowed)).toBe(false);
    },
  );

  it('is agreed to where it leads outside, or nowhere yet', async () => {
    expect(await leadsInside('https://1.1.1.1/hook')).toBe(false);
    expect(await leadsInside('https://nowhere.invalid/')).toBe(false);
  });
});

it('is signed as Standard Webhooks has it', async () => {
  const secretOf = webhookSecrets(testSecrets);
  const secret = await secretOf('an id');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await secretOf('another')).not.toBe(secret);
  const key = Buffer.from(secret.slice(6), 'base64');
  const expected = createHmac('sha256', key).update('event.1700000000.{}').digest('base64');
  expect(signedHeaders(secret, 'event', 1_700_000_000, '{}')).toEqual({
    'webhook-id': 'event',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${expected}`,
  });
});
