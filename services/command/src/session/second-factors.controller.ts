import { SECOND_FACTORS, type SecondFactors } from '@feusa/identity/second-factors/port';
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
import { FactorChanges } from './factor-changes.js';

const [, WRONG] = refusals['second-factor/not-confirmed'];

/** The roles that need a second factor. */
export const NEEDING = Symbol('Needing');

/** A person's own authenticator app, and recovery codes for when what they have is lost. */
@ForPeople()
@BeforeSecondFactor()
@Controller('api/me')
@Access('signed-in')
export class SecondFactorsController {
  constructor(
    @Inject(SECOND_FACTORS) private readonly factors: SecondFactors,
    @Inject(FactorChanges) private readonly changes: FactorChanges,
    @Inject(NEEDING) private readonly needing: readonly string[],
  ) {}

  @Get('second-factors')
  async own(@CurrentUser() { id, role }: SessionUser): Promise<SecondFactorsView> {
    return { ...(await this.factors.of(id)), required: this.needing.includes(role) };
  }

  /** The only answer that has the secret in it. */
  @Post('totp')
  async begin(
    @CurrentUser() { id, email }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<TotpSetUp> {
    await this.changes.requireProof(id, request);
    return (await this.factors.begin(id, email)) ?? refuse('second-factor/already');
  }

  /** From here on the sign-in asks for it. */
  @Put('totp')
  async confirm(
    @Body(parsed(ConfirmTotp)) { code }: z.output<typeof ConfirmTotp>,
    @CurrentUser() { id }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<RecoveryCodes> {
    await this.changes.requireProof(id, request);
    const recoveryCodes = await this.factors.confirm(id, code);
    if (!recoveryCodes) return refuse('second-factor/not-confirmed', { fields: { code: WRONG } });
    this.changes.report({ event: 'second factor set up', userId: id }, request);
    return { recoveryCodes };
  }

  @Delete('totp')
  @NeedsStepUp()
  @HttpCode(204)
  async remove(@CurrentUser() { id }: SessionUser, @Req() request: AppRequest): Promise<void> {
    if (!(await this.factors.removeTotp(id))) refuse('second-factor/none');
    this.changes.report({ event: 'second factor removed', userId: id }, request);
  }

  @Post('recovery-codes')
  @NeedsStepUp()
  async renew(
    @CurrentUser() { id }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<RecoveryCodes> {
    const recoveryCodes = (await this.factors.renew(id)) ?? refuse('second-factor/none');
    this.changes.report({ event: 'recovery codes made', userId: id }, request);
    return { recoveryCodes };
  }
}
