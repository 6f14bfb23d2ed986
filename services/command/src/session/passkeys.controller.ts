import { refuse } from '@feusa/contracts/refusals';
import {
  AddPasskey,
  type AddedPasskey,
  type PasskeyOptions,
} from '@feusa/contracts/second-factors';
import { Id } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import {
  Access,
  BeforeSecondFactor,
  CurrentUser,
  ForPeople,
  NeedsStepUp,
} from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { PASSKEYS, type PasskeyContext, type Passkeys } from '@feusa/identity/second-factors/port';
import { Body, Controller, Delete, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { z } from 'zod';
import { FactorChanges } from './factor-changes.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';

const Params = z.object({ id: Id });
const PASSKEY = 'passkey';

/** A person's own passkeys. */
@ForPeople()
@BeforeSecondFactor()
@Controller('api/me/passkeys')
@Access('signed-in')
export class PasskeysController {
  constructor(
    @Inject(PASSKEYS) private readonly passkeys: Passkeys,
    @Inject(FactorChanges) private readonly changes: FactorChanges,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
  ) {}

  @Post('options')
  async options(
    @CurrentUser() { id, email }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<PasskeyOptions> {
    await this.changes.requireProof(id, request);
    return this.passkeys.setUp(this.contextOf(id, request), email);
  }

  /** From here on the sign-in asks for it. */
  @Post()
  async add(
    @Body(parsed(AddPasskey)) { name, passkey }: z.output<typeof AddPasskey>,
    @CurrentUser() { id: userId }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<AddedPasskey> {
    await this.changes.requireProof(userId, request);
    const context = this.contextOf(userId, request);
    const added = await this.passkeys.add(context, { name, answer: passkey });
    this.changes.report({ event: 'second factor set up', userId, reason: PASSKEY }, request);
    return added;
  }

  @Delete(':id')
  @NeedsStepUp()
  @HttpCode(204)
  async remove(
    @Param('id') wanted: string,
    @CurrentUser() { id: userId }: SessionUser,
    @Req() request: AppRequest,
  ): Promise<void> {
    const { id } = parse(Params, { id: wanted });
    if (!(await this.passkeys.remove(userId, id))) refuse('passkey/not-found');
    this.changes.report({ event: 'second factor removed', userId, reason: PASSKEY }, request);
  }

  private contextOf(userId: string, request: AppRequest): PasskeyContext {
    return { userId, origin: this.address.pageOf(request) };
  }
}
