import type { Ports } from '@feusa/profiles/ports';
import { hashPassword } from '@feusa/identity/passwords/hashing';
import { passwordFault } from '@feusa/identity/passwords/policy';
import { refusals, refuse } from '@feusa/contracts/refusals';
import type { ChangePassword, SessionUser } from '@feusa/contracts/users';
import { ValidationFault } from '@feusa/http/parsed';
import type { z } from 'zod';
import type { AccountNotices } from './account-notices.js';
import type { PasswordCheck } from './password-check.js';
import type { SecurityLog } from './security-log.js';

interface Caller {
  readonly by: SessionUser;
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
  /** What they use, in words. */
  readonly device: string;
  /** Of the session that goes on. */
  readonly token: string;
}

const [, WRONG] = refusals['session/wrong-password'];

/** Setting another password by whoever knows the present one. */
export class OwnPassword {
  constructor(
    private readonly ports: Pick<Ports, 'config' | 'credentials' | 'sessions'>,
    private readonly password: PasswordCheck,
    private readonly notices: Pick<AccountNotices, 'notify'>,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** @throws Refusal 'session/wrong-password', ValidationFault for a password that will not do */
  async change(
    { current, password }: z.output<typeof ChangePassword>,
    { by, address, requestId, token, device }: Caller,
  ): Promise<void> {
    const { config, credentials, sessions } = this.ports;
    const facts = { userId: by.id, address, requestId };
    const guess = { email: by.email, password: current, address, device };
    const failed = () => this.logSecurity('password change failed', facts);
    if (!(await this.password.check(guess, failed)))
      refuse('session/wrong-password', { fields: { current: WRONG } });
    const rule = { min: config.FEUSA_PASSWORD_MIN, email: by.email };
    const fault = await passwordFault(password, rule);
    if (fault) throw new ValidationFault({ password: fault });
    await credentials.put(by.id, await hashPassword(password));
    await sessions.endOthers(by.id, token);
    this.logSecurity('password changed', facts);
    this.notices.notify(by.id, { kind: 'password-changed', device, address });
  }
}
