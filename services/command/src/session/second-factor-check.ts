import type { Ports } from '@feusa/profiles/ports';
import { refusals, refuse } from '@feusa/contracts/refusals';
import type { PasskeyAnswer, SecondFactorRequest } from '@feusa/contracts/second-factors';
import type { SessionUser } from '@feusa/contracts/users';
import type { ChallengePurpose } from '@feusa/identity/second-factors/port';
import type { AccountNotices } from './account-notices.js';
import type { SecurityFacts, SecurityLog } from './security-log.js';

const [, WRONG] = refusals['second-factor/wrong'];

/** What came with the password. */
export interface SecondProof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
  /** The origin of the page that asks. */
  readonly page: string;
  readonly purpose: Exclude<ChallengePurpose, 'set-up'>;
  /** What they use, in words. */
  readonly device: string;
}

/** What comes after the right password, for whoever has set it up. */
export class SecondFactorCheck {
  constructor(
    private readonly ports: Pick<Ports, 'secondFactors' | 'passkeys'>,
    private readonly notices: Pick<AccountNotices, 'notify'>,
    private readonly logSecurity: SecurityLog,
  ) {}

  /**
   * Passes whoever has no second factor, and uses the code or the challenge up of who has.
   * @throws Refusal 'second-factor' with what it takes, 'second-factor/wrong', 'second-factor/passkey-wrong' or
   * 'too-many-requests'
   */
  async pass({ id }: SessionUser, proof: SecondProof, facts: SecurityFacts): Promise<void> {
    const kinds = await this.ports.secondFactors.kindsOf(id);
    if (kinds.length === 0) return;
    const about = { ...facts, userId: id };
    if (proof.passkey) return this.passPasskey(proof.passkey, proof, about);
    if (proof.code === undefined)
      return refuse('second-factor', { ...(await this.askedOf(id, proof)) });
    const used = await this.ports.secondFactors.use(id, proof.code);
    if (used === 'recovery') this.logSecurity('recovery code used', about);
    if (used) return;
    await this.failed(about, proof);
    refuse('second-factor/wrong', { kinds, fields: { code: WRONG } });
  }

  private async passPasskey(
    answer: PasskeyAnswer,
    proof: SecondProof,
    facts: SecurityFacts & { readonly userId: string },
  ): Promise<void> {
    const { userId } = facts;
    const { page: origin, purpose } = proof;
    const used = await this.ports.passkeys.use({ userId, origin }, answer, purpose);
    if (used === 'passkey') return;
    const reason = used === 'copied' ? 'passkey that was copied' : 'passkey';
    await this.failed({ ...facts, reason }, proof);
    refuse('second-factor/passkey-wrong', { ...(await this.askedOf(userId, proof)) });
  }

  private async askedOf(
    userId: string,
    { page: origin, purpose }: SecondProof,
  ): Promise<SecondFactorRequest> {
    const [kinds, passkeyOptions] = await Promise.all([
      this.ports.secondFactors.kindsOf(userId),
      this.ports.passkeys.ask({ userId, origin }, purpose),
    ]);
    return { kinds, ...(passkeyOptions && { passkeyOptions }) };
  }

  private async failed(
    facts: SecurityFacts & { readonly userId: string },
    { device }: SecondProof,
  ): Promise<void> {
    this.logSecurity('second factor wrong', facts);
    const { userId, address = '' } = facts;
    if (await this.ports.secondFactors.isLocked(userId))
      this.notices.notify(userId, { kind: 'factor-locked', device, address });
  }
}
