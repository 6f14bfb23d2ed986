import { SECOND_FACTORS, type SecondFactors } from '@feusa/identity/second-factors/port';
import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { refusals, refuse } from '@feusa/contracts/refusals';
import {
  ConfirmTotp,
  type RecoveryCodes,
  type SecondFactorsView,
  type TotpSetUp,
} from '@feusa/contracts/second-factors';
import type { SessionUser } from '@feusa/contracts/users';
import {
  Access,
  BeforeSecondFactor,
  CurrentUser,
  ForPeople,
  NeedsStepUp,
} from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put, Req } from '@nestjs/common';
import type { z } from 'zod';
import { SECURITY_LOG, type SecurityEvent, type SecurityLog } from './security-log.js';

const [, WRONG] = refusals['second-factor/not-confirmed'];

/** The roles that need a second factor. */
export const NEEDING = Symbol('Needing');

/** A person's own second factors: an authenticator app, and recovery codes for when it is lost. */
@ForPeople()
@BeforeSecondFactor()
@Controller('api/me')
@Access('signed-in')
export class SecondFactorsController {
  constructor(
    @Inject(SECOND_FACTORS) private readonly factors: SecondFactors,
    @Inject(SESSIONS) private readonly sessions: Pick<Sessions, 'userChanged'>,
    @Inject(SECURITY_LOG) private readonly tell: SecurityLog,
    @Inject(NEEDING) private readonly needing: readonly string[],
  ) {}

  @Get('second-factors')
  async own(@CurrentUser() { id, role }: SessionUser): Promise<SecondFactorsView> {
    return { ...(await this.factors.of(id)), required: this.needing.includes(role) };
  }

  /** The only answer that has the secret in it. */
  @Post('totp')
  async begin(@CurrentUser() { id, email }: SessionUser): Promise<TotpSetUp> {
    return (await this.factors.begin(id, email)) ?? refuse('second-factor/already');
  }

  /** From here on the sign-in asks for it. */
  @Put('totp')
  async confirm(
    @Body(parsed(ConfirmTotp)) { code }: z.output<typeof ConfirmTotp>,
    @CurrentUser() { id }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<RecoveryCodes> {
    const recoveryCodes = await this.factors.confirm(id, code);
    if (!recoveryCodes) return refuse('second-factor/not-confirmed', { fields: { code: WRONG } });
    this.changed('second factor set up', id, request);
    return { recoveryCodes };
  }

  @Delete('totp')
  @NeedsStepUp()
  @HttpCode(204)
  async remove(@CurrentUser() { id }: SessionUser, @Req() request: AppRequest): Promise<void> {
    if (!(await this.factors.remove(id))) refuse('second-factor/none');
    this.changed('second factor removed', id, request);
  }

  @Post('recovery-codes')
  @NeedsStepUp()
  async renew(
    @CurrentUser() { id }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<RecoveryCodes> {
    const recoveryCodes = (await this.factors.renew(id)) ?? refuse('second-factor/none');
    this.changed('recovery codes made', id, request);
    return { recoveryCodes };
  }

  private changed(event: SecurityEvent, userId: string, { ip: address, id }: AppRequest): void {
    this.sessions.userChanged(userId);
    this.tell(event, { userId, address, requestId: id });
  }
}
