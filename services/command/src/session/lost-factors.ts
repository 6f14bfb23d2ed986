import type { Ports } from '@feusa/profiles/ports';
import { refuse } from '@feusa/contracts/refusals';
import type { Letter } from '@feusa/platform/mail/port';
import type { SecurityFacts, SecurityLog } from './security-log.js';

type LostPorts = Pick<Ports, 'secondFactors' | 'sessions' | 'notices' | 'store' | 'mail' | 'log'>;

/** Second factors that their people have lost. */
export class LostFactors {
  constructor(
    private readonly ports: LostPorts,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** Tells the person too. @throws Refusal 'user/not-found' or 'second-factor/none' */
  async takeAway(userId: string, facts: SecurityFacts): Promise<void> {
    const { secondFactors, sessions, notices, store, mail, log } = this.ports;
    const { email } = (await store.accountById(userId)) ?? refuse('user/not-found');
    if (!(await secondFactors.remove(userId))) refuse('second-factor/none');
    sessions.userChanged(userId);
    this.logSecurity('second factor taken away', { ...facts, userId });
    // The letter says more than that of a notice.
    notices
      .add(userId, { kind: 'factor-removed' })
      .catch((err: unknown) => log.error({ err, ...facts, userId }, 'account notice not written'));
    mail
      .send(lostFactorLetter(email))
      .catch((err: unknown) => log.error({ err, ...facts, userId }, 'letter not sent'));
  }
}

/** Tells somebody that their password alone is enough again. */
const lostFactorLetter = (to: string): Letter => ({
  to,
  subject: 'Your second factor for the FEUSA intranet was removed',
  text: `An administrator has removed the authenticator app and the recovery codes of your account on
the FEUSA intranet, as people ask for when they have lost their phone. Your password is enough to
sign in until you set up a new one on your Account page.

If you have not asked for this, change your password and tell an administrator.
`,
});
