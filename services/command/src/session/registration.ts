import type { Ports } from '@feusa/profiles/ports';
import { hashPassword } from '@feusa/identity/passwords/hashing';
import { passwordFault } from '@feusa/identity/passwords/policy';
import { refusals, refuse } from '@feusa/contracts/refusals';
import { Email } from '@feusa/contracts/text';
import { Password, TeamPassword } from '@feusa/contracts/users';
import { parse, ValidationFault } from '@feusa/http/parsed';
import { z } from 'zod';
import type { PrepareRegistration } from '../features/users.js';
import { securityLog } from './security-log.js';
import { TeamPasswordCheck } from './team-password.js';

/** What a registration has to pass: the team password first, then everything else. */
export interface Registration {
  /**
   * Counts wrong ones for the user who registers.
   * @throws Refusal 'user/team-password-…' where a body, of whatever shape, does not have it, or
   * 'too-many-requests'
   */
  passTeamPassword(body: unknown, by: string): Promise<void>;
  /** All that is wrong with a body whose team password is right: `fault`, and what its other fields have. */
  withOtherFaults(body: unknown, fault: ValidationFault): Promise<ValidationFault>;
  /**
   * Checks the passwords and stores the new account's credential ahead of its event, so that whoever is
   * registered can sign in. A credential without an account opens nothing and is swept.
   * @throws Refusal 'user/team-password-…' or 'busy', ValidationFault for a password that will not do
   */
  readonly prepare: PrepareRegistration;
}

const [, EMAIL_TAKEN] = refusals['user/email-taken'];

export const REGISTRATION = Symbol('Registration');

const Gate = z.looseObject({
  teamPassword: TeamPassword,
  email: z.string().optional().catch(undefined),
});

const WellFormed = z.looseObject({
  email: Email().optional().catch(undefined),
  password: Password.optional().catch(undefined),
});

type RegistrationPorts = Pick<
  Ports,
  'config' | 'credentials' | 'limits' | 'log' | 'store' | 'accessLog'
>;

export function registration(ports: RegistrationPorts): Registration {
  const check = new TeamPasswordCheck(ports.credentials);
  const { limits } = ports;
  const logSecurity = securityLog(ports.log, ports.accessLog);
  const passTeamPassword = async (body: unknown, by: string) => {
    const { teamPassword, email } = parse(Gate, body);
    if (!teamPassword) refuse('user/team-password-missing');
    await limits.teamPasswordAllowed(by);
    // Of many guesses at once, the one that is right counts only while there are some left.
    if (await check.matches(teamPassword)) return limits.teamPasswordAllowed(by);
    logSecurity('registration refused', { ...(email && { email }), reason: 'team password wrong' });
    await limits.teamPasswordFailed(by);
    refuse('user/team-password-wrong');
  };
  const faultOf = (password: string | undefined, email = '') =>
    password && passwordFault(password, { min: ports.config.FEUSA_PASSWORD_MIN, email });
  const withOtherFaults = async (body: unknown, fault: ValidationFault) => {
    const { email, password } = parse(WellFormed, body);
    const isTaken = email && (await ports.store.accountByEmail(email));
    const weakness = await faultOf(password, email);
    return new ValidationFault({
      ...(isTaken && { email: EMAIL_TAKEN }),
      ...(weakness && { password: weakness }),
      ...fault.fields,
    });
  };
  return {
    passTeamPassword,
    withOtherFaults,
    async prepare(body, userId, by) {
      await passTeamPassword(body, by);
      const { email, password } = body;
      const weakness = await faultOf(password, email);
      if (weakness) throw await withOtherFaults(body, new ValidationFault({ password: weakness }));
      await ports.credentials.put(userId, await hashPassword(password));
      logSecurity('registration accepted', { email, userId });
    },
  };
}
