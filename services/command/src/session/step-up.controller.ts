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
import { deviceOf } from './device.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';
import { StepUps } from './step-ups.js';

/** Entering the password and the second factor again, for what gives power or cannot be taken back. */
@ForPeople()
@BeforeSecondFactor()
@Controller('api/step-up')
@Access('signed-in')
export class StepUpController {
  constructor(
    @Inject(StepUps) private readonly stepUps: StepUps,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
  ) {}

  @Post()
  @HttpCode(204)
  stepUp(
    @Body(parsed(StepUp)) body: z.output<typeof StepUp>,
    @CurrentUser() by: SessionUser,
    @Req() request: AppRequest,
  ): Promise<void> {
    const { headers, ip: address, id: requestId } = request;
    return this.stepUps.stepUp({
      ...body,
      ...{ by, address, requestId, token: tokenOf(headers) ?? '' },
      device: deviceOf(headers['user-agent']),
      page: this.address.pageOf(request),
    });
  }

  /** Answers only where the session is stepped up, so that a browser can ask before it downloads. */
  @Get()
  @NeedsStepUp()
  @HttpCode(204)
  check(): void {}
}
