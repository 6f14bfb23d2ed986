import { RequestPasswordReset, ResetPassword } from '@feusa/contracts/users';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Req } from '@nestjs/common';
import type { z } from 'zod';
import { deviceOf } from './device.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';
import { Resets, type Caller } from './resets.js';

/** Asking for a new password by mail, and setting it by the token in that mail. */
@Controller('api/password-resets')
@Access('public')
export class ResetsController {
  constructor(
    @Inject(Resets) private readonly resets: Resets,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
  ) {}

  @Post()
  @HttpCode(202)
  request(
    @Body(parsed(RequestPasswordReset)) { email }: z.output<typeof RequestPasswordReset>,
    @Req() request: AppRequest,
  ): { message: string } {
    this.resets.request(email, this.address.originFor(request), callerOf(request));
    return { message: 'Password reset link sent!' };
  }

  /** Whether a new password can be set by it. */
  @Get(':token')
  @HttpCode(204)
  find(@Param('token') token: string, @Req() request: AppRequest): Promise<void> {
    return this.resets.find(token, callerOf(request));
  }

  @Put(':token')
  @HttpCode(204)
  reset(
    @Param('token') token: string,
    @Body(parsed(ResetPassword)) { password }: z.output<typeof ResetPassword>,
    @Req() request: AppRequest,
  ): Promise<void> {
    const device = deviceOf(request.headers['user-agent']);
    return this.resets.reset(token, password, { ...callerOf(request), device });
  }
}

const callerOf = ({ ip, id }: AppRequest): Caller => ({ address: ip, requestId: id });
