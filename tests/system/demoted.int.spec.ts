import { randomUUID } from 'node:crypto';
import {
  FIND_TOPIC,
  folderTopic,
  GROUPS_TOPIC,
  LOG_TOPIC,
  type Change,
} from '@feusa/contracts/live';
import { waitFor } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { openCompany, type Company } from './test-hidden.js';
import { canariesIn } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let company: Company;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
});
afterAll(() => product.close());

type Received = Partial<Change> & { readonly resync?: string; readonly role?: string };

interface Tab {
  readonly socket: Socket;
  readonly received: Received[];
}

async function tab(as: Person, topics: readonly string[]): Promise<Tab> {
  const socket = product.connect(as);
  const received: Received[] = [];
  socket.on('change', (change: Change) => received.push(change));
  socket.on('resync', ({ topic }: { topic: string }) => received.push({ resync: topic }));
  socket.on('session', ({ role }: { role: string }) => received.push({ role }));
  expect(await socket.emitWithAck('watch', { topics })).toHaveProperty('position');
  return { socket, received: received };
}

let number = 0;
const setRole = (userId: string, role: string) => product.done('set-user-role', { userId, role });

/** What is told of something new in each of these folders, until something that all may see. */
async function receivedOf(
  { received: messages }: Tab,
  folders: readonly string[],
): Promise<readonly Received[]> {
  const from = messages.length;
  for (const parentId of folders)
    await product.done('add-folder', { name: `Malachite ${++number}`, parentId });
  const fence = await product.done('add-folder', { name: `Plain ${++number}`, parentId: null });
  await waitFor(() => expect(messages).toContainEqual(expect.objectContaining({ id: fence.id })));
  return messages.slice(from);
}

describe('the open screens of an administrator who is none any more', () => {
  it.each(['auditor', 'basic'] as const)('are read again and cut, as %s', async (role) => {
    const isAuditor = role === 'auditor';
    const person = await product.newPerson('admin', `fallen-${randomUUID()}@feusa.example`);
    const { open, pay, inner } = company;
    const folders = [null, open, pay, inner].map(folderTopic);
    const own = [FIND_TOPIC, LOG_TOPIC, GROUPS_TOPIC];
    const one = await tab(person, [...folders, ...own]);
    const all = await receivedOf(one, [pay, inner]);
    expect(canariesIn(JSON.stringify(all))).toEqual(['malachite']);

    await setRole(person.id, role);
    const lost = role === 'basic' ? own : [FIND_TOPIC];
    await waitFor(() => {
      expect(one.received).toContainEqual({ role });
      for (const topic of [...folders, ...lost])
        expect(one.received).toContainEqual({ resync: topic });
    });
    const before = one.received.length;
    await receivedOf(one, [pay, inner]);
    const added = await product.done('add-group', { name: `Crew ${randomUUID()}` });
    await receivedOf(one, []);
    // The log is told a little after the folders.
    const less = () => one.received.slice(before);
    const has = (topic: string) => less().some((each) => each.topic === topic);
    await waitFor(() => expect(has(LOG_TOPIC)).toBe(isAuditor));
    await waitFor(() => expect(less().some(({ id }) => id === added.id)).toBe(isAuditor));
    expect(canariesIn(JSON.stringify(less().filter(({ topic }) => topic !== LOG_TOPIC)))).toEqual(
      [],
    );

    const from = one.received.length;
    await setRole(person.id, 'admin');
    await waitFor(() => {
      for (const topic of [...folders, ...lost])
        expect(one.received.slice(from)).toContainEqual({ resync: topic });
    });
    expect(canariesIn(JSON.stringify(await receivedOf(one, [pay, inner])))).toEqual(['malachite']);
    one.socket.disconnect();
  });

  it('end with a suspension', async () => {
    const person = await product.newPerson('admin', `suspended-${randomUUID()}@feusa.example`);
    const { socket } = await tab(person, [folderTopic(company.pay), LOG_TOPIC]);
    const isOut = new Promise((resolve) => socket.on('signed-out', resolve));
    const isCut = new Promise((resolve) => socket.on('disconnect', resolve));
    await product.done('suspend-user', { id: person.id });
    await Promise.all([isOut, isCut]);
    expect((await product.read(`/api/folders/${company.pay}`, person)).status).toBe(401);
  });
});

it('what was found is looked for again where access is taken', async () => {
  const { people, group } = company;
  const member = await tab(people.group, [FIND_TOPIC]);
  await product.done('set-group-members', { id: group, userIds: [] });
  await waitFor(() => expect(member.received).toContainEqual({ resync: FIND_TOPIC }));
  await product.done('set-group-members', { id: group, userIds: [people.group.id] });
  member.socket.disconnect();
});

it('an outlook on taking back what one did as an administrator names no group, user or webhook', async () => {
  const person = await product.newPerson('admin', `former-${randomUUID()}@feusa.example`);
  const { id, position } = await product.done('add-group', { name: 'Crew' }, person);
  await product.done('rename-group', { id, name: 'Secret crew' });
  const preview = async () => {
    const answer = await product.get(`/api/undo?position=${String(position)}`, person);
    return [answer.status, JSON.stringify(answer.body).includes('Secret crew')];
  };
  expect(await preview()).toEqual([200, true]);
  await setRole(person.id, 'auditor');
  expect(await preview()).toEqual([200, true]);
  await setRole(person.id, 'basic');
  expect(await preview()).toEqual([404, false]);
});
