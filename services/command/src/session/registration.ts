import type { Ports } from '@feusa/adapters/ports';
import { hashPassword } from '@feusa/adapters/passwords/hashing';
import { passwordFault } from '@feusa/adapters/passwords/policy';
import { refuse } from '@feusa/contracts/refusals';
import { ValidationFault } from '@feusa/http/parsed';
import type { PrepareRegistration } from '../features/users.js';
import { securityLog } from './security-log.js';
import { TeamPasswordCheck } from './team-password.js';

/**
 * Checks a registration's passwords and stores the new account's credential ahead of its event, so that
 * whoever is registered can sign in. A credential without an account opens nothing and is swept.
 * @throws Refusal 'user/team-password-…' or 'busy', ValidationFault for a password that will not do
 */
export function prepareRegistration(
  ports: Pick<Ports, 'config' | 'credentials' | 'log'>,
): PrepareRegistration {
  const check = new TeamPasswordCheck(ports.credentials);
  const tell = securityLog(ports.log);
  return async ({ email, password, teamPassword }, userId) => {
    if (!teamPassword) refuse('user/team-password-missing');
    if (!(await check.matches(teamPassword))) {
      tell('registration refused', { email, reason: 'team password wrong' });
      refuse('user/team-password-wrong');
    }
    const fault = passwordFault(password, { min: ports.config.FEUSA_PASSWORD_MIN, email });
    if (fault) throw new ValidationFault({ password: fault });
    await ports.credentials.put(userId, await hashPassword(password));
    tell('registration accepted', { email, userId });
  };
}
