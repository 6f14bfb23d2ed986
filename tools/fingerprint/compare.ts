import { openComparison } from '@feusa/profiles/comparison';
import type { Config } from '@feusa/profiles/config';
import type { ComparisonStep, FingerprintReport } from '@feusa/contracts/fingerprint';
import { checkEverything } from '@feusa/query/consistency/check';
import { ReportRepository } from '@feusa/query/consistency/report-repository';
import { ReadDatabase } from '@feusa/query/read-model/database';

interface Options {
  /** Whether files are read too. */
  readonly files: boolean;
  readonly onStep?: (step: ComparisonStep) => void;
}

export interface Comparison {
  readonly report: FingerprintReport;
  /** What the running product has found the last time; undefined where it never looked. */
  readonly last: FingerprintReport | undefined;
}

/** Compares what is on the screens with a replay of the log, beside the running product or without one. */
export async function compareWithLog(
  config: Config,
  url: string,
  { files, onStep }: Options,
): Promise<Comparison> {
  const ports = await openComparison(config, url);
  const database = await ReadDatabase.open(ports.url, { role: ports.role });
  try {
    const reports = new ReportRepository(database);
    await reports.prepare();
    const report = await checkEverything(
      { ...ports, database },
      { events: Infinity, ...(files && { bytes: Infinity }), ...(onStep && { onStep }) },
    );
    return { report, last: await reports.last() };
  } finally {
    await database.close();
    await ports.close();
  }
}
