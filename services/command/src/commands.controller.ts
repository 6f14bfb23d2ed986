import { createHmac } from 'node:crypto';
import { canonical } from '@feusa/adapters/event-store/canonical';
import { commands, type CommandAnswer, type CommandName } from '@feusa/contracts/commands';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import { Access, By } from '@feusa/http/access';
import { parse, ValidationFault } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandQueue } from './command-queue.js';

export const IDEMPOTENCY_SECRET = Symbol('idempotency secret');

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const accessOf = ({ params }: AppRequest) => {
  const { name } = params as { name: string };
  return isCommand(name) ? commands[name].access : undefined;
};

@Controller('api/commands')
export class CommandsController {
  constructor(
    @Inject(CommandQueue) private readonly queue: CommandQueue,
    @Inject(IDEMPOTENCY_SECRET) private readonly secret: string,
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
    const key = request.headers['idempotency-key'];
    if (key !== undefined && !(typeof key === 'string' && uuid.test(key))) {
      throw new ValidationFault({ 'Idempotency-Key': 'Not a UUID' });
    }
    const command = { name, body: parse(commands[name].body, body) } as Command;
    if (key && request.about) request.about.commandId = key.toLowerCase();
    return this.queue.submit({
      command,
      by,
      correlationId: request.about?.correlationId ?? request.id,
      ...(key && { key: { key: key.toLowerCase(), bodyHash: this.hash(name, body) } }),
    });
  }

  /** Keyed, so that a stored hash gives nothing away about a password in a body. */
  private hash(name: string, body: unknown): string {
    return createHmac('sha256', this.secret).update(canonical({ name, body })).digest('hex');
  }
}
