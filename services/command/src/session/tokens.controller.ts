import { TOKENS, type Tokens } from '@feusa/identity/tokens/port';
import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import { NewToken, type TokenCreated, type TokenView } from '@feusa/contracts/tokens';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, ForPeople } from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { z } from 'zod';
import { SECURITY_LOG, type SecurityLog } from './security-log.js';

const Params = z.object({ id: Id });

/** A person's own access tokens, for programs. */
@Controller('api/me/tokens')
@Access('signed-in')
@ForPeople()
export class TokensController {
  constructor(
    @Inject(TOKENS) private readonly tokens: Tokens,
    @Inject(SECURITY_LOG) private readonly logSecurity: SecurityLog,
  ) {}

  @Get()
  async list(@CurrentUser() { id }: SessionUser): Promise<{ tokens: TokenView[] }> {
    return { tokens: await this.tokens.list(id) };
  }

  /** The only answer that has the token in it. */
  @Post()
  async create(
    @Body(parsed(NewToken)) order: z.output<typeof NewToken>,
    @CurrentUser() { id: userId }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<TokenCreated> {
    const created = await this.tokens.create(userId, order);
    if (!created) return refuse('token/too-many');
    this.logSecurity('token made', { userId, address: request.ip, requestId: request.id });
    return created;
  }

  @Delete(':id')
  @HttpCode(204)
  async end(
    @Param('id') wanted: string,
    @CurrentUser() { id: userId }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<void> {
    const { id } = parse(Params, { id: wanted });
    if (!(await this.tokens.end(userId, id))) refuse('token/not-found');
    this.logSecurity('token ended', { userId, address: request.ip, requestId: request.id });
  }
}
