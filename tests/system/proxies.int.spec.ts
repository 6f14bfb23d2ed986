import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogOptions } from '@feusa/platform/telemetry/log';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { SIGN_IN } from './test-calls.js';

const lines: string[] = [];
const telemetry = await import('@feusa/platform/telemetry/log');
jest.unstable_mockModule('@feusa/platform/telemetry/log', () => {
  const destination = { write: (line: string) => void lines.push(line) };
  const createLog = (options: LogOptions) =>
    telemetry.createLog({ ...options, level: 'info', destination });
  return { ...telemetry, createLog };
});
const { Fronts, isThere, PUBLIC_URL, Visitor } = await import('./test-front.js');
const { isDistributed, Product } = await import('./test-product.js');

/** Seconds; longer ones try what a whole balancer's idle time, and an upload of an hour, would be. */
const IDLE = Number(process.env['FEUSA_IDLE_SECONDS'] ?? 6);
const UPLOAD = Number(process.env['FEUSA_UPLOAD_SECONDS'] ?? 3);

let product: Awaited<ReturnType<typeof Product.open>>;
let fronts: InstanceType<typeof Fronts>;
const ports: Record<string, number> = {};
beforeAll(async () => {
  fronts = new Fronts();
  // What comes from elsewhere on this machine is no proxy.
  const settings = { FEUSA_PUBLIC_URL: PUBLIC_URL, FEUSA_TRUSTED_PROXIES: '127.0.0.1' };
  product = await Product.open(settings);
  const to = Number(new URL(product.address).port);
  ports['nginx'] = (await fronts.nginx(to)).port;
  ports['HAProxy'] = (await fronts.haproxy(to)).port;
  if (ways.includes('Caddy')) ports['Caddy'] = (await fronts.caddy(to)).port;
  const inner = await fronts.nginx(to, false);
  ports[both] = (await fronts.haproxy(inner.port)).port;
});
afterAll(async () => {
  await fronts.stop();
  await product?.close();
});

let hosts = 1;
const newAddress = () => `127.0.0.${++hosts}`;
const both = 'HAProxy and nginx behind it';
const caddy = isThere('caddy') ? ['Caddy'] : [];
const ways = isDistributed ? [both] : ['nginx', 'HAProxy', ...caddy, both];
const visitor = (way: string, address = newAddress()) =>
  new Visitor(ports[way]!, fronts.certificate, address);
const failed = { ...SIGN_IN, teamPassword: 'wrong' };

const securityLines = (address: string) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['security'] === true && line['address'] === address)
    .map((line) => line['event']);

