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
import { browserOf, tokenOf, type AppRequest } from '@feusa/http/request';
import { CREDENTIALS, type Credentials } from '@feusa/identity/passwords/port';
import { newToken } from '@feusa/identity/sessions/token';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { browserCookie, endedCookie, sessionCookie } from './cookie.js';
import { deviceOf } from './device.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';
import { SignIns } from './sign-ins.js';

const TeamPasswordFirst = z.looseObject({ teamPassword: TeamPassword });

export const SESSION_RULES = Symbol('SessionRules');

type More = Omit<SessionAnswer, 'user'>;

const answerOf = (user: SessionUser, more: More = {}): SessionAnswer => ({
  user,
  ...(more.lacksSecondFactor && { lacksSecondFactor: true }),
  ...(more.sso && { sso: true }),
  ...(more.ssoOnly && { ssoOnly: true }),
});

/** Signing in and out, and who is signed in. */
@ForPeople()
@Controller('api/session')
export class SessionController {
  constructor(
    @Inject(SignIns) private readonly signIns: SignIns,
    @Inject(SESSION_RULES) private readonly sessionRules: SessionRules,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
    @Inject(CREDENTIALS) private readonly credentials: Pick<Credentials, 'has'>,
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
    const { headers, ip: address, id: requestId } = request;
    const browser = browserOf(headers) ?? newToken();
    const { token, user, lacksSecondFactor } = await this.signIns.signIn({
      ...parse(SignIn, body),
      ...{ teamPassword, address, requestId, browser },
      device: deviceOf(headers['user-agent']),
      page: this.address.pageOf(request),
      token: tokenOf(headers),
    });
    const secure = isSecure(headers);
    reply.header('set-cookie', [sessionCookie(token, secure), browserCookie(browser, secure)]);
    return answerOf(user, { lacksSecondFactor });
  }

  @Get()
  @Access('signed-in')
  @BeforeSecondFactor()
  async whoAmI(
    @CurrentUser() user: SessionUser,
    @Req() { session }: AppRequest,
  ): Promise<SessionAnswer> {
    // Only single sign-on lets somebody in without a password.
    const ssoOnly = session?.sso && !(await this.credentials.has(user.id));
    return answerOf(user, { ...session, ...(ssoOnly && { ssoOnly }) });
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
    const facts = { userId: by.id, address: request.ip, requestId: request.id };
    await this.signIns.signOut(tokenOf(request.headers), facts);
    reply.header('set-cookie', endedCookie(isSecure(request.headers)));
    reply.header('clear-site-data', '"cache", "storage"');
  }
}
