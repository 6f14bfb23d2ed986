import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { refusals, refuse } from '@feusa/contracts/refusals';
import { StepUp, type SessionUser } from '@feusa/contracts/users';
import {
  Access,
  BeforeSecondFactor,
  CurrentUser,
  ForPeople,
  NeedsStepUp,
} from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { tokenOf, type AppRequest } from '@feusa/http/request';
import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { z } from 'zod';
import { PasswordCheck } from './password-check.js';
import { SecondFactorCheck } from './second-factor-check.js';
import { SECURITY_LOG, type SecurityLog } from './security-log.js';

const [, WRONG] = refusals['session/wrong-password'];

/** Entering the password and the second factor again, for what gives power or cannot be taken back. */
@ForPeople()
@BeforeSecondFactor()
@Controller('api/step-up')
@Access('signed-in')
export class StepUpController {
  constructor(
    @Inject(SESSIONS) private readonly sessions: Sessions,
    @Inject(PasswordCheck) private readonly password: PasswordCheck,
    @Inject(SecondFactorCheck) private readonly secondFactor: SecondFactorCheck,
    @Inject(SECURITY_LOG) private readonly tell: SecurityLog,
  ) {}

  @Post()
  @HttpCode(204)
  async stepUp(
    @Body(parsed(StepUp)) { password, code }: z.output<typeof StepUp>,
    @CurrentUser() { id: userId, email }: SessionUser,
    @Req() { headers, ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    const facts = { userId, address, requestId };
    const failed = () => this.tell('step-up failed', facts);
    const account = await this.password.check({ email, password, address }, failed);
    if (!account) refuse('session/wrong-password', { fields: { password: WRONG } });
    await this.secondFactor.pass(account.user, code, facts);
    await this.sessions.stepUp(tokenOf(headers) ?? '');
    this.tell('stepped up', facts);
  }

  /** Answers only where the session is stepped up, so that a browser can ask before it downloads. */
  @Get()
  @NeedsStepUp()
  @HttpCode(204)
  check(): void {}
}
