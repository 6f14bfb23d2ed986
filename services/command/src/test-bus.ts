import { randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/event-log/store/port';
import type { Limits } from '@feusa/identity/limits/port';
import type { FinishedUpload, Uploads } from '@feusa/files/uploads/port';
import {
  commands,
  type CommandAnswer,
  type CommandInput,
  type CommandName,
} from '@feusa/contracts/commands';
import type { StoredEvent } from '@feusa/contracts/events';
import type { OnConflict } from '@feusa/contracts/on-conflict';
import { Refusal, refuse, type RefusalFacts } from '@feusa/contracts/refusals';
import type { Command } from '@feusa/domain/decider';
import { openTestLog } from '@feusa/testing/log';
import { busModule } from '@feusa/http/cqrs';
import type { INestApplicationContext, Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, EventBus } from '@nestjs/cqrs';
import { changeOf, EventsAppended, writeSide } from './bus/write-side.js';
import { tableOf, type Actor, type Features } from './feature.js';
import { filesFeature, linksFeature } from './features/docs.js';
import { employeesFeature } from './features/employees.js';
import { errorsFeature } from './features/errors.js';
import { groupsFeature } from './features/groups.js';
import { foldersFeature } from './features/folders.js';
import { usersFeature } from './features/users.js';
import { webhooksFeature } from './features/webhooks.js';

export const ANN: Actor = { id: '00000000-0000-4000-8000-00000000000a', role: 'admin' };
export const SAM: Actor = { id: '00000000-0000-4000-8000-000000000005', role: 'basic' };
export const KIM: Actor = { id: '00000000-0000-4000-8000-00000000000b', role: 'basic' };

/** Finished uploads of Ann by id; anything else is not found. */
export const UPLOADS = {
  plan: '11111111-1111-4111-8111-111111111111',
  photo: '22222222-2222-4222-8222-222222222222',
  revised: '44444444-4444-4444-8444-444444444444',
  half: '33333333-3333-4333-8333-333333333333',
} as const;

export const finished = (id: string): FinishedUpload => ({
  id,
  owner: ANN.id,
  name: id === UPLOADS.photo ? 'me.png' : 'plan.pdf',
  blob: (id === UPLOADS.revised ? 'cd' : 'ab').repeat(32),
  size: id === UPLOADS.revised ? 5000 : 4711,
  mediaType: id === UPLOADS.photo ? 'image/png' : 'application/pdf',
});

const uploads: Uploads = {
  async finished(id, owner) {
    if (owner !== ANN.id || !Object.values<string>(UPLOADS).includes(id))
      refuse('upload/not-found');
    return id === UPLOADS.half ? refuse('upload/unfinished') : finished(id);
  },
  async finishedImage(id, owner) {
    const upload = await uploads.finished(id, owner);
    return id === UPLOADS.photo ? upload : refuse('image/type-not-allowed');
  },
};
const limits: Pick<Limits, 'logError'> = {
  logError: async (userId) => {
    if (userId !== ANN.id) refuse('too-many-requests', { retryAfter: 60 });
  },
};

/** The product's features on uploads and limits that are made up; team password `team`. */
export const testFeatures: Features = tableOf([
  foldersFeature,
  filesFeature(uploads),
  linksFeature,
  employeesFeature(uploads, { ownChange: async () => undefined }),
  errorsFeature(limits as Limits),
  groupsFeature,
  webhooksFeature(),
  usersFeature(async ({ teamPassword }) => {
    if (teamPassword !== 'team') refuse('user/team-password-wrong');
  }),
]);

interface TestBus {
  readonly features?: Features;
  readonly providers?: readonly Provider[];
  readonly log?: { error: (...said: unknown[]) => void };
}

/** The buses of a process of its own on this log, as the product has them. */
export async function openContext(
  store: EventStore,
  { features = testFeatures, providers = [], log = console }: TestBus = {},
): Promise<INestApplicationContext> {
  const module = {
    module: class {},
    imports: [busModule(log)],
    providers: [...writeSide({ store, features }), ...providers],
  };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

/** The command bus alone, and whoever wants to be told of what is appended. */
export async function openBus(
  store: EventStore,
  onAppended: (events: readonly StoredEvent[]) => void = () => {},
  features = testFeatures,
): Promise<CommandBus> {
  const context = await openContext(store, { features });
  context.get(EventBus).subscribe((event) => {
    if (event instanceof EventsAppended) onAppended(event.events);
  });
  return context.get(CommandBus);
}

/** Two processes on one log. */
export async function openTwoBuses() {
  const log = await openTestLog();
  const [one, two] = [await openBus(log.another()), await openBus(log.another())];
  return { log, one, two };
}

export interface SendOptions {
  readonly by?: Actor;
  /** An idempotency key; the body's hash is made of the command. */
  readonly key?: string;
  readonly onConflict?: OnConflict;
}

/** Sends a command as the controller does, its body parsed. */
export function send<N extends CommandName>(
  bus: CommandBus,
  name: N,
  body: CommandInput<N>,
  { by = ANN, key, onConflict }: SendOptions = {},
): Promise<CommandAnswer> {
  const command = { name, body: commands[name].body.parse(body) } as Command;
  const bodyHash = JSON.stringify([name, body]);
  const change = changeOf({
    command,
    by,
    correlationId: `request ${randomUUID()}`,
    onConflict,
    ...(key && { key: { key, bodyHash } }),
  });
  return bus.execute(change);
}

/** An answer, or the refusal with its facts; anything else is a fault of the program. */
export const settled = (sent: Promise<CommandAnswer>): Promise<CommandAnswer | RefusalFacts> =>
  sent.catch((fault: unknown) => {
    if (fault instanceof Refusal) return { refused: fault.code, ...fault.facts };
    throw fault;
  });
