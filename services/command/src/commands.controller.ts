import { EVENT_STORE } from '@feusa/event-log/store/port';
import { LOG_GUARD, type LogGuard } from '@feusa/transparency/guard/port';
import { commands, type CommandAnswer, type CommandName } from '@feusa/contracts/commands';
import { OnConflict } from '@feusa/contracts/on-conflict';
import { refuse } from '@feusa/contracts/refusals';
import { UserCommands, type SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import { Access, CurrentUser, ForPeople, NeedsStepUp } from '@feusa/http/access';
import { parse, ValidationFault } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { managesAnything, type AccessLog } from './access/managers.js';
import { changeOf } from './bus/write-side.js';
import { REGISTRATION, type Registration } from './session/registration.js';
import { COMMAND_SECRETS, keyOf, type CommandSecrets } from './idempotency.js';

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** Whether others than the rule names may send it, where they manage the place. */
const isForManagers = (name: CommandName) => 'forManagers' in commands[name];

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

const isAboutAccounts = ({ params }: AppRequest) =>
  Object.hasOwn(UserCommands, (params as { name: string }).name);

const ConflictQuery = z.object({ onConflict: OnConflict.optional() });

function onConflictOf(name: CommandName, { query }: AppRequest): OnConflict | undefined {
  const { onConflict } = query as { onConflict?: unknown };
  if (onConflict !== undefined && !commands[name].takesOnConflict)
    throw new ValidationFault({ onConflict: 'Unknown field' });
  return parse(ConflictQuery, { onConflict }).onConflict;
}

/** The door of the write side: one route for every command of the contract. */
@Controller('api/commands')
export class CommandsController {
  @Inject(EVENT_STORE) private readonly store!: AccessLog;

  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(COMMAND_SECRETS) private readonly secrets: CommandSecrets,
    @Inject(LOG_GUARD) private readonly guard: LogGuard,
    @Inject(REGISTRATION) private readonly registration: Registration,
  ) {}

  @Post(':name')
  @HttpCode(200)
  @Access(accessOf)
  @NeedsStepUp(needsStepUp)
  @ForPeople(isAboutAccounts)
  async send(
    @Param('name') name: string,
    @Body() body: unknown,
    @CurrentUser() by: SessionUser,
    @Req() request: AppRequest,
  ): Promise<CommandAnswer> {
    if (!isCommand(name)) return refuse('not-found');
    if (isForManagers(name) && !(await managesAnything(this.store, by))) refuse('not-allowed');
    const key = keyOf(request);
    // Before anything is used up for it, as an upload would be.
    if (this.guard.fault !== undefined) refuse('log/read-only');
    const onConflict = onConflictOf(name, request);
    const command = { name, body: await this.read(name, body, by) } as Command;
    if (key && request.about) request.about.commandId = key;
    const change = changeOf({
      command,
      by,
      correlationId: request.about?.correlationId ?? request.id,
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
