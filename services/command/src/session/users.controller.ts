import { At, Position } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, ForPeople, NeedsStepUp } from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Delete, Get, HttpCode, Inject, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { FindUser } from './find-user.js';
import { ListUsers, type UserList } from './list-users.js';
import { LostFactors } from './lost-factors.js';
import { SsoLinks } from './sso-links.js';

const UsersQuery = z.strictObject({ at: At, after: Position.optional() });
const UserParams = z.object({ id: Id });

/** Who may sign in, from the table that is written with the log. */
@ForPeople()
@Controller('api/users')
export class UsersController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(LostFactors) private readonly lostFactors: LostFactors,
    @Inject(SsoLinks) private readonly ssoLinks: SsoLinks,
  ) {}

  /** All users, for administrators; as they were at a position or time for auditors too. */
  @Get()
  @Access('auditor')
  async list(
    @Query(parsed(UsersQuery)) ask: z.output<typeof UsersQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<UserList> {
    if (ask.at === undefined && by.role !== 'admin') refuse('not-allowed');
    return this.queries.execute(new ListUsers(ask));
  }

  /** Anybody's for administrators, for everybody else only the own one, whether another exists or not. */
  @Get(':id')
  @Access('signed-in')
  async one(@Param('id') wanted: string, @CurrentUser() by: SessionUser): Promise<SessionUser> {
    const { id } = parse(UserParams, { id: wanted });
    if (by.role !== 'admin' && by.id !== id) refuse('not-allowed');
    return this.queries.execute(new FindUser(id));
  }

  /** For somebody who has lost theirs: the password alone is enough until they set up another. */
  @Delete(':id/second-factors')
  @Access('admin')
  @NeedsStepUp()
  @HttpCode(204)
  takeAway(
    @Param('id') wanted: string,
    @CurrentUser() by: SessionUser,
    @Req() { ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    const { id } = parse(UserParams, { id: wanted });
    return this.lostFactors.takeAway(id, { by: by.id, address, requestId });
  }

  /** For somebody whom the provider knows as another one by now: whoever comes first with the address has it. */
  @Delete(':id/single-sign-on')
  @Access('admin')
  @NeedsStepUp()
  @HttpCode(204)
  release(
    @Param('id') wanted: string,
    @CurrentUser() by: SessionUser,
    @Req() { ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    const { id } = parse(UserParams, { id: wanted });
    return this.ssoLinks.release(id, { by: by.id, address, requestId });
  }
}
