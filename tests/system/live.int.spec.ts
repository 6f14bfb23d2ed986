import type { Change } from '@feusa/contracts/live';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body } from './test-calls.js';
import { isDistributed, Product } from './test-product.js';

let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await Product.open();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => product.close());

async function watch(request: Body, as = product.people.basic) {
  const socket = product.connect(as);
  sockets.push(socket);
  const changes: Change[] = [];
  const resyncs: unknown[] = [];
  const order: string[] = [];
  socket.on('change', (change: Change) => (changes.push(change), order.push('change')));
  socket.on('resync', (message) => resyncs.push(message));
  const ended = new Promise<string>((resolve) =>
    socket.on('signed-out', () => resolve('signed-out')),
  );
  const cut = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  const answer = (await socket.emitWithAck('watch', request).then((received: Body) => {
    order.push('answer');
    return received;
  })) as { position: string; error?: string };
  return { socket, changes, resyncs, order, answer, ended, cut };
}

const until = async (done: () => boolean) => {
  for (let tries = 0; !done() && tries < 2000; tries++) await new Promise((r) => setTimeout(r, 10));
};
const addFolder = (name: string, parentId: string | null = null) =>
  product.done('add-folder', { name, parentId });

describe('live changes', () => {
  it('carry the row itself to everybody who watches, in order', async () => {
    const [a, b] = await Promise.all([
      watch({ topics: ['folder:root'] }),
      watch({ topics: ['folder:root', 'employees'] }),
    ]);
    const { id, position } = await addFolder('Parts');
    await product.done('rename-folder', { id, name: 'Spare parts' });
    await product.done('remove-folder', { id });
    await until(() => a.changes.length === 3 && b.changes.length === 3);
    expect(a.changes).toEqual(b.changes);
    expect(a.changes[0]).toMatchObject({
      topic: 'folder:root',
      position,
      op: 'put',
      id,
      value: { id, name: 'Parts', path: `/${id}`, version: 1 },
    });
    expect(a.changes.map(({ op }) => op)).toEqual(['put', 'put', 'remove']);
    expect(a.changes[2]).not.toHaveProperty('value');
  });

  it('say nothing to those who watch something else', async () => {
    const other = await watch({ topics: ['errors'] });
    await addFolder('Elsewhere');
    await product.done(
      'log-error',
      { details: 'Printer', errors: { code: 7 } },
      product.people.basic,
    );
    await until(() => other.changes.length > 0);
    expect(other.changes.map(({ topic, value }) => [topic, (value as Body)['details']])).toEqual([
      ['errors', 'Printer'],
    ]);
  });

  it('tell auditors that the log has grown, and nobody else', async () => {
    const { position: before } = await addFolder('Before');
    const log = await watch({ topics: ['log'], after: String(before) }, product.people.auditor);
    const { position } = await addFolder('Logged');
    await until(() => log.changes.at(-1)?.position === position);
    expect(log.changes.at(-1)).toEqual({ topic: 'log', position, op: 'put', id: position });
    const { answer } = await watch({ topics: ['log'] }, product.people.basic);
    expect(answer).toEqual({ error: 'You are not allowed to do this' });
  });

  it('tell a demoted auditor the new role, and no more of the log', async () => {
    const demoted = await product.newPerson('auditor', 'demoted@feusa.example');
    const { changes, socket } = await watch({ topics: ['log', 'folder:root'] }, demoted);
    const role = new Promise((resolve) => socket.on('session', resolve));
    await product.done('set-user-role', { userId: demoted.id, role: 'basic' });
    expect(await role).toEqual({ role: 'basic' });
    const before = changes.filter(({ topic }) => topic === 'log').length;
    const { position } = await addFolder('Unlogged');
    await until(() => changes.some((each) => each.position === position));
    await product.settled(String(position));
    expect(changes.filter(({ topic }) => topic === 'log')).toHaveLength(before);
  });

  it('tell a move in both places', async () => {
    const [from, to] = [(await addFolder('From')).id, (await addFolder('To')).id];
    const { id } = await addFolder('Moved', from);
    const { changes } = await watch({ topics: [`folder:${from}`, `folder:${to}`] });
    await product.done('move-folder', { id, parentId: to });
    await until(() => changes.length === 2);
    expect(changes.map(({ topic, op }) => [topic, op])).toEqual([
      [`folder:${from}`, 'remove'],
      [`folder:${to}`, 'put'],
    ]);
    expect(changes[1]?.value).toMatchObject({ path: `/${to}/${id}` });
  });

  it('are told again from the cursor of a browser that was away: all, once, after the answer', async () => {
    const first = await watch({ topics: ['employees'] });
    first.socket.close();
    const ids: string[] = [];
    for (let n = 0; n < 150; n++) {
      const { body } = await product.command('add-employee', { ...employee, firstName: `P${n}` });
      ids.push(body['id'] as string);
    }
    const last = await product.store.head();
    await product.settled(String(last.position));
    const again = await watch({ topics: ['employees'], after: first.answer.position });
    const more = await product.done('remove-employee', { id: ids[0] });
    await until(() => again.changes.length >= 151);
    expect(again.order[0]).toBe('answer');
    expect(again.changes.map(({ id }) => id)).toEqual([...ids, more.id]);
    const positions = again.changes.map(({ position }) => Number(position));
    expect(positions).toEqual([...positions].sort((x, y) => x - y));
    expect(again.resyncs).toEqual([]);
  });

  it('are told again after a restart of the server, too', async () => {
    const { answer, socket } = await watch({ topics: ['folder:root'] });
    socket.close();
    const { id } = await addFolder('While away');
    await product.restart();
    const again = await watch({ topics: ['folder:root'], after: answer.position });
    await until(() => again.changes.length > 0);
    expect(again.changes.map((change) => change.id)).toEqual([id]);
  });

  it.each([
    [{ topics: [] }],
    [{ topics: ['secrets'] }],
    [{ topics: ['folder:x'] }],
    [{}],
    ['text'],
  ])('refuse to watch %j', async (request) => {
    const { answer } = await watch(request as Body);
    expect(answer).toEqual({ error: expect.any(String) as unknown as string });
  });

  it('end within 2 s for a person who signs out, and for one who is removed', async () => {
    const leaver = await product.newPerson('basic', 'leaver@feusa.example');
    const open = await watch({ topics: ['employees'] }, leaver);
    await product.ask('DELETE', '/api/session', { as: leaver });
    expect(await open.ended).toBe('signed-out');
    expect(await open.cut).toBe('io server disconnect');
    const removed = await product.newPerson('basic', 'removed@feusa.example');
    const second = await watch({ topics: ['employees'] }, removed);
    await product.done('remove-user', { id: removed.id });
    expect(await second.ended).toBe('signed-out');
    expect((await product.get('/api/tree', removed)).status).toBe(401);
  });

  it('refuse a foreign page, and a polling connection that is somebody else’s', async () => {
    const { basic, auditor } = product.people;
    const foreign = product.connect(basic, {
      extraHeaders: { cookie: basic.cookie, origin: 'https://evil.example' },
    });
    sockets.push(foreign);
    await new Promise((resolve) => foreign.on('connect_error', resolve));
    expect(foreign.connected).toBe(false);
    const poll = (as = basic, sid = '') =>
      product.ask('GET', `/socket.io/?EIO=4&transport=polling${sid && `&sid=${sid}`}`, { as });
    const opened = (await poll()).body['text'] as string;
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    expect(isDistributed ? [400, 401] : [401]).toContain((await poll(auditor, sid)).status);
  });
});
