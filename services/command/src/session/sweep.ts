import type { Ports } from '@feusa/adapters/open-ports';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';

const HOUR = 60 * 60 * 1000;

/** Removes expired sessions, tokens and stray credentials every hour. */
export class Sweep implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: Pick<Ports, 'credentials' | 'log'>) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.run(), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private run(): void {
    const { credentials, log } = this.ports;
    credentials.sweep().catch((err: unknown) => log.warn({ err }, 'sign-in not swept'));
  }
}
