import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change } from '@feusa/contracts/live';
import { waitFor } from '@feusa/testing/wait';
import type { Socket } from 'socket.io-client';
import { everybody, insiders, openCompany, type Company, type Who } from './test-hidden.js';
import { canariesIn } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let company: Company;
let access: object;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
  const { group, people } = company;
  access = { read: [group, people.person.id], manage: [people.manager.id] };
});
beforeEach(() => void sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => product.close());

/** Within which rows have left an open screen. */
const AT_ONCE_MS = 2000;

type LiveMessage = Partial<Change> & { readonly resync?: string };

/** What somebody is told who watches a topic. */
async function watch(topic: string, as: Person, after?: string): Promise<LiveMessage[]> {
  const socket = product.connect(as);
  sockets.push(socket);
  const received: LiveMessage[] = [];
  socket.on('change', (change: Change) => received.push(change));
  socket.on('resync', ({ topic: resync }: { topic: string }) => received.push({ resync }));
  const since = after === undefined ? {} : { after };
  const answer = (await socket.emitWithAck('watch', { topics: [topic], ...since })) as object;
  expect(answer).toHaveProperty('position');
  return received;
}

/** Everybody is told of something that all may see, and so of all that came before it. */
async function fence(lists: readonly (readonly LiveMessage[])[]): Promise<void> {
  const { position } = await product.done('add-folder', { name: 'Plain', parentId: company.open });
  await waitFor(() =>
    lists.forEach((messages) =>
      expect(
        messages.some((each) => Number(each.position) >= Number(position) || each.resync),
      ).toBe(true),
    ),
  );
}

const each = <T>(make: (who: Who) => Promise<T>) =>
  Promise.all(everybody.map(async (who) => [who, await make(who)] as const));
const seesIt = (who: Who) => insiders.includes(who);

describe('what somebody may not see, live', () => {
  it('is told to those alone who may', async () => {
    const { people, open, pay } = company;
    const lists = await each((who) => watch(`folder:${open}`, people[who]));
    await product.done('rename-folder', { id: pay, name: 'Quartzite 2' });
    await fence(lists.map(([, messages]) => messages));
    for (const [who, received] of lists) {
      expect([who, canariesIn(JSON.stringify(received)).length > 0]).toEqual([who, seesIt(who)]);
      expect([who, JSON.stringify(received).includes(pay)]).toEqual([who, seesIt(who)]);
    }
  });

  it('is not told again to who missed it', async () => {
    const { people, open, pay } = company;
    const after = String((await product.store.head()).position);
    await product.done('rename-folder', { id: pay, name: 'Quartzite' });
    const lists = await each((who) => watch(`folder:${open}`, people[who], after));
    await fence(lists.map(([, messages]) => messages));
    for (const [who, received] of lists)
      expect([who, canariesIn(JSON.stringify(received)).length > 0]).toEqual([who, seesIt(who)]);
  });

  it('comes and goes with the access, and its topics are cut', async () => {
    const { people, open, pay, group } = company;
    const { none, person, group: member } = people;
    await product.done('set-folder-access', { id: pay, access: null });
    const [outside, inside] = [
      await watch(`folder:${open}`, none),
      await watch(`folder:${pay}`, none),
    ];
    const kept = await watch(`folder:${pay}`, person);
    await product.done('set-folder-access', { id: pay, access });
    await waitFor(() => {
      expect(outside).toContainEqual(expect.objectContaining({ op: 'remove', id: pay }));
      expect(inside).toContainEqual({ resync: `folder:${pay}` });
    });
    const before = inside.length;
    await product.done('add-folder', { name: 'Malachite 2', parentId: pay });
    await waitFor(() => expect(canariesIn(JSON.stringify(kept))).toEqual(['malachite']));
    await fence([outside]);
    expect(inside).toHaveLength(before);
    const [above, below] = [
      await watch(`folder:${open}`, member),
      await watch(`folder:${pay}`, member),
    ];
    await product.done('set-group-members', { id: group, userIds: [] });
    await waitFor(() => {
      expect(above).toContainEqual(expect.objectContaining({ op: 'remove', id: pay }));
      expect(below).toContainEqual({ resync: `folder:${pay}` });
    });
    await product.done('set-group-members', { id: group, userIds: [member.id] });
    await waitFor(() => expect(above).toContainEqual({ resync: `folder:${open}` }));
  });

  it('comes and goes with members that an undo takes back, and ends with the erasure of one', async () => {
    const { open, pay, group } = company;
    const email = 'member@feusa.example';
    const member = await product.newPerson('basic', email);
    const undo = async (position: string) => {
      const body = { position };
      const answer = await product.ask('POST', '/api/undo', { as: product.people.admin, body });
      expect(answer.status).toBe(200);
      return String(answer.body['position']);
    };
    const { position } = await product.done('set-group-members', {
      id: group,
      userIds: [member.id],
    });
    const above = await watch(`folder:${open}`, member);
    const below = await watch(`folder:${pay}`, member);
    const undone = await undo(String(position));
    await waitFor(() => {
      expect(above).toContainEqual(expect.objectContaining({ op: 'remove', id: pay }));
      expect(below).toContainEqual({ resync: `folder:${pay}` });
    }, AT_ONCE_MS);
    await undo(undone);
    await waitFor(() => expect(above).toContainEqual({ resync: `folder:${open}` }), AT_ONCE_MS);
    const inside = await watch(`folder:${pay}`, member);
    await product.done('add-folder', { name: 'Malachite 3', parentId: pay });
    await waitFor(() => expect(canariesIn(JSON.stringify(inside))).toEqual(['malachite']));
    const [before, socket] = [inside.length, sockets.at(-1)!];
    await product.done('erase-person', { id: member.id, kind: 'user', name: email });
    await waitFor(() => expect(socket.connected).toBe(false), AT_ONCE_MS);
    await product.done('add-folder', { name: 'Malachite 4', parentId: pay });
    const kept = await watch(`folder:${open}`, company.people.none);
    await fence([kept]);
    expect(inside).toHaveLength(before);
    expect((await product.get(`/api/folders/${pay}`, member)).status).toBe(401);
  });
});
