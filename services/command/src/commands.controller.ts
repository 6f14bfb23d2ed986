import { LOG_GUARD, type LogGuard } from '@feusa/adapters/transparency/guard/port';
import { commands, type CommandAnswer, type CommandName } from '@feusa/contracts/commands';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import { Access, By } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandQueue } from './command-queue.js';
import { hashOf, IDEMPOTENCY_SECRET, keyOf } from './idempotency.js';

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const accessOf = ({ params }: AppRequest) => {
  const { name } = params as { name: string };
  return isCommand(name) ? commands[name].access : undefined;
};

/** The door of the write side: one route for every command of the contract. */
@Controller('api/commands')
export class CommandsController {
  constructor(
    @Inject(CommandQueue) private readonly queue: CommandQueue,
    @Inject(IDEMPOTENCY_SECRET) private readonly secret: string,
    @Inject(LOG_GUARD) private readonly guard: LogGuard,
  ) {}

  @Post(':name')
  @HttpCode(200)
  @Access(accessOf)
  async send(
    @Param('name') name: string,
    @Body() body: unknown,
    @By() by: SessionUser,
    @Req() request: AppRequest,
  ): Promise<CommandAnswer> {
    if (!isCommand(name)) return refuse('not-found');
    const key = keyOf(request);
    // Before anything is used up for it, as an upload would be.
    if (this.guard.fault !== undefined) refuse('log/read-only');
    const command = { name, body: parse(commands[name].body, body) } as Command;
    if (key && request.about) request.about.commandId = key;
    return this.queue.submit({
      command,
      by,
      correlationId: request.about?.correlationId ?? request.id,
      ...(key && { key: { key, bodyHash: hashOf(this.secret, name, body) } }),
    });
  }
}
