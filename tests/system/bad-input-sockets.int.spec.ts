import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { only } from '@feusa/testing/timers';
import { SIGNED_OUT, type Body, type Person } from './test-calls.js';
import { isDistributed, Product } from './test-product.js';

let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await Product.open();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => product.close());

const open = (as: Person = product.people.basic, options: Body = {}) => {
  const socket = product.connect(as, options);
  sockets.push(socket);
  return socket;
};
const outcome = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', ({ message }) => resolve(message));
  });
const opened = async (as?: Person) => {
  const socket = open(as);
  expect(await outcome(socket)).toBe('connected');
  return socket;
};
const cut = (socket: Socket) =>
  new Promise<string>((resolve) => socket.on('disconnect', (reason) => resolve(reason)));
const watch = (socket: Socket, topics: unknown = ['employees']) =>
  socket.timeout(3000).emitWithAck('watch', { topics }) as Promise<Body>;

const CLOSE = 0x88;
const until = async (done: () => boolean) => {
  for (let turn = 0; !done() && turn < 100_000; turn++) await new Promise(setImmediate);
};

describe('B65 a handshake', () => {
  const token = (value: string): Person => ({ id: '', cookie: `feusa_session=${value}` });
  it.each([
    ['without a cookie', () => SIGNED_OUT],
    ['with a made-up cookie', () => token('x'.repeat(43))],
    ['with an endless cookie', () => token('x'.repeat(8000))],
    ['with two cookies', () => token(`a; ${product.people.basic.cookie}`)],
  ])('%s is unauthorized', async (_, who) => {
    expect(await outcome(open(who()))).toBe('unauthorized');
  });

  it('with a session that has ended is unauthorized', async () => {
    const leaver = await product.newPerson('basic', 'leaver@feusa.example');
    await product.ask('DELETE', '/api/session', { as: leaver });
    expect(await outcome(open(leaver))).toBe('unauthorized');
  });

  it('gets nothing for claims and for somebody else’s place', async () => {
    const auth = { pid: 'x', offset: '0', role: 'admin', userId: product.people.admin.id };
    expect(await outcome(open(SIGNED_OUT, { auth, query: auth }))).toBe('unauthorized');
    const socket = open(product.people.basic, { auth });
    expect(await outcome(socket)).toBe('connected');
    expect(socket.recovered ?? false).toBe(false);
  });

  it('from a foreign page is refused', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const extraHeaders = { cookie: product.people.basic.cookie, origin };
      expect(await outcome(open(product.people.basic, { extraHeaders }))).not.toBe('connected');
    }
  });
});

