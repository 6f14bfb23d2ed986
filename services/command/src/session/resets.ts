import type { Ports } from '@feusa/profiles/ports';
import { hashPassword } from '@feusa/identity/passwords/hashing';
import { passwordFault } from '@feusa/identity/passwords/policy';
import { refuse } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';
import { ValidationFault } from '@feusa/http/parsed';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Letter } from '@feusa/platform/mail/port';
import type { AccountNotices } from './account-notices.js';
import type { SecurityLog } from './security-log.js';

export interface Caller {
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
}

/** Who uses the link of a letter. */
export interface ResetCaller extends Caller {
  /** What they use, in words. */
  readonly device: string;
}

type ResetPorts = Pick<Ports, 'config' | 'credentials' | 'sessions' | 'limits' | 'mail' | 'log'>;

/** Password resets by mail. */
export class Resets implements OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly ports: ResetPorts,
    private readonly notices: Pick<AccountNotices, 'notify'>,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** Goes on behind the answer, so that its time tells nobody whether the account exists. */
  request(email: string, origin: string, caller: Caller): void {
    const work = this.sendLink(email, origin, caller)
      .catch((err: unknown) => this.ports.log.error({ err, ...caller }, 'reset mail not sent'))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async sendLink(email: string, origin: string, caller: Caller): Promise<void> {
    const { limits, credentials, mail } = this.ports;
    const allowed = await limits.resetAllowed(normalEmail(email), caller.address);
    this.logSecurity(allowed ? 'reset requested' : 'reset limited', { email, ...caller });
    const account = allowed ? await credentials.find(email) : undefined;
    if (!account) return;
    const token = await credentials.startReset(account.user.id);
    await mail.send(resetLetter(account.user.email, `${origin}/reset?token=${token}`));
  }

  /** @throws Refusal 'user/reset-link-invalid' */
  async find(token: string, caller: Caller): Promise<void> {
    if (!(await this.ports.credentials.findReset(token))) this.invalid(caller);
  }

  /**
   * Sets a new password with a token from a mail, once, and ends all sessions and access tokens of its user.
   * @throws Refusal 'user/reset-link-invalid', ValidationFault for a password that will not do
   */
  async reset(token: string, password: string, { device, ...caller }: ResetCaller): Promise<void> {
    const { config, credentials, sessions, limits } = this.ports;
    const user = (await credentials.findReset(token)) ?? this.invalid(caller);
    const rule = { min: config.FEUSA_PASSWORD_MIN, email: user.email };
    const fault = await passwordFault(password, rule);
    if (fault) throw new ValidationFault({ password: fault });
    const hash = await hashPassword(password);
    const userId = (await credentials.useReset(token, hash)) ?? this.invalid(caller);
    await sessions.endUser(userId);
    await limits.signedIn(normalEmail(user.email), caller.address);
    this.logSecurity('password reset', { userId, ...caller });
    this.notices.notify(userId, { kind: 'password-reset', device, address: caller.address });
  }

  private invalid(caller: Caller): never {
    this.logSecurity('reset link refused', { ...caller });
    return refuse('user/reset-link-invalid');
  }
}

/** The mail with the one link that leads to a new password. */
const resetLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'Choose a new password for the FEUSA intranet',
  text: `Somebody asked for a new password for your account on the FEUSA intranet.
To choose one, open this link within 30 minutes:

${link}

It works once, signs you out everywhere, and ends your access tokens. If it was not you who asked,
there is nothing to do: your password stays as it is.
`,
});
