import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { refuse } from '@feusa/contracts/refusals';
import {
  SignIn,
  TeamPassword,
  type SessionRules,
  type SessionUser,
  type SessionAnswer,
} from '@feusa/contracts/users';
import { Access, BeforeSecondFactor, CurrentUser, ForPeople } from '@feusa/http/access';
import { isSecure } from '@feusa/http/forwarded';
import { parse } from '@feusa/http/parsed';
import { tokenOf, type AppRequest } from '@feusa/http/request';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { endedCookie, sessionCookie } from './cookie.js';
import { deviceOf } from './device.js';
import { SECURITY_LOG, type SecurityLog } from './security-log.js';
import { SignIns } from './sign-ins.js';

const TeamPasswordFirst = z.looseObject({ teamPassword: TeamPassword });

export const SESSION_RULES = Symbol('SessionRules');

const answerOf = (user: SessionUser, lacksSecondFactor = false): SessionAnswer => ({
  user,
  ...(lacksSecondFactor && { lacksSecondFactor }),
});

/** Signing in and out, and who is signed in. */
@ForPeople()
@Controller('api/session')
export class SessionController {
  constructor(
    @Inject(SignIns) private readonly signIns: SignIns,
    @Inject(SESSIONS) private readonly sessions: Sessions,
    @Inject(SECURITY_LOG) private readonly tell: SecurityLog,
    @Inject(SESSION_RULES) private readonly sessionRules: SessionRules,
  ) {}

  @Post()
  @Access('public')
  async signIn(
    @Body() body: unknown,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { teamPassword } = parse(TeamPasswordFirst, body);
    if (!teamPassword) refuse('session/team-password-missing');
    const { token, user, lacksSecondFactor } = await this.signIns.signIn({
      ...parse(SignIn, body),
      teamPassword,
      address: request.ip,
      requestId: request.id,
      device: deviceOf(request.headers['user-agent']),
      token: tokenOf(request.headers),
    });
    reply.header('set-cookie', sessionCookie(token, isSecure(request.headers)));
    return answerOf(user, lacksSecondFactor);
  }

  @Get()
  @Access('signed-in')
  @BeforeSecondFactor()
  whoAmI(@CurrentUser() user: SessionUser, @Req() { session }: AppRequest): SessionAnswer {
    return answerOf(user, session?.lacksSecondFactor);
  }

  @Get('rules')
  @Access('public')
  rules(): SessionRules {
    return this.sessionRules;
  }

  @Delete()
  @Access('signed-in')
  @BeforeSecondFactor()
  @HttpCode(204)
  async signOut(
    @CurrentUser() by: SessionUser,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const token = tokenOf(request.headers);
    if (token) await this.sessions.end(token);
    this.tell('signed out', { userId: by.id, address: request.ip, requestId: request.id });
    reply.header('set-cookie', endedCookie(isSecure(request.headers)));
    reply.header('clear-site-data', '"cache", "storage"');
  }
}