describe('B66 a socket', () => {
  it.each([
    ['an unknown event', (socket: Socket) => socket.emit('subscribe', ['employees'])],
    ['a name of the server', (socket: Socket) => socket.emit('change', { op: 'remove' })],
    ['1 MB', (socket: Socket) => socket.emit('watch', { topics: ['x'.repeat(1_000_000)] })],
    ['bytes', (socket: Socket) => socket.emit('blob', Buffer.alloc(10))],
  ])('is closed after %s', async (_, send) => {
    const socket = await opened();
    const closed = cut(socket);
    send(socket);
    expect(await closed).not.toBe('io client disconnect');
  });

  it('is closed after a flood, and the others go on', async () => {
    const [flooder, other] = [await opened(), await opened(product.people.auditor)];
    const closed = cut(flooder);
    for (let n = 0; n < 1000; n++) flooder.emit('watch', { topics: ['employees'] });
    expect(await closed).toBe('io server disconnect');
    expect(await watch(other)).toHaveProperty('position');
  });

  it.each([
    ...[null, 7, 'employees', [], {}, [7], [null], [{}], ['role:admin'], ['user:x'], ['session:x']],
    ...[['folder:'], ['folder:undefined'], ['folder:root '], ['__proto__'], ['employees', 'x']],
    Array.from({ length: 301 }, () => 'employees'),
  ])('is told nothing of the topics %j', async (topics) => {
    expect(await watch(await opened(), topics)).toEqual({
      error: expect.any(String) as unknown as string,
    });
  });

  it('is told nothing of folders that there are not', async () => {
    const { id } = await product.done('add-folder', { name: 'Known', parentId: null });
    const socket = await opened();
    const unknown = `folder:${randomUUID()}`;
    expect(await watch(socket, [`folder:${id}`, unknown])).toEqual({ error: 'Folder not found' });
    expect(await watch(socket, [`folder:${id}`])).toHaveProperty('position');
  });

  it('may leave what it watches', async () => {
    const socket = await opened();
    const received: string[] = [];
    socket.on('change', ({ topic }: { topic: string }) => received.push(topic));
    await watch(socket, ['folder:root', 'errors']);
    const left = (await socket.emitWithAck('unwatch', { topics: ['folder:root'] })) as Body;
    expect(left).toHaveProperty('position');
    await product.done('add-folder', { name: 'Unseen', parentId: null });
    await product.done('log-error', { details: 'Seen', errors: {} }, product.people.basic);
    await poll(() => received).toEqual(['errors']);
    for (const request of [null, {}, { topics: [] }, { topics: ['x'] }, { topics: ['log'], of: 1 }])
      expect(await socket.emitWithAck('unwatch', request)).toHaveProperty('error');
  });

  it.each([-1, 1.5, 7, '-1', 'abc', '9007199254740993', {}, '1'.repeat(500)])(
    'is told nothing after %j',
    async (after) => {
      const socket = await opened();
      const request = { topics: ['employees'], after };
      const answer = (await socket.timeout(3000).emitWithAck('watch', request)) as Body;
      expect(answer).toEqual({ error: 'Not a position' });
    },
  );

  it('is told what is wrong', async () => {
    const socket = await opened();
    const topics = ['employees'];
    const faults: [unknown, string][] = [
      [null, 'Must be an object of JSON'],
      [{}, 'Unknown topics'],
      [{ topics: ['x'] }, 'Unknown topics'],
      [{ topics: Array.from({ length: 301 }, () => 'employees') }, 'Too many topics'],
      [{ topics, before: '1' }, 'Unknown field'],
    ];
    for (const [request, error] of faults)
      for (const name of ['watch', 'unwatch'])
        expect([request, await socket.emitWithAck(name, request)]).toEqual([request, { error }]);
  });

  it('may ask without waiting for an answer, or with too much', async () => {
    const socket = await opened();
    socket.emit('watch', { topics: ['employees'] });
    socket.emit('watch');
    socket.emit('watch', { topics: ['employees'] }, 'no function', 1, 2);
    expect(await watch(socket)).toHaveProperty('position');
  });

  it('in another namespace is not let in', async () => {
    const socket = product.connect(product.people.admin, {});
    sockets.push(socket);
    await outcome(socket);
    const admin = socket.io.socket('/admin');
    expect(await outcome(admin)).toBe('Invalid namespace');
  });
});

it('B67 one person has 20 sockets at a replica at most; those of others do not count', async () => {
  const many = await product.newPerson('basic', 'many@feusa.example');
  // With the services apart, the gateway keeps one session with one replica.
  const all = await Promise.all(Array.from({ length: 120 }, () => outcome(open(many))));
  expect(all.filter((each) => each === 'connected')).toHaveLength(20);
  expect(new Set(all)).toEqual(new Set(['connected', 'too many connections']));
  await opened();
  sockets.filter(({ connected }) => connected)[0]?.close();
  await poll(() => outcome(open(many)), { timeout: 30_000 }).toBe('connected');
});

describe('B68, B69 the transport', () => {
  afterEach(() => void jest.useRealTimers());

  it('closes who does not answer for 45 s', async () => {
    jest.useFakeTimers(only('setTimeout'));
    const { hostname, port, host } = new URL(product.address);
    const socket = connect(Number(port), hostname);
    const frames: number[] = [];
    socket.on('data', (data) => frames.push(data[0] ?? 0));
    socket.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        `Host: ${host}`,
        `Cookie: ${product.people.basic.cookie}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
      ].join('\r\n'),
    );
    await until(() => frames.length > 1);
    await jest.advanceTimersByTimeAsync(45_000);
    await until(() => frames.includes(CLOSE));
    expect(frames).toContain(CLOSE);
    socket.destroy();
  });

  it.each([
    '/socket.io/?EIO=4&transport=polling&sid=unknown',
    '/socket.io/?EIO=9&transport=polling',
    '/socket.io/?EIO=4&transport=nonsense',
    '/socket.io/?EIO=4&transport[]=polling',
    '/socket.io/',
  ])('refuses %s', async (address) => {
    expect((await product.get(address)).status).toBe(400);
  });

  it('refuses to poll and to post with somebody else’s id', async () => {
    // Another copy than the one that opened it does not even know it.
    const refused = isDistributed ? [400, 401] : [401];
    const { basic, auditor } = product.people;
    const address = '/socket.io/?EIO=4&transport=polling';
    const { text } = (await product.get(address, basic)).body as { text: string };
    const { sid } = JSON.parse(text.slice(1)) as { sid: string };
    for (const as of [auditor, SIGNED_OUT]) {
      expect(refused).toContain((await product.ask('GET', `${address}&sid=${sid}`, { as })).status);
      const post = { as, body: '40', headers: { 'content-type': 'text/plain' } };
      expect(refused).toContain((await product.ask('POST', `${address}&sid=${sid}`, post)).status);
    }
  });
});