describe.each(ways)('behind %s', (way) => {
  it('gives a cookie of TLS, reads no other one, and is not confused by one', async () => {
    const ann = visitor(way);
    const answer = await ann.signIn(SIGN_IN);
    expect(answer.status).toBe(201);
    expect(answer.headers['set-cookie']![0]).toMatch(/^__Host-feusa_session=[^;]+;.*; Secure$/);
    expect((await ann.ask('GET', '/api/session')).status).toBe(200);
    const token = ann.cookie.split('=')[1]!;
    const statusWith = async (cookie: string) =>
      (await ann.ask('GET', '/api/session', { headers: { cookie } })).status;
    expect(await statusWith(`feusa_session=${token}`)).toBe(401);
    expect(await statusWith(`feusa_session=other; ${ann.cookie}`)).toBe(200);
    expect(securityLines(ann.address)).toEqual(['signed in']);
  });

  it('takes writes from pages of the public address alone', async () => {
    const ann = visitor(way);
    await ann.signIn(SIGN_IN);
    const statusFrom = async (origin: string) => {
      const body = { name: `from ${origin}`.slice(0, 50), parentId: null };
      return (await ann.ask('POST', '/api/commands/add-folder', { body, headers: { origin } }))
        .status;
    };
    expect(await statusFrom(PUBLIC_URL)).toBe(200);
    const others = [product.address, 'http://intranet.example.com', 'https://evil.example', 'null'];
    for (const origin of others) expect(await statusFrom(origin)).toBe(403);
    const headers = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    expect((await ann.ask('DELETE', '/api/session', { headers })).status).toBe(403);
  });

  it('limits who guesses, whatever address they make up, and nobody else', async () => {
    const guesser = visitor(way);
    const guess = (made: string) => guesser.signIn(failed, { 'x-forwarded-for': made });
    for (let count = 0; count < 100; count++)
      expect((await guess(`10.1.1.${count}`)).status).toBe(401);
    expect((await guess('10.2.2.2')).status).toBe(429);
    expect((await guess(`127.0.0.1, ${newAddress()}`)).status).toBe(429);
    expect((await visitor(way).signIn(SIGN_IN)).status).toBe(201);
    expect(securityLines(guesser.address).slice(-1)).toEqual(['sign-in limited']);
  });

  it('protects the address of an owner from strangers', async () => {
    const email = `owner-${ways.indexOf(way)}@feusa.example`;
    await product.newPerson('basic', email);
    const [owner, stranger] = [visitor(way), visitor(way)];
    expect((await owner.signIn({ ...SIGN_IN, email })).status).toBe(201);
    const guess = { ...SIGN_IN, email, password: 'a wrong guess' };
    for (let count = 0; count < 10; count++)
      expect((await stranger.signIn(guess)).status).toBe(401);
    expect((await stranger.signIn({ ...SIGN_IN, email })).status).toBe(429);
    expect((await owner.signIn({ ...SIGN_IN, email })).status).toBe(201);
  });

  it('knows a caller of IPv6', async () => {
    const before = securityLines('::1').length;
    expect((await visitor(way, '::1').signIn(SIGN_IN)).status).toBe(201);
    expect(securityLines('::1').slice(before)).toEqual(['signed in']);
  });

  it('sends letters that lead to the public address', async () => {
    const dir = path.join(product.settings['FEUSA_DATA_DIR']!, 'mail');
    const letters = () => readdir(dir).catch((): string[] => []);
    const before = new Set(await letters());
    const ann = visitor(way);
    // An account of its own: nobody is sent a second letter within minutes.
    const email = `${randomUUID()}@feusa.example`;
    await product.newPerson('basic', email);
    const body = { email };
    const headers = { 'x-forwarded-host': 'evil.example' };
    const answer = await ann.ask('POST', '/api/password-resets', { body, headers });
    expect(answer.status).toBe(202);
    const fresh = async () => (await letters()).filter((name) => !before.has(name));
    const letter = async () => {
      const [letter] = await fresh();
      const text = letter ? await readFile(path.join(dir, letter), 'utf8') : '';
      return text.replaceAll('=3D', '=').replaceAll('=\r\n', '');
    };
    await poll(letter).toContain(`${PUBLIC_URL}/reset?token=`);
    expect(await fresh()).toHaveLength(1);
    expect(await letter()).not.toContain('evil');
    expect(securityLines(ann.address)).toEqual(['reset requested']);
  });

  it('shows changes over a socket, to its own pages', async () => {
    const ann = visitor(way);
    await ann.signIn(SIGN_IN);
    const open = (origin: string) =>
      io(`https://127.0.0.1:${ports[way]}`, {
        ...{ forceNew: true, reconnection: false, transports: ['websocket'] },
        ...{ ca: fronts.certificate, servername: 'intranet.example.com' },
        extraHeaders: { ...ann.headers, origin },
      } as never);
    const foreign = open('https://evil.example');
    await new Promise((refused) => foreign.once('connect_error', refused));
    const socket = open(PUBLIC_URL);
    const seen: { value?: { name: string } }[] = [];
    socket.on('change', (change) => void seen.push(change as never));
    await new Promise<void>((connected, fail) => {
      socket.once('connect', connected).once('connect_error', fail);
    });
    await socket.emitWithAck('watch', { topics: ['folder:root'] });
    const body = { name: `seen behind ${way}`, parentId: null };
    await ann.ask('POST', '/api/commands/add-folder', { body });
    await poll(() => seen.map(({ value }) => value?.name)).toContain(body.name);
    socket.close();
    const polled = await ann.ask('GET', '/socket.io/?EIO=4&transport=polling');
    expect(String(polled.body['text'])).toMatch(/^0\{"sid"/);
  });

  it('takes an upload that goes on for long', async () => {
    const ann = visitor(way);
    await ann.signIn(SIGN_IN);
    const tus = { 'tus-resumable': '1.0.0' };
    const name = Buffer.from('slow.txt').toString('base64');
    const pieces = UPLOAD * 4;
    const size = pieces * 2048;
    const created = await ann.ask('POST', '/api/uploads', {
      headers: { ...tus, 'upload-length': String(size), 'upload-metadata': `filename ${name}` },
    });
    expect(created.status).toBe(201);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        ...{ ...ann.headers, ...tus, 'content-type': 'application/offset+octet-stream' },
        ...{ 'upload-offset': '0', 'content-length': String(size) },
      };
      const url = created.headers.location!;
      const options = { ...ann.connection, path: url, method: 'PATCH', agent: ann.agent, headers };
      const sent = request(options, (answer) => resolve(answer.resume().statusCode!));
      sent.on('error', reject);
      void (async () => {
        for (let piece = 0; piece < pieces; piece++) {
          sent.write('x'.repeat(2048));
          await pause(250);
        }
        sent.end();
      })();
    });
    expect(status).toBe(204);
  });

  it('keeps the figures to itself', async () => {
    const answer = await visitor(way).ask('GET', '/metrics');
    expect(answer.status).toBe(404);
  });
});

it('loses no write that comes after a pause, by connections that were idle', async () => {
  const visitors = await Promise.all(
    ways.map(async (way) => {
      const ann = visitor(way);
      await ann.signIn(SIGN_IN);
      return ann;
    }),
  );
  const writes = () =>
    visitors.flatMap((ann) =>
      Array.from({ length: 40 }, () => {
        const body = { name: randomUUID(), parentId: null };
        return ann.ask('POST', '/api/commands/add-folder', { body }).then(
          ({ status }) => status,
          (fault: Error) => fault.message,
        );
      }),
    );
  const all = Array.from({ length: 40 * ways.length }, () => 200);
  expect(await Promise.all(writes())).toEqual(all);
  await pause(IDLE * 1000);
  expect(await Promise.all(writes())).toEqual(all);
});
