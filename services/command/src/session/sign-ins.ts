import type { Ports } from '@feusa/profiles/ports';
import type { SignInAccount } from '@feusa/identity/passwords/port';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import type { PasskeyAnswer } from '@feusa/contracts/second-factors';
import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import type { AccountNotices } from './account-notices.js';
import type { SecondFactorCheck } from './second-factor-check.js';
import type { SecurityFacts, SecurityLog } from './security-log.js';
import type { PasswordCheck } from './password-check.js';
import type { TeamPasswordCheck } from './team-password.js';

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly teamPassword: string;
  /** Of the second factor; undefined where none was asked for yet. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
  /** The origin of the page that asks. */
  readonly page: string;
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
  /** What they sign in with, in words. */
  readonly device: string;
  /** What the browser keeps, by which it is known again. */
  readonly browser: string;
  /** The token that came with the request; its session ends with a sign-in that works. */
  readonly token: string | undefined;
}

export interface SignedIn {
  readonly token: string;
  readonly user: SessionUser;
  /** That they may set up a second factor, and nothing else before. */
  readonly lacksSecondFactor: boolean;
}

type SignInPorts = Pick<Ports, 'credentials' | 'sessions' | 'limits'>;

interface Checks {
  readonly teamPassword: TeamPasswordCheck;
  readonly password: PasswordCheck;
  readonly secondFactor: SecondFactorCheck;
  readonly notices: Pick<AccountNotices, 'signedIn'>;
}

/** Signs people in: the team password first, then the account, every step limited and logged. */
export class SignIns {
  constructor(
    private readonly ports: SignInPorts,
    private readonly checks: Checks,
    private readonly logSecurity: SecurityLog,
  ) {}

  /** @throws Refusal */
  async signIn(attempt: SignInAttempt): Promise<SignedIn> {
    const { email, address, requestId } = attempt;
    const facts = { email, address, requestId };
    try {
      await this.passTeamPassword(attempt, facts);
      const account = await this.authenticate(attempt, facts);
      const proof = { ...attempt, purpose: 'sign-in' as const };
      await this.checks.secondFactor.pass(account.user, proof, facts);
      const token = await this.start(account, attempt);
      this.logSecurity('signed in', { ...facts, userId: account.user.id });
      this.checks.notices.signedIn(account.user.id, attempt);
      const session = await this.ports.sessions.find(token);
      return { token, user: account.user, lacksSecondFactor: session?.lacksSecondFactor === true };
    } catch (fault) {
      if (fault instanceof Refusal && fault.code === 'too-many-requests') {
        this.logSecurity('sign-in limited', facts);
      }
      throw fault;
    }
  }

  async signOut(token: string | undefined, facts: SecurityFacts): Promise<void> {
    if (token) await this.ports.sessions.end(token);
    this.logSecurity('signed out', facts);
  }

  private async passTeamPassword(attempt: SignInAttempt, facts: SecurityFacts): Promise<void> {
    const { limits } = this.ports;
    await limits.signInAttempt(attempt.address);
    await limits.guessTurn(normalEmail(attempt.email), attempt.address);
    if (await this.checks.teamPassword.matches(attempt.teamPassword)) return;
    this.logSecurity('team password wrong', facts);
    await limits.guessFailed();
    refuse('session/team-password-wrong');
  }

  private async authenticate(attempt: SignInAttempt, facts: SecurityFacts): Promise<SignInAccount> {
    const failed = () => this.logSecurity('sign-in failed', facts);
    return (
      (await this.checks.password.check(attempt, failed)) ?? refuse('session/wrong-credentials')
    );
  }

  private async start({ user, hash }: SignInAccount, attempt: SignInAttempt): Promise<string> {
    const { credentials, sessions } = this.ports;
    if (attempt.token && (await sessions.find(attempt.token))) await sessions.end(attempt.token);
    const token = await sessions.start(user.id, attempt);
    // A password that was reset meanwhile has ended all sessions but this one.
    const now = await credentials.find(user.email);
    if (now?.hash === hash) return token;
    await sessions.end(token);
    return refuse('session/wrong-credentials');
  }
}
