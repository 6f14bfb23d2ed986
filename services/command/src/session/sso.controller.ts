import { pathOfApp } from '@feusa/contracts/path-of-app';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import { SsoCode, ssoReason, SsoStart, type SsoDone, type SsoView } from '@feusa/contracts/sso';
import { newToken } from '@feusa/identity/sessions/token';
import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { Access } from '@feusa/http/access';
import { isSecure } from '@feusa/http/forwarded';
import { parsed } from '@feusa/http/parsed';
import { browserOf, cookieOf, tokenOf, type AppRequest } from '@feusa/http/request';
import type { Ports } from '@feusa/profiles/ports';
import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import {
  browserCookie,
  endedSsoCookie,
  sessionCookie,
  ssoCookie,
  ssoCookieName,
} from './cookie.js';
import { deviceOf } from './device.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';
import { SsoSignIns, type SsoCaller } from './sso-sign-ins.js';

export const SSO_PORTS = Symbol('SsoPorts');

type SsoPorts = Pick<Ports, 'config' | 'singleSignOn'>;

const CALLBACK = '/api/sso/callback';

/** Signing in at the provider of the company. Browsers are sent on, with a reason where it came to nothing. */
@Controller('api/sso')
@Access('public')
export class SsoController {
  constructor(
    @Inject(SsoSignIns) private readonly signIns: SsoSignIns,
    @Inject(SESSIONS) private readonly sessions: Pick<Sessions, 'find'>,
    @Inject(SSO_PORTS) private readonly ports: SsoPorts,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
  ) {}

  @Get()
  view(): SsoView {
    const { singleSignOn } = this.ports;
    return singleSignOn
      ? { enabled: true, available: singleSignOn.isAvailable() }
      : { enabled: false };
  }

  @Get('start')
  async start(
    @Query(parsed(SsoStart)) { to: wanted, for: purpose }: z.output<typeof SsoStart>,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.ports.singleSignOn) refuse('not-found');
    const { headers } = request;
    const to = pathOfApp(wanted);
    const session = purpose && (await this.sessions.find(tokenOf(headers) ?? ''));
    const aim = { to, stepUp: session?.id };
    try {
      const { url, ticket } = await this.signIns.begin(this.redirectUriOf(request), aim);
      reply.header('set-cookie', ssoCookie(ticket, isSecure(headers)));
      sendOn(reply, url);
    } catch (fault) {
      sendOn(reply, redirectFor(this.reasonOf(fault, request), aim));
    }
  }

  @Get('callback')
  async callback(@Req() request: AppRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.ports.singleSignOn) refuse('not-found');
    const { headers, url } = request;
    const secure = isSecure(headers);
    const ticket = cookieOf(headers, ssoCookieName(secure)) ?? '';
    const aim = await this.signIns.aimOf(ticket);
    try {
      const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      const caller = callerOf(request);
      const done = await this.signIns.finish(ticket, search, caller);
      const carried = done.ticket ? ssoCookie(done.ticket, secure) : endedSsoCookie(secure);
      reply.header('set-cookie', [carried, ...begun(done.token, caller, secure)]);
      sendOn(reply, done.ticket ? '/sso' : done.to);
    } catch (fault) {
      const reason = this.reasonOf(fault, request);
      reply.header('set-cookie', endedSsoCookie(secure));
      sendOn(reply, redirectFor(reason, aim));
    }
  }

  /** The second factor of who has come back, where the provider has not asked for one. */
  @Post('code')
  @HttpCode(200)
  async code(
    @Body(parsed(SsoCode)) given: z.output<typeof SsoCode>,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoDone> {
    const { headers } = request;
    const secure = isSecure(headers);
    const ticket = cookieOf(headers, ssoCookieName(secure)) ?? '';
    const caller = callerOf(request);
    const proof = { ...given, page: this.address.pageOf(request) };
    const { to, token } = await this.signIns.enterCode(ticket, proof, caller);
    reply.header('set-cookie', [endedSsoCookie(secure), ...begun(token, caller, secure)]);
    return { to };
  }

  /** As the provider knows it, which sends nobody anywhere else. */
  private redirectUriOf({ headers }: AppRequest): string {
    const host = headers['x-forwarded-host'] ?? headers.host;
    const reached = `${isSecure(headers) ? 'https' : 'http'}://${String(host)}`;
    const origin = this.ports.config.FEUSA_PUBLIC_URL ?? reached;
    return URL.canParse(origin) ? new URL(CALLBACK, origin).href : refuse('not-found');
  }

  /** @throws whatever is no "no" */
  private reasonOf(fault: unknown, request: AppRequest): string {
    if (!(fault instanceof Refusal)) throw fault;
    this.signIns.failed(fault.code, callerOf(request));
    return ssoReason(fault.code);
  }
}

/** The cookies of a session that has begun, and of the browser that is known by it. */
const begun = (token: string | undefined, { browser }: SsoCaller, secure: boolean): string[] =>
  token ? [sessionCookie(token, secure), browserCookie(browser, secure)] : [];

const sendOn = (reply: FastifyReply, to: string): void =>
  void reply.status(302).header('location', to).header('cache-control', 'no-store').send();

interface Aim {
  readonly to: string;
  readonly stepUp?: string | undefined;
}

/** Where the reason is told: on the sign-in page, or to who is signed in. */
function redirectFor(reason: string, aim: Aim | undefined): string {
  if (aim?.stepUp === undefined) return `/?${new URLSearchParams({ sso: reason }).toString()}`;
  return `/sso?${new URLSearchParams({ error: reason, to: aim.to }).toString()}`;
}

const callerOf = ({ ip, id, headers }: AppRequest): SsoCaller => ({
  ...{ address: ip, requestId: id, token: tokenOf(headers) },
  device: deviceOf(headers['user-agent']),
  browser: browserOf(headers) ?? newToken(),
});
