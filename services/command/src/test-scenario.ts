import type { EventStore } from '@feusa/event-log/store/port';
import type { CommandInput, CommandName } from '@feusa/contracts/commands';
import { streamOf, type DomainEvent } from '@feusa/contracts/events';
import type { RefusalCode } from '@feusa/contracts/refusals';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { SYSTEM } from './feature.js';
import { ANN, openBus, send, settled, testFeatures, type SendOptions } from './test-bus.js';

let log: TestLog;
let store: EventStore;
let bus: CommandBus;

/** One log and one bus for the scenarios of a file. */
export function openScenario(): void {
  beforeAll(async () => {
    log = await openTestLog();
    store = log.store;
    bus = await openBus(store);
  });
  afterAll(() => log.close());
}

/** Sends a command that must be accepted with exactly this event; answers with its id and version. */
export async function accepts<N extends CommandName>(
  name: N,
  body: CommandInput<N>,
  event: DomainEvent,
  { by = ANN, ...options }: SendOptions = {},
) {
  const { position: before } = await store.head();
  const answer = await send(bus, name, body, { by, ...options });
  const noun =
    name === 'purge' ? (body as CommandInput<'purge'>).kind : testFeatures.get(name)!.noun;
  const { id, version } = answer;
  expect(await store.read(before, 10)).toEqual([
    {
      ...event,
      position: before + 1,
      id: expect.any(String),
      stream: streamOf(noun, id),
      version,
      schemaVersion: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: by.id,
      commandId: expect.any(String),
      correlationId: expect.stringMatching(/^request /),
    },
  ]);
  expect(answer).toEqual({
    id: (!name.startsWith('copy-') && 'id' in body && body.id) || id,
    version,
    position: String(before + 1),
  });
  return { id, version };
}

/** Sends a command that must be refused, with no event at all. */
export async function refuses<N extends CommandName>(
  name: N,
  body: CommandInput<N>,
  code: RefusalCode,
  { facts = {}, ...options }: SendOptions & { facts?: object } = {},
) {
  const before = await store.head();
  expect(await settled(send(bus, name, body, options))).toEqual({ refused: code, ...facts });
  expect(await store.head()).toEqual(before);
}

/** Sends a command that must be accepted with no event; its thing stays at this version. */
export async function changesNothing<N extends CommandName>(
  name: N,
  body: CommandInput<N> & { readonly id: string },
  version: number,
) {
  const before = await store.head();
  const position = String(before.position);
  expect(await send(bus, name, body)).toEqual({ id: body.id, version, position });
  expect(await store.head()).toEqual(before);
}

/** Adds a folder and answers with its id. */
export const addFolder = async (name: string, parentId: string | null = null) =>
  (
    await accepts(
      'add-folder',
      { name, parentId },
      { type: 'FolderAdded', data: { name, parentId } },
    )
  ).id;

/** Somebody with an account; answers with their id. */
export async function registered(email: string): Promise<string> {
  const body = { email, password: 'secret words', teamPassword: 'team' };
  const event = { type: 'UserRegistered', data: { email, role: 'admin' } } as const;
  return (await accepts('register-user', body, event, { by: SYSTEM })).id;
}
