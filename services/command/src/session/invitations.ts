import { refusals, refuse } from '@feusa/contracts/refusals';
import type {
  AcceptInvitation,
  InvitationSent,
  InvitationView,
  InviteUser,
} from '@feusa/contracts/invitations';
import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import type { Ports } from '@feusa/profiles/ports';
import type { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { changeOf } from '../bus/write-side.js';
import { membersOf } from '../features/members-of.js';
import { KeptAnswers, type Requester } from '../kept-answers.js';
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
  readonly tell: SecurityLog;
}

/** What is kept of it: the link follows from the request. */
type KeptInvitation = Omit<InvitationSent, 'link'>;

interface MadeInvitation {
  readonly answer: KeptInvitation;
  readonly token: string;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

const [, TAKEN] = refusals['user/email-taken'];
/** Of many who are added to a group at once, each finds their turn. */
const TRIES = 10;

/** Accounts that their people make themselves, by the order of an administrator. */
export class InvitationDesk {
  private readonly answers: KeptAnswers<KeptInvitation>;

  constructor(
    private readonly ports: InvitationPorts,
    private readonly parts: InvitationParts,
  ) {
    this.answers = new KeptAnswers(ports.store);
  }

  /** @throws Refusal 'user/email-taken', 'group/not-found', 'invitation/too-many' or 'request/key-reused' */
  async invite(body: z.output<typeof InviteUser>, asked: Requester): Promise<MadeInvitation> {
    const known = await this.answers.recall(asked);
    const token = await this.ports.invitations.tokenFor(requestOf(asked, body));
    if (known) return { answer: known, token, isNew: false };
    const made = await this.create(body, asked.by, token);
    const answer = await this.answers.remember(made, asked);
    return { answer, token, isNew: answer === made };
  }

  private async create(
    { email, role, groups = [] }: z.output<typeof InviteUser>,
    { id: invitedBy }: SessionUser,
    token: string,
  ): Promise<KeptInvitation> {
    const { invitations, store } = this.ports;
    if (await store.accountByEmail(email)) refuse('user/email-taken', { fields: { email: TAKEN } });
    for (const id of groups) if (!(await membersOf(store, id))) refuse('group/not-found');
    const order = { email, role, groups, invitedBy };
    const made = (await invitations.create(order, token)) ?? refuse('invitation/too-many');
    const { position } = await store.head();
    return { id: made.id, version: 1, position: String(position), expiresAt: made.expiresAt };
  }

  /** Only as long as whoever has invited them may. @throws Refusal 'invitation/invalid' */
  async find(token: string): Promise<InvitationView> {
    const found = await this.ports.invitations.find(token);
    if (!found || !(await this.inviterOf(found))) refuse('invitation/invalid');
    return found;
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
    const taken = await invitations.take(token);
    const inviter = taken && (await this.inviterOf(taken));
    if (!taken || !inviter) return refuse('invitation/invalid');
    try {
      await this.register(taken, inviter, { body, caller });
    } catch (fault) {
      await invitations.giveBack(taken.id);
      throw fault;
    }
    await invitations.end(taken.id);
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
    this.parts.tell('invitation refused', { email, ...caller, reason: 'team password wrong' });
    await limits.teamPasswordFailed(counted);
    refuse('user/team-password-wrong');
  }

  private async register(
    { email, role, groups }: InvitationView,
    by: SessionUser,
    {
      body,
      caller,
    }: { readonly body: z.output<typeof AcceptInvitation>; readonly caller: InvitationCaller },
  ): Promise<void> {
    const send = (command: Command) =>
      this.parts.bus.execute(changeOf({ command, by, correlationId: caller.requestId }));
    const { id } = await send({ name: 'register-user', body: { email, ...body } });
    this.parts.tell('invitation accepted', { email, userId: id, by: by.id, ...caller });
    // From here on there is an account: what fails is put right by an administrator.
    const rest = async () => {
      if (role !== 'basic') await send({ name: 'set-user-role', body: { userId: id, role } });
      for (const group of groups) await this.join(group, id, send);
    };
    await rest().catch((err: unknown) =>
      this.ports.log.error({ err, userId: id }, 'role or groups of an invitation not given'),
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

/** All repetitions of a request are one. */
const requestOf = (
  { by, key }: Requester,
  { email, role, groups = [] }: z.output<typeof InviteUser>,
): string | undefined => key && JSON.stringify([by.id, key.key, email, role, groups]);
