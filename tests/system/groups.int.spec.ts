import { randomUUID } from 'node:crypto';
import { accessBounds } from '@feusa/contracts/access-bounds';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Change } from '@feusa/contracts/live';
import { waitFor } from '@feusa/testing/wait';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const groups = async (address = '/api/groups', as = product.people.admin) => {
  const { status, body } = await product.read(address, as);
  expect(status).toBe(200);
  return body['groups'];
};

describe('groups', () => {
  it('are listed by name with their members, live and as they were', async () => {
    const { admin, auditor, basic } = product.people;
    const socket = product.connect(auditor);
    const received: Change[] = [];
    socket.on('change', (change: Change) => received.push(change));
    expect(await socket.emitWithAck('watch', { topics: ['groups'] })).toHaveProperty('position');
    const workshop = await product.done('add-group', { name: 'Workshop' }, admin);
    await product.done('add-group', { name: 'Field' }, admin);
    const userIds = [basic.id, auditor.id].sort();
    const { position } = await product.done(
      'set-group-members',
      { id: workshop['id'], userIds },
      admin,
    );
    const filled = { id: workshop['id'], name: 'Workshop', members: userIds, version: 2 };
    const field = expect.objectContaining({ name: 'Field', members: [] });
    expect(await groups(`/api/groups?after=${String(position)}`)).toEqual([field, filled]);
    await waitFor(() =>
      expect(received.at(-1)).toMatchObject({
        topic: 'groups',
        op: 'put',
        value: filled,
        position,
      }),
    );
    const removed = await product.done('remove-group', { id: workshop['id'] }, admin);
    expect(await groups(`/api/groups?after=${String(removed['position'])}`)).toEqual([field]);
    expect(await groups(`/api/groups?at=${String(position)}`, auditor)).toEqual([field, filled]);
    const body = { position: removed['position'] };
    const undone = await product.ask('POST', '/api/undo', { as: admin, body });
    await product.settled(String(undone.body['position']));
    expect(await groups()).toEqual([field, { ...filled, version: 4 }]);
  });

  it('have as many members as the table of bounds says, and no more', async () => {
    const { admin } = product.people;
    const { id } = await product.done('add-group', { name: 'Everybody' }, admin);
    const set = (count: number) =>
      product.command('set-group-members', {
        ...{ id, userIds: Array.from({ length: count }, () => randomUUID()) },
      });
    const most = accessBounds.members.value;
    // All of them are read, and nobody of them is known.
    expect(await set(most)).toMatchObject({ status: 404 });
    expect(await set(most + 1)).toMatchObject({ status: 400 });
  });

  it('are shown to auditors and administrators alone', async () => {
    const socket = product.connect(product.people.basic);
    expect(await socket.emitWithAck('watch', { topics: ['groups'] })).toHaveProperty('error');
    expect((await product.get('/api/groups')).status).toBe(403);
  });
});
