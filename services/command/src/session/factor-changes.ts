import { refuse } from '@feusa/contracts/refusals';
import { isSteppedUp } from '@feusa/http/access';
import type { AppRequest } from '@feusa/http/request';
import type { Ports } from '@feusa/profiles/ports';
import type { AccountNotices } from './account-notices.js';
import { deviceOf } from './device.js';
import type { SecurityEvent, SecurityLog } from './security-log.js';

type ChangePorts = Pick<Ports, 'secondFactors' | 'sessions'>;

interface FactorChange {
  readonly event: SecurityEvent;
  readonly userId: string;
  /** What it is that has changed. */
  readonly reason?: string;
}

/** What goes before and after a change of somebody's own second factors. */
export class FactorChanges {
  constructor(
    private readonly ports: ChangePorts,
    private readonly notices: Pick<AccountNotices, 'notify'>,
    private readonly log: SecurityLog,
  ) {}

  /** Whoever has one already proves it before there is another. @throws Refusal 'step-up' */
  async requireProof(userId: string, request: AppRequest): Promise<void> {
    const kinds = await this.ports.secondFactors.kindsOf(userId);
    if (kinds.length > 0 && !(await isSteppedUp(this.ports.sessions, request))) refuse('step-up');
  }

  /** Nothing remembered of the person is used again, and they are told. */
  report({ event, userId, reason }: FactorChange, request: AppRequest): void {
    const { ip: address, id: requestId, headers } = request;
    this.ports.sessions.userChanged(userId);
    this.log(event, { userId, address, requestId, ...(reason && { reason }) });
    const kind = kinds[event];
    if (kind)
      this.notices.notify(userId, { kind, address, device: deviceOf(headers['user-agent']) });
  }
}

const kinds: Partial<Record<SecurityEvent, 'factor-added' | 'factor-removed'>> = {
  'second factor set up': 'factor-added',
  'second factor removed': 'factor-removed',
};
