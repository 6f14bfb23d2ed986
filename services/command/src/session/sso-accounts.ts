import { Refusal, refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { Email } from '@feusa/contracts/text';
import type { Role, SessionUser } from '@feusa/contracts/users';
import type { Command } from '@feusa/domain/decider';
import type { SsoIdentity, SsoSubject } from '@feusa/identity/sso/port';
import type { Ports } from '@feusa/profiles/ports';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import { SINGLE_SIGN_ON } from '../feature.js';
import type { SecurityLog } from './security-log.js';

type AccountPorts = Pick<Ports, 'singleSignOn' | 'ssoSubjects' | 'store' | 'log'>;

interface Parts {
  readonly bus: CommandBus;
  readonly logSecurity: SecurityLog;
}

interface Caller {
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
}

/** The accounts of those that the provider vouches for. What it changes is done by the system, and in the log. */
export class SsoAccounts {
  constructor(
    private readonly ports: AccountPorts,
    private readonly parts: Parts,
  ) {}

  /**
   * That which the person has come to before, whatever their address is now; else by the verified e-mail
   * address, and never that of somebody else who had it before.
   * @throws Refusal 'sso/unverified', 'sso/no-account', 'sso/other-subject' or 'sso/suspended'
   */
  async of({ email: given, subject }: SsoIdentity, caller: Caller): Promise<SessionUser> {
    const email = Email().safeParse(given).data ?? refuse('sso/unverified');
    const account =
      (await this.known(subject)) ??
      (await this.find(email)) ??
      (await this.make(email, subject, caller));
    if (!(await this.ports.ssoSubjects.mayOpen(account.id, subject))) refuse('sso/other-subject');
    if (account.suspended) refuse('sso/suspended');
    return account;
  }

  /** The role that the provider says, if any. The last administrator stays one, whatever that is. */
  async give(account: SessionUser, role: Role | undefined, caller: Caller): Promise<void> {
    if (role === undefined || role === account.role) return;
    try {
      await this.send({ name: 'set-user-role', body: { userId: account.id, role } }, caller);
    } catch (fault) {
      if (!isRefusal(fault, 'user/last-admin')) throw fault;
      const { requestId } = caller;
      this.ports.log.warn({ userId: account.id, requestId }, 'role kept: the last administrator');
    }
  }

  private async known(subject: SsoSubject) {
    const id = await this.ports.ssoSubjects.accountOf(subject);
    return id === undefined ? undefined : this.ports.store.accountById(id);
  }

  private find(email: string) {
    return this.ports.store.accountByEmail(email);
  }

  /** Of several sign-ins at once one is faster: with the address, or by another address of the same person. */
  private async make(email: string, subject: SsoSubject, caller: Caller) {
    if (!this.ports.singleSignOn?.creates) return refuse('sso/no-account');
    const body = { email, password: '', teamPassword: undefined };
    try {
      const { id } = await this.send({ name: 'register-user', body }, caller);
      if (!(await this.ports.ssoSubjects.bind(id, subject))) {
        await this.send({ name: 'remove-user', body: { id } }, caller);
        return (await this.known(subject)) ?? refuse('sso/other-subject');
      }
      this.parts.logSecurity('registration accepted', {
        email,
        userId: id,
        reason: 'single sign-on',
      });
    } catch (fault) {
      if (!isRefusal(fault, 'user/email-taken')) throw fault;
    }
    return (await this.find(email)) ?? refuse('sso/no-account');
  }

  private send(command: Command, { requestId: correlationId }: Caller) {
    return this.parts.bus.execute(changeOf({ command, by: SINGLE_SIGN_ON, correlationId }));
  }
}

const isRefusal = (fault: unknown, code: RefusalCode): boolean =>
  fault instanceof Refusal && fault.code === code;
