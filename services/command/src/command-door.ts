import type { IncomingHttpHeaders } from 'node:http';
import { ValidationFault, parse } from '@feusa/http/parsed';
import { EVENT_STORE } from '@feusa/event-log/store/port';
import { LOG_GUARD, type LogGuard } from '@feusa/transparency/guard/port';
import {
  commands,
  commandsOf,
  type CommandAnswer,
  type CommandName,
} from '@feusa/contracts/commands';
import { OnConflict } from '@feusa/contracts/on-conflict';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import { mayAccess, Access, CurrentUser, ForPeople, NeedsStepUp } from '@feusa/http/access';
import { type DirectRoute, outcomeOf } from '@feusa/http/direct-writes';
import type { RequestContext } from '@feusa/platform/telemetry/request-context';
import { Inject, Injectable, Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { AppRequest } from '@feusa/http/request';
import type { IdempotencySecrets } from './idempotency-secrets.js';
import { managesAnything, type AccessLog } from './access/managers.js';
import { changeOf } from './bus/write-side.js';
import { REGISTRATION, type Registration } from './session/registration.js';

export const COMMAND_SECRETS = Symbol('CommandSecrets');

/** What the door of the write side knows and tells only whom it concerns. */
export interface CommandSecrets {
  readonly idempotency: IdempotencySecrets;
  /** By which the deliveries of a webhook are signed. */
  webhook(id: string): Promise<string>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The idempotency key of a request, if it has one. @throws ValidationFault where it is no UUID */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && uuid.test(key)) return key.toLowerCase();
  throw new ValidationFault({ 'Idempotency-Key': 'Not a UUID' });
}

/** A command as it came, from somebody whom its rule lets in. */
export interface CommandRequest {
  readonly name: CommandName;
  readonly body: unknown;
  readonly by: SessionUser;
  readonly headers: IncomingHttpHeaders;
  readonly query?: unknown;
  readonly about: RequestContext;
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** Whether it is about accounts, which the token of a program does not open. */
export const isAboutAccounts = (name: string) => Object.hasOwn(commandsOf.user, name);

/** Whether others than the rule names may send it, where they manage the place. */
export const isForManagers = (name: CommandName) => 'forManagers' in commands[name];

const ConflictQuery = z.strictObject({ onConflict: OnConflict.optional() });
const NoQuery = z.strictObject({});

function onConflictOf(name: CommandName, query: unknown): OnConflict | undefined {
  if (!commands[name].takesOnConflict) parse(NoQuery, query ?? {});
  return parse(ConflictQuery, query ?? {}).onConflict;
}

/** The one way from a request to the bus. */
@Injectable()
export class CommandDoor {
  @Inject(EVENT_STORE) private readonly store!: AccessLog;

  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(COMMAND_SECRETS) private readonly secrets: CommandSecrets,
    @Inject(LOG_GUARD) private readonly guard: LogGuard,
    @Inject(REGISTRATION) private readonly registration: Registration,
  ) {}

  async send({ name, body, by, headers, query, about }: CommandRequest): Promise<CommandAnswer> {
    if (isForManagers(name) && !(await managesAnything(this.store, by))) refuse('not-allowed');
    const key = keyOf(headers);
    // Before anything is used up for it, as an upload would be.
    if (this.guard.fault !== undefined) refuse('log/read-only');
    const onConflict = onConflictOf(name, query);
    const command = { name, body: await this.read(name, body, by) } as Command;
    if (key) about.commandId = key;
    const change = changeOf({
      command,
      by,
      correlationId: about.correlationId ?? about.requestId,
      spanIds: about.spanIds,
      ...(onConflict && { onConflict }),
      ...(key && {
        key: { key, ...this.secrets.idempotency.hashesOf({ name, body, onConflict }) },
      }),
    });
    const answer = await this.bus.execute(change);
    if (name !== 'add-webhook') return answer;
    return { ...answer, secret: await this.secrets.webhook(answer.id) };
  }

  /** Who registers somebody learns nothing of what else is wrong before the team password is right. */
  private async read(name: CommandName, body: unknown, by: SessionUser): Promise<unknown> {
    try {
      return parse(commands[name].body, body);
    } catch (fault) {
      if (name !== 'register-user' || !(fault instanceof ValidationFault)) throw fault;
      await this.registration.passTeamPassword(body, by.id);
      throw await this.registration.withOtherFaults(body, fault);
    }
  }
}

/** What needs no second look at who sends it goes through the door ahead of the route. */
export const directCommands = (door: () => CommandDoor | undefined): DirectRoute => ({
  takes({ name, by }) {
    if (!isCommand(name) || !door()) return false;
    const { access, stepUp } = commands[name];
    return access !== 'public' && !stepUp && mayAccess(access, by.role);
  },
  async write(request) {
    return door()!.send(request as CommandRequest);
  },
});

function commandIn({ params }: AppRequest): CommandName | undefined {
  const { name } = params as { name: string };
  return isCommand(name) ? name : undefined;
}
const accessOf = (request: AppRequest) => {
  const name = commandIn(request);
  return name && (isForManagers(name) ? 'signed-in' : commands[name].access);
};
const needsStepUp = (request: AppRequest) => {
  const name = commandIn(request);
  return name !== undefined && commands[name].stepUp;
};

const isForPeople = ({ params }: AppRequest) => isAboutAccounts((params as { name: string }).name);

/** One route for every command of the contract. */
@Controller('api/commands')
export class CommandsController {
  constructor(@Inject(CommandDoor) private readonly door: CommandDoor) {}

  @Post(':name')
  @HttpCode(200)
  @Access(accessOf)
  @NeedsStepUp(needsStepUp)
  @ForPeople(isForPeople)
  async send(
    @Param('name') name: string,
    @Body() body: unknown,
    @CurrentUser() by: SessionUser,
    @Req() { raw, id, headers, query, about = { requestId: id } }: AppRequest,
  ): Promise<CommandAnswer> {
    if (!isCommand(name)) return refuse('not-found');
    const outcome = outcomeOf(raw) as Promise<CommandAnswer> | undefined;
    return outcome ?? this.door.send({ name, body, by, headers, query, about });
  }
}
