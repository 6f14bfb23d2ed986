import { setTimeout as sleep } from 'node:timers/promises';
import type { FingerprintReport } from '@feusa/contracts/fingerprint';
import type { Logger } from 'pino';
import { checkEverything, type Everything, type Rates } from './check.js';
import type { ReportRepository } from './report-repository.js';

/** Between two rounds, ms; the first one begins so long after the start. */
const REST_MS = 60_000;

export interface WatchOptions {
  /** Events and bytes a second; no events: nothing is compared unless somebody asks. */
  readonly rates: Required<Pick<Rates, 'events' | 'bytes'>>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Compares everything with the log again and again, slowly. One of all processes does. */
export class ConsistencyWatch {
  constructor(
    private readonly all: Everything,
    private readonly reports: ReportRepository,
    private readonly options: WatchOptions,
  ) {}

  /** Until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { rates, log } = this.options;
    while (rates.events > 0 && !signal.aborted) {
      await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.round({ ...rates, signal }).catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err }, 'not compared with the log');
      });
    }
  }

  /** Once; remembers what was found. Without a rate for files, what was last found of them stays. */
  async round(rates: Rates): Promise<FingerprintReport> {
    const report = withFilesOf(await checkEverything(this.all, rates), await this.reports.last());
    await this.reports.save(report);
    const { ok, found, differences } = report;
    if (!ok) {
      this.options.log.error(
        { found, differences: differences.slice(0, 20) },
        'not what the log says',
      );
    }
    return report;
  }
}

function withFilesOf(
  report: FingerprintReport,
  before: FingerprintReport | undefined,
): FingerprintReport {
  if (report.files || !before?.files) return report;
  const lost = before.differences.filter(({ what }) => what === 'files');
  const differences = [...report.differences, ...lost];
  const found = report.found + lost.length;
  return { ...report, files: before.files, differences, found, ok: found === 0 };
}
