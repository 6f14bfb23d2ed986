import type { Ports } from '@feusa/profiles/ports';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';

const HOUR = 60 * 60 * 1000;
const ANSWERS_KEPT_DAYS = 7;

/** Removes expired sessions, tokens, stray credentials and old idempotency keys every hour. */
export class Sweep implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ports: Pick<Ports, 'credentials' | 'tokens' | 'invitations' | 'store' | 'log'>,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.run(), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private run(): void {
    const { credentials, tokens, invitations, store, log } = this.ports;
    const warn = (err: unknown) => log.warn({ err }, 'not swept');
    credentials.sweep().catch(warn);
    tokens.sweep().catch(warn);
    invitations.sweep().catch(warn);
    store.forgetAnswers(ANSWERS_KEPT_DAYS).catch(warn);
  }
}
