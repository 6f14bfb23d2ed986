import type { Ports } from '@feusa/profiles/ports';
import { refusals, refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { SecurityFacts, SecurityLog } from './security-log.js';

const [, WRONG] = refusals['second-factor/wrong'];

/** What comes after the right password, for whoever has set it up. */
export class SecondFactorCheck {
  constructor(
    private readonly ports: Pick<Ports, 'secondFactors'>,
    private readonly tell: SecurityLog,
  ) {}

  /**
   * Passes whoever has no second factor, and uses the code up of who has.
   * @throws Refusal 'second-factor' with the kinds it takes, 'second-factor/wrong' or 'too-many-requests'
   */
  async pass({ id }: SessionUser, code: string | undefined, facts: SecurityFacts): Promise<void> {
    const { secondFactors } = this.ports;
    const kinds = await secondFactors.kindsOf(id);
    if (kinds.length === 0) return;
    if (code === undefined) refuse('second-factor', { kinds });
    const about = { ...facts, userId: id };
    const used = await secondFactors.use(id, code);
    if (!used) {
      this.tell('second factor wrong', about);
      return refuse('second-factor/wrong', { kinds, fields: { code: WRONG } });
    }
    if (used === 'recovery') this.tell('recovery code used', about);
  }
}
