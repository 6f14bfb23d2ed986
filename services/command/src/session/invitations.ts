import { streamOf } from '@feusa/contracts/events';
import { invitationBounds } from '@feusa/contracts/invitation-bounds';
import { refuse } from '@feusa/contracts/refusals';
import type {
  AcceptInvitation,
  InvitationSent,
  InvitationView,
  InviteUser,
} from '@feusa/contracts/invitations';
import { invitationOf } from '@feusa/contracts/user-list';
import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import type { Ports } from '@feusa/profiles/ports';
import type { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { changeOf } from '../bus/write-side.js';
import { membersOf } from '../features/members-of.js';
import type { KeyedBody } from '../submission.js';
import { notYetCome, openInLog } from './open-invitations.js';
import type { SecurityLog } from './security-log.js';
import type { TeamPasswordCheck } from './team-password.js';

export interface InvitationCaller {
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
}

type InvitationPorts = Pick<Ports, 'invitations' | 'store' | 'limits' | 'log'>;

interface InvitationParts {
  readonly bus: CommandBus;
  readonly teamPassword: TeamPasswordCheck;
  readonly logSecurity: SecurityLog;
}

/** By whom, as part of which request, and under which key. */
export interface InvitationRequest extends InvitationCause {
  readonly key?: KeyedBody;
}

interface InvitationCause {
  readonly by: SessionUser;
  readonly requestId: string;
}

interface MadeInvitation {
  readonly answer: Omit<InvitationSent, 'link'>;
  readonly token: string;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

/** Of many who are added to a group at once, each finds their turn. */
const TRIES = 10;

/** Accounts that their people make themselves, by the order of an administrator. */
export class InvitationDesk {
  constructor(
    private readonly ports: InvitationPorts,
    private readonly parts: InvitationParts,
  ) {}

  /** @throws Refusal 'user/email-taken', 'group/not-found', 'invitation/too-many' or 'request/key-reused' */
  async invite(
    body: z.output<typeof InviteUser>,
    asked: InvitationRequest,
  ): Promise<MadeInvitation> {
    const { by, key, requestId } = asked;
    const token = await this.ports.invitations.tokenFor(requestOf(asked, body));
    const target = await this.targetFor(body, asked);
    const command = { name: 'invite-user', body } as const;
    const submission = { command, by, correlationId: requestId, target, ...(key && { key }) };
    const answer = await this.parts.bus.execute(changeOf(submission));
    const history = await this.ports.store.readStreams([streamOf('user', answer.id)]);
    const event = history.find(({ position }) => String(position) === answer.position);
    if (event?.type !== 'UserInvited') return refuse('invitation/invalid');
    const invitation = invitationOf(event);
    // Whoever asks once more, after it was accepted or replaced, gets the same answer and makes no new link.
    const isNew = history.at(-1) === event && (await this.ports.invitations.put(invitation, token));
    return { answer: { ...answer, expiresAt: invitation.expiresAt }, token, isNew };
  }

  /** The account to come: the same however often an address is invited, so that one erasure takes all of it. */
  private async targetFor(
    { email, groups = [] }: z.output<typeof InviteUser>,
    { by, key }: InvitationRequest,
  ): Promise<string | undefined> {
    const { store } = this.ports;
    const [known] = key ? await store.answers([{ actor: by.id, key: key.key }]) : [];
    if (known) return isOutcome(known.answer as object) ? undefined : refuse('invitation/invalid');
    for (const id of groups) if (!(await membersOf(store, id))) refuse('group/not-found');
    const all = await notYetCome(store);
    const earlier = all.find((each) => isSame(each.invitation.email, email));
    const others = all.filter((each) => each.isOpen && each !== earlier);
    if (others.length >= invitationBounds.open.value) refuse('invitation/too-many');
    return earlier?.invitation.id;
  }

  /** @throws Refusal 'invitation/invalid' */
  async withdraw(id: string, { by, requestId }: InvitationCause): Promise<void> {
    const command = { name: 'withdraw-invitation', body: { id } } as const;
    await this.parts.bus.execute(changeOf({ command, by, correlationId: requestId }));
  }

  /** Only as long as whoever has invited them may. @throws Refusal 'invitation/invalid' */
  async find(token: string): Promise<InvitationView> {
    return (await this.valid(await this.ports.invitations.find(token))).invitation;
  }

  /**
   * Makes the account with its role and groups, which is one undo.
   * @throws Refusal 'invitation/invalid', 'session/team-password-…', 'user/email-taken', 'too-many-requests' or
   * 'busy', ValidationFault for a password that will not do
   */
  async accept(
    token: string,
    body: z.output<typeof AcceptInvitation>,
    caller: InvitationCaller,
  ): Promise<void> {
    const { invitations } = this.ports;
    await this.passTeamPassword(await this.find(token), body.teamPassword ?? '', caller);
    const { invitation, inviter } = await this.valid(await invitations.take(token));
    try {
      await this.register(invitation, inviter, { body, caller });
    } catch (fault) {
      await invitations.giveBack(invitation.id);
      throw fault;
    }
    await invitations.end(invitation.id);
  }

  /** What the log says of it, whatever its row says. @throws Refusal 'invitation/invalid' */
  private async valid(link: Pick<InvitationView, 'id'> | undefined) {
    const [invitation] = link ? await openInLog([link], this.ports.store) : [];
    const inviter = invitation && (await this.inviterOf(invitation));
    return inviter ? { invitation, inviter } : refuse('invitation/invalid');
  }

  private async inviterOf({ invitedBy }: InvitationView): Promise<SessionUser | undefined> {
    const account = await this.ports.store.accountById(invitedBy);
    return account?.role === 'admin' && !account.suspended ? account : undefined;
  }

  private async passTeamPassword(
    { id, email }: InvitationView,
    given: string,
    caller: InvitationCaller,
  ): Promise<void> {
    const { limits } = this.ports;
    const counted = `invitation ${id}`;
    await limits.signInAttempt(caller.address);
    await limits.guessTurn(normalEmail(email), caller.address);
    await limits.teamPasswordAllowed(counted);
    if (!given) refuse('user/team-password-missing');
    if (await this.parts.teamPassword.matches(given)) return;
    this.parts.logSecurity('invitation refused', {
      email,
      ...caller,
      reason: 'team password wrong',
    });
    await limits.teamPasswordFailed(counted);
    refuse('user/team-password-wrong');
  }

  private async register(
    { id, email, role, groups }: InvitationView,
    by: SessionUser,
    {
      body,
      caller,
    }: { readonly body: z.output<typeof AcceptInvitation>; readonly caller: InvitationCaller },
  ): Promise<void> {
    const cause = { by, correlationId: caller.requestId };
    const send = (command: Command) => this.parts.bus.execute(changeOf({ command, ...cause }));
    const command = { name: 'register-user', body: { email, ...body } } as const;
    await this.parts.bus.execute(changeOf({ command, target: id, ...cause }));
    this.parts.logSecurity('invitation accepted', { email, userId: id, by: by.id, ...caller });
    // From here on there is an account: what fails is put right by an administrator.
    const rest = async () => {
      if (role !== 'basic') await send({ name: 'set-user-role', body: { userId: id, role } });
      for (const group of groups) await this.join(group, id, send);
    };
    await rest().catch((err: unknown) =>
      this.ports.log.error(
        { err, userId: id, requestId: caller.requestId },
        'role or groups of an invitation not given',
      ),
    );
  }

  /** A group that has gone meanwhile is left out. */
  private async join(
    id: string,
    userId: string,
    send: (command: Command) => Promise<unknown>,
  ): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const members = await membersOf(this.ports.store, id);
      if (!members || members.includes(userId)) return;
      await send({ name: 'set-group-members', body: { id, userIds: [...members, userId].sort() } });
    }
  }
}

const isSame = (one: string, other: string) => normalEmail(one) === normalEmail(other);

/** An answer that was kept before invitations were events leads to a link that is over. */
const isOutcome = (answer: object) => 'ok' in answer || 'no' in answer;

/** All repetitions of a request are one. */
const requestOf = (
  { by, key }: InvitationRequest,
  { email, role, groups = [] }: z.output<typeof InviteUser>,
): string | undefined => key && JSON.stringify([by.id, key.key, email, role, groups]);
