import { refusals, refuse } from '@feusa/contracts/refusals';
import type { SessionUser, StepUp } from '@feusa/contracts/users';
import type { Ports } from '@feusa/profiles/ports';
import type { z } from 'zod';
import type { PasswordCheck } from './password-check.js';
import type { SecondFactorCheck, SecondProof } from './second-factor-check.js';
import type { SecurityLog } from './security-log.js';

export interface StepUpAttempt
  extends z.output<typeof StepUp>, Pick<SecondProof, 'page' | 'device'> {
  readonly by: SessionUser;
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
  /** Of the session that is stepped up. */
  readonly token: string;
}

interface Checks {
  readonly password: PasswordCheck;
  readonly secondFactor: SecondFactorCheck;
}

const [, WRONG] = refusals['session/wrong-password'];

/** Lets a person prove again who they are. */
export class StepUps {
  constructor(
    private readonly ports: Pick<Ports, 'sessions'>,
    private readonly checks: Checks,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** @throws Refusal */
  async stepUp(attempt: StepUpAttempt): Promise<void> {
    const { by, address, requestId, token } = attempt;
    const facts = { userId: by.id, address, requestId };
    const failed = () => this.logSecurity('step-up failed', facts);
    const account = await this.checks.password.check({ ...attempt, email: by.email }, failed);
    if (!account) refuse('session/wrong-password', { fields: { password: WRONG } });
    const proof = { ...attempt, purpose: 'step-up' as const };
    await this.checks.secondFactor.pass(account.user, proof, facts);
    await this.ports.sessions.stepUp(token);
    this.logSecurity('stepped up', facts);
  }
}
