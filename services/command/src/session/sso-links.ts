import { refuse } from '@feusa/contracts/refusals';
import type { Ports } from '@feusa/profiles/ports';
import type { SecurityFacts, SecurityLog } from './security-log.js';

/** Accounts that are no longer who they were at the provider of single sign-on. */
export class SsoLinks {
  constructor(
    private readonly ports: Pick<Ports, 'ssoSubjects' | 'store'>,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** @throws Refusal 'user/not-found' or 'sso/not-bound' */
  async release(userId: string, facts: SecurityFacts): Promise<void> {
    const { ssoSubjects, store } = this.ports;
    if (!(await store.accountById(userId))) refuse('user/not-found');
    if (!(await ssoSubjects.release(userId))) refuse('sso/not-bound');
    this.logSecurity('single sign-on released', { ...facts, userId });
  }
}
