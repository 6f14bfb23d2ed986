import type { Ports } from '@feusa/profiles/ports';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';

const HOUR = 60 * 60 * 1000;
const ANSWERS_KEPT_DAYS = 7;

type Swept = 'credentials' | 'tokens' | 'invitations' | 'secondFactors' | 'notices';
type SweptPorts = Pick<Ports, Swept | 'store' | 'log'>;

/** Removes expired sessions, tokens, challenges, notices, stray credentials and old idempotency keys every hour. */
export class Sweep implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: SweptPorts) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.run(), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private run(): void {
    const { credentials, tokens, invitations, secondFactors, notices, store, log } = this.ports;
    const warn = (err: unknown) => log.warn({ err }, 'not swept');
    for (const swept of [credentials, tokens, invitations, secondFactors, notices])
      swept.sweep().catch(warn);
    store.forgetAnswers(ANSWERS_KEPT_DAYS).catch(warn);
  }
}
