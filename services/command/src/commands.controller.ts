import { commands, type CommandAnswer, type CommandName } from '@feusa/contracts/commands';
import { refuse } from '@feusa/contracts/refusals';
import { UserCommands, type SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, ForPeople, NeedsStepUp } from '@feusa/http/access';
import { outcomeOf } from '@feusa/http/direct-writes';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandDoor, isCommand, isForManagers } from './command-door.js';

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

/** One route for every command of the contract. */
@Controller('api/commands')
export class CommandsController {
  constructor(@Inject(CommandDoor) private readonly door: CommandDoor) {}

  @Post(':name')
  @HttpCode(200)
  @Access(accessOf)
  @NeedsStepUp(needsStepUp)
  @ForPeople(isAboutAccounts)
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
