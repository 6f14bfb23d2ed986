import { randomUUID } from 'node:crypto';
import { topicOf } from '@feusa/event-log/kafka/topic';
import { PARTITIONS } from '@feusa/event-log/kafka/kafka';
import { TestTopic } from '@feusa/event-log/kafka/test-topic';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Change } from '@feusa/contracts/live';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let topic: TestTopic;
let folder: string;
let person: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await Product.open({}, true);
  topic = new TestTopic(topicOf(product.settings['FEUSA_NAMESPACE'] ?? ''));
  folder = (await product.done('add-folder', { name: 'Ours', parentId: null })).id;
  person = (await product.done('add-employee', employee)).id;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => product.close());

/** What browsers at every replica see of the folders and the directory. */
let seen: Change[][];
beforeEach(async () => {
  seen = await Promise.all(
    product.replicas.map(async (replica) => {
      const socket = product.connect(product.people.basic, {}, replica);
      sockets.push(socket);
      const changes: Change[] = [];
      socket.on('change', (change: Change) => changes.push(change));
      await socket.emitWithAck('watch', { topics: ['folder:root', 'employees'] });
      return changes;
    }),
  );
});

/** What a stranger would like to have happened, at the next positions of the log. */
async function wished(): Promise<StoredEvent[]> {
  const { position } = await product.store.head();
  const wish = (stream: string, version: number, type: string, data: Body) => ({
    ...{ id: randomUUID(), stream, version, type, data, schemaVersion: 1 },
    ...{ at: new Date().toISOString(), actor: product.people.admin.id },
    ...{ commandId: randomUUID(), correlationId: randomUUID() },
  });
  const { basic } = product.people;
  const versions = await product.store.readStreams([`folder-${folder}`]);
  return [
    wish(`folder-${folder}`, versions.length + 1, 'FolderRenamed', { name: 'Forged' }),
    wish(`folder-${randomUUID()}`, 1, 'FolderAdded', { name: 'Forged', parentId: null }),
    wish(`employee-${person}`, 2, 'EmployeeUpdated', { ...employee, lastName: 'Forged' }),
    wish(`user-${basic.id}`, 2, 'UserRoleSet', { role: 'admin' }),
  ].map((event, index) => ({ position: position + 1 + index, ...event }) as StoredEvent);
}

const messageOf = (event: StoredEvent, code?: string) => ({
  key: event.stream,
  value: JSON.stringify(event),
  headers: { position: String(event.position), ...(code && { code }) },
});

/** Something true happens, and is all that anybody sees. */
async function onlyOurs(name: string): Promise<void> {
  const { position } = await product.done('rename-folder', { id: folder, name });
  await poll(() => seen.map((each) => each.length)).toEqual(product.replicas.map(() => 1));
  for (const changes of seen)
    expect(changes[0]).toMatchObject({ position, id: folder, value: { name } });
  const after = `?after=${position}`;
  const pages = [`/api/folders${after}`, `/api/employees${after}`, '/api/users'].map((each) =>
    product.read(each, product.people.admin),
  );
  const texts = (await Promise.all(pages)).map(({ body }) => JSON.stringify(body));
  expect(texts[0]).toContain(name);
  expect(texts.join()).not.toContain('Forged');
  expect(texts[2]).toMatch(/basic@feusa\.example[^}]*"role":"basic"/);
  const found = await product.read(`/api/search?q=Forged&after=${position}`);
  expect(found).toMatchObject({ status: 200, body: { hits: [], total: 0 } });
}

/** Messages that were not believed, by all who read the topic. */
async function foreign(): Promise<number[]> {
  const counts = product.replicas.map(async (replica) => {
    const text = await (await fetch(`${replica}/metrics`)).text();
    const lines = text.matchAll(/^feusa_foreign_messages_total\{[^}]*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  });
  return Promise.all(counts);
}

describe('who can write to Kafka', () => {
  it('changes nothing that anybody sees, and is noticed', async () => {
    const before = await foreign();
    const forged = await wished();
    const code = Buffer.alloc(32, 1).toString('base64url');
    await topic.write(forged.flatMap((each) => [messageOf(each), messageOf(each, code)]));
    await topic.write([{ value: 'not JSON' }, { value: '{"position":1e99}' }, { value: null }]);
    await onlyOurs('After the forged');
    const noticed = (count: number, index: number) => count >= before[index]! + 8;
    await poll(async () => (await foreign()).every(noticed)).toBe(true);
  });

  it('makes nothing of what a code was made for', async () => {
    const codes = (await topic.read()).flatMap(({ headers }) => headers?.['code'] ?? []);
    const forged = await wished();
    await topic.write(forged.map((each, index) => messageOf(each, String(codes[index]))));
    await onlyOurs('After the borrowed codes');
  });

  it('does not say that more was handled than was', async () => {
    const marks = Array.from({ length: PARTITIONS }, (_, partition) => ({
      partition,
      value: JSON.stringify({ watermark: 1_000_000, partition, epoch: 99 }),
    }));
    await topic.write(marks);
    const { id, position } = await product.done('add-employee', { ...employee, lastName: 'Late' });
    const { body } = await product.read(`/api/search?q=Late&after=${position}`);
    expect(body['hits']).toEqual([{ objectID: id }]);
  });

  it('changes nothing with what was true once, sent again and in another order', async () => {
    const { id } = await product.done('add-employee', { ...employee, lastName: 'Gone' });
    await product.done('remove-employee', { id });
    seen.forEach((changes) => changes.splice(0));
    const all = await topic.read();
    await topic.write(all.toReversed());
    await topic.write(all.map((message, at) => ({ ...message, partition: at % PARTITIONS })));
    await onlyOurs('After the old ones');
    expect((await product.read('/api/search?q=Gone')).body).toEqual({ hits: [], total: 0 });
  });
});
