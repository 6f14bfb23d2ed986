import {
  AcceptInvitation,
  InviteUser,
  type Invitation,
  type InvitationSent,
} from '@feusa/contracts/invitations';
import { Id } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, ForPeople, NeedsStepUp } from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import type { Letter } from '@feusa/platform/mail/port';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
} from '@nestjs/common';
import { z } from 'zod';
import { keyOf } from '../command-door.js';
import { INVITATION_PORTS, type InvitationPorts } from './invitation-ports.js';
import { InvitationDesk } from './invitations.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './public-address.js';
import { SECURITY_LOG, type SecurityLog } from './security-log.js';

const Params = z.object({ id: Id });

/** The mail with the one link that leads to an account. */
const invitationLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'You are invited to the FEUSA intranet',
  text: `An administrator has invited you to the FEUSA intranet.
To choose a password and begin, open this link within 7 days:

${link}

It works once. You need the team password, which everybody in the company shares: ask somebody
there for it.
`,
});

/** A role of power needs a step-up, as it does where it is given to somebody who is there. */
const givesPower = ({ body }: AppRequest) =>
  ((body ?? {}) as { readonly role?: unknown }).role !== 'basic';

/** Inviting somebody, and what whoever is invited does with the link. */
@Controller()
@ForPeople()
export class InvitationsController {
  constructor(
    @Inject(InvitationDesk) private readonly desk: InvitationDesk,
    @Inject(INVITATION_PORTS) private readonly ports: InvitationPorts,
    @Inject(PUBLIC_ADDRESS) private readonly address: PublicAddress,
    @Inject(SECURITY_LOG) private readonly logSecurity: SecurityLog,
  ) {}

  @Post('api/commands/invite-user')
  @Access('admin')
  @NeedsStepUp(givesPower)
  @HttpCode(200)
  async invite(
    @Body() body: unknown,
    @CurrentUser() by: SessionUser,
    @Req() request: AppRequest,
  ): Promise<InvitationSent> {
    const key = keyOf(request.headers);
    const order = parse(InviteUser, body);
    const hashes = this.ports.idempotency.hashesOf({ name: 'invite-user', body });
    const asked = { by, requestId: request.id, ...(key && { key: { key, ...hashes } }) };
    const { answer, token, isNew } = await this.desk.invite(order, asked);
    const link = `${this.address.originFor(request)}/invite?token=${token}`;
    if (isNew) this.send(order.email, link, { by, request });
    return { ...answer, link };
  }

  private send(
    email: string,
    link: string,
    { by, request }: { readonly by: SessionUser; readonly request: AppRequest },
  ): void {
    const { ip: address, id: requestId } = request;
    this.logSecurity('invited', { email, by: by.id, address, requestId });
    this.ports.mail
      .send(invitationLetter(email, link))
      .catch((err: unknown) => this.ports.log.error({ err, requestId }, 'invitation not sent'));
  }

  @Get('api/invitations/:token')
  @Access('public')
  async find(@Param('token') token: string): Promise<Invitation> {
    const { email, role, expiresAt } = await this.desk.find(token);
    return { email, role, expiresAt };
  }

  @Put('api/invitations/:token')
  @Access('public')
  @HttpCode(204)
  accept(
    @Param('token') token: string,
    @Body(parsed(AcceptInvitation)) body: z.output<typeof AcceptInvitation>,
    @Req() { ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    return this.desk.accept(token, body, { address, requestId });
  }

  /** Ends one that is open. */
  @Delete('api/invitations/:id')
  @Access('admin')
  @HttpCode(204)
  async withdraw(
    @Param('id') wanted: string,
    @CurrentUser() by: SessionUser,
    @Req() { ip: address, id: requestId }: AppRequest,
  ): Promise<void> {
    const { id } = parse(Params, { id: wanted });
    await this.desk.withdraw(id, { by, requestId });
    this.logSecurity('invitation withdrawn', { by: by.id, address, requestId });
  }
}
