import { Gauge, type Registry } from 'prom-client';

/** Adds when the last whole backup was made, the same in every process; `last` answers in ms. */
export function measureBackups(metrics: Registry, last: () => Promise<number | undefined>): void {
  new Gauge({
    name: 'feusa_backup_last_timestamp_seconds',
    help: 'When the last whole backup was made, 0 for never',
    registers: [metrics],
    async collect() {
      this.set(((await last().catch(() => undefined)) ?? 0) / 1000);
    },
  });
}
