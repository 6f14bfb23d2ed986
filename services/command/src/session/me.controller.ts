import type { NoticeList } from '@feusa/contracts/notices';
import { NOTICES, type Notices } from '@feusa/identity/notices/port';
import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { refuse } from '@feusa/contracts/refusals';
import { ChangePassword, type SessionUser, type SessionView } from '@feusa/contracts/users';
import { Access, BeforeSecondFactor, CurrentUser, ForPeople } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { tokenOf, type AppRequest } from '@feusa/http/request';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Req } from '@nestjs/common';
import type { z } from 'zod';
import { deviceOf } from './device.js';
import { OwnPassword } from './own-password.js';
import { SECURITY_LOG, type SecurityLog } from './security-log.js';

/** What people do about their own account. */
@Controller('api/me')
@Access('signed-in')
@ForPeople()
export class MeController {
  constructor(
    @Inject(SESSIONS) private readonly sessions: Sessions,
    @Inject(OwnPassword) private readonly ownPassword: OwnPassword,
    @Inject(NOTICES) private readonly kept: Pick<Notices, 'of'>,
    @Inject(SECURITY_LOG) private readonly logSecurity: SecurityLog,
  ) {}

  @Put('password')
  @BeforeSecondFactor()
  @HttpCode(204)
  changePassword(
    @Body(parsed(ChangePassword)) change: z.output<typeof ChangePassword>,
    @CurrentUser() by: SessionUser,
    @Req() { headers, ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    const device = deviceOf(headers['user-agent']);
    const caller = { by, address, requestId, device, token: tokenOf(headers) ?? '' };
    return this.ownPassword.change(change, caller);
  }

  /** What happened to the own account. */
  @Get('notices')
  async notices(@CurrentUser() { id }: SessionUser): Promise<NoticeList> {
    return { notices: await this.kept.of(id) };
  }

  @Get('sessions')
  async list(
    @CurrentUser() { id }: SessionUser,
    @Req() { session }: AppRequest,
  ): Promise<{ sessions: readonly SessionView[] }> {
    const own = await this.sessions.list(id);
    return { sessions: own.map((each) => ({ ...each, current: each.id === session?.id })) };
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async endOne(
    @Param('id') id: string,
    @CurrentUser() by: SessionUser,
    @Req() { ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    if (!/^[0-9a-f]{64}$/.test(id) || !(await this.sessions.endOne(by.id, id)))
      refuse('session/not-found');
    this.logSecurity('session ended', { userId: by.id, address, requestId });
  }

  @Delete('sessions')
  @HttpCode(204)
  async endOthers(
    @CurrentUser() by: SessionUser,
    @Req() { headers, ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    await this.sessions.endOthers(by.id, tokenOf(headers) ?? '');
    this.logSecurity('session ended', { userId: by.id, address, requestId, reason: 'all others' });
  }
}
