import type { FingerprintReport } from '@feusa/contracts/fingerprint';
import { Gauge, type Registry } from 'prom-client';

/** Adds what the last comparison with the log has found, the same in every process. */
export function measureDrift(
  metrics: Registry,
  lastReport: () => Promise<FingerprintReport | undefined>,
): void {
  const last = () => lastReport().catch(() => undefined);
  new Gauge({
    name: 'feusa_drift_differences',
    help: 'Rows, documents of the search index and files that are not what the log says',
    labelNames: ['what'],
    registers: [metrics],
    async collect() {
      const report = await last();
      this.reset();
      const made = ['folders', 'docs', 'employees', 'errors', 'users', 'search-index', 'files'];
      for (const what of made) {
        const found = report?.differences.filter((each) => each.what === what).length ?? 0;
        this.set({ what }, found);
      }
    },
  });
  new Gauge({
    name: 'feusa_drift_compared_timestamp_seconds',
    help: 'When all was last compared with the log, 0 for never',
    registers: [metrics],
    async collect() {
      const report = await last();
      this.set(report ? Date.parse(report.at) / 1000 : 0);
    },
  });
}
