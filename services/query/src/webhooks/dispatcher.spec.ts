import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import { Progress } from '@feusa/event-log/subscription/progress';
import type { HookState, WebhookStates } from '@feusa/event-log/webhooks/states';
import { waitUntil } from '@feusa/testing/wait';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { WebhookDispatcher } from './dispatcher.js';

const ID = '0190a3a0-0000-7000-8000-000000000001';
const at = '2026-01-01T00:00:00.000Z';
const NEVER = 3_600_000;

let server: Server;
let told: number;
let log: StoredEvent[];
/** How often the head of the log was asked. */
let asked: number;
let stopped: AbortController;
let running: Promise<void> | undefined;
beforeEach(async () => {
  [told, log, asked, stopped] = [0, [], 0, new AbortController()];
  server = createServer((request, answer) => {
    told += 1;
    request.resume();
    answer.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  stopped.abort();
  await running;
  server.closeAllConnections();
  server.close();
});

const store = {
  head: () => Promise.resolve({ position: ((asked += 1), log.length), hash: Buffer.alloc(32) }),
  read: (after: number, limit: number) => Promise.resolve(log.slice(after, after + limit)),
  readLatest: () => Promise.resolve(log.filter(({ type }) => type === 'WebhookAdded')),
  readStreams: () => Promise.resolve(log.filter(({ type }) => type === 'WebhookAdded')),
  readRecorded: (after: number, limit: number) =>
    Promise.resolve(log.slice(after, after + limit).map((event) => ({ event, by: null }))),
};

function memory(): WebhookStates {
  let state: HookState | undefined;
  const from = (cursor: number): HookState => ({
    ...{ id: ID, cursor, begun: cursor, tries: 0 },
    ...{ deliveredAt: null, failingSince: null, failedAt: null, failure: null },
    ...{ nextTryAt: null, pausedAt: null },
  });
  return {
    begin: (_id, position) => Promise.resolve((state ??= from(position))),
    all: () => Promise.resolve(new Map(state ? [[ID, state]] : [])),
    moved: async (_id, cursor) => void (state = { ...state!, cursor }),
    failed: () => Promise.reject(new Error('failed')),
  };
}

const quiet = { error: () => undefined, warn: () => undefined, info: () => undefined };

/** A dispatcher which asks of itself as rarely as is said; what is appended is projected unless `quietly`. */
function start(restMs: number) {
  const ports = {
    ...{ store, pool: {}, mail: {}, log: quiet },
    config: { FEUSA_WEBHOOK_NETWORKS: () => true },
    webhookSecret: () => Promise.resolve(`whsec_${Buffer.alloc(24).toString('base64')}`),
  };
  const model = { progress: new Progress() };
  const dispatcher = new WebhookDispatcher(ports as never, memory(), model, restMs);
  running = dispatcher.run(stopped.signal);
  return (type: string, stream: string, data: object, how?: { readonly quietly: boolean }) => {
    const position = log.length + 1;
    const id = `0190a3a0-0000-7000-8000-00000000001${position}`;
    const event = { ...{ id, type, stream, data, at, position }, version: 1, actor: ID };
    log.push(event as never);
    if (!how?.quietly) model.progress.moveTo(position);
  };
}

const addWebhook = { url: '', types: ['FolderAdded'], folderId: null };
const hook = () => ({
  ...addWebhook,
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
});

it('asks nothing while nothing happens', async () => {
  start(NEVER);
  await sleep(2200);
  expect(asked).toBe(1);
});

it('is told of a webhook and of what happens, whatever its rest', async () => {
  const append = start(NEVER);
  await waitUntil(() => asked > 0);
  await sleep(700);
  append('WebhookAdded', `webhook-${ID}`, hook());
  append('FolderAdded', 'folder-1', { name: 'One', parentId: null });
  await waitUntil(() => told === 1);
  const before = asked;
  await sleep(2200);
  // It looks once more whether something is left, or twice where a look was under way.
  expect(asked - before).toBeLessThan(4);
  append('FolderAdded', 'folder-2', { name: 'Two', parentId: null });
  await waitUntil(() => told === 2);
});

it('asks from time to time, also where it is not told', async () => {
  const append = start(10);
  await waitUntil(() => asked >= 3);
  append('WebhookAdded', `webhook-${ID}`, hook(), { quietly: true });
  append('FolderAdded', 'folder-1', { name: 'One', parentId: null }, { quietly: true });
  await waitUntil(() => told === 1);
});
