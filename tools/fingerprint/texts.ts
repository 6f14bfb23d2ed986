import type { Drift, FingerprintReport, Made } from '@feusa/contracts/fingerprint';
import type { Comparison } from './compare.js';

const names: Readonly<Record<Made, string>> = {
  folders: 'folders',
  docs: 'files and links',
  employees: 'people',
  errors: 'error notices',
  groups: 'groups',
  users: 'accounts',
  'search-index': 'search index',
  files: 'files on disk',
};

export interface ReportText {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

/** What a comparison has found, one line a table and one a difference; not ok where anything differs. */
export function reportText({ report, last }: Comparison): ReportText {
  const { position, seconds } = report;
  const fromIndex = report.index.fault && last ? indexDrifts(last) : [];
  const differences = [...report.differences, ...fromIndex];
  const found = report.found + fromIndex.length;
  const end =
    found === 0
      ? `Everything is what a replay makes, up to event ${position}. ${seconds.toFixed(1)} s`
      : `${found} ${found === 1 ? 'difference' : 'differences'}, up to event ${position}. ${seconds.toFixed(1)} s`;
  const more = found - differences.length;
  return {
    ok: found === 0,
    lines: [
      ...report.tables.map(
        ({ table, rows, fingerprint, replay }) =>
          `${fingerprint === replay ? 'same   ' : 'DIFFERS'}  ${names[table]}: ${rows} rows, ${fingerprint}`,
      ),
      indexLine(report, last),
      filesLine(report),
      ...(report.leftOut > 0 ? [`left out ${report.leftOut} blocked or unreadable things`] : []),
      ...differences.map(driftLine),
      ...(more > 0 ? [`... and ${more} more`] : []),
      end,
    ],
  };
}

const indexDrifts = ({ differences }: FingerprintReport) =>
  differences.filter(({ what }) => what === 'search-index');

function indexLine(report: FingerprintReport, last?: FingerprintReport): string {
  const { index } = report;
  const line = (drifts: readonly Drift[], text: string) =>
    `${drifts.length === 0 ? 'same   ' : 'DIFFERS'}  search index: ${text}`;
  if (!index.fault) return line(indexDrifts(report), `${index.compared} people`);
  if (!last || last.index.fault) return `not seen  search index: ${index.fault}`;
  const text = `${last.index.compared} people, by the product itself at ${last.at}`;
  return line(indexDrifts(last), text);
}

function filesLine({ files, differences }: FingerprintReport): string {
  if (!files) return 'not read  files on disk';
  if (files.fault) return `not read  files on disk: ${files.fault}`;
  const same = differences.every(({ what }) => what !== 'files');
  return `${same ? 'same   ' : 'DIFFERS'}  files on disk: ${files.checked}, ${files.bytes} bytes hashed`;
}

function driftLine({ what, id, kind, detail, position, eventType }: Drift): string {
  const since = position === null ? '' : ` – since event ${position}, ${eventType ?? ''}`;
  return `${names[what]} ${id} ${kind}: ${detail}${since}`;
}
