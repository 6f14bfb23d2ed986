import type { Drift, FingerprintReport } from '@feusa/contracts/fingerprint';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import useSWR from 'swr';
import { ApiError, get } from '../../shared/api.js';
import { counted, exactTime, whenText } from '../../shared/format.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import styles from './operations.module.css';

const ADDRESS = '/api/audit/fingerprint';
const EVERY_MS = 30_000;

/** None where nothing was compared yet. */
const readLast = () =>
  get<FingerprintReport>(`${ADDRESS}?last=1`).catch((fault: unknown) => {
    if (fault instanceof ApiError && fault.status === 404) return null;
    throw fault;
  });

/** Whether what people see is what a replay of the log makes. */
export function Comparison() {
  const { data: report, mutate } = useSWR('comparison', readLast, { refreshInterval: EVERY_MS });
  const [busy, setBusy] = useState<'rows' | 'files'>();
  const [fault, setFault] = useState<unknown>();
  const compare = async (what: 'rows' | 'files') => {
    setBusy(what);
    setFault(undefined);
    const query = what === 'files' ? '?files=1' : '';
    await get<FingerprintReport>(ADDRESS + query)
      .then((found) => mutate(found, { revalidate: false }))
      .catch(setFault);
    setBusy(undefined);
  };
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison">Compared with the log</h2>
      {fault !== undefined && (
        <Failure text="The comparison did not come to an end." error={fault} />
      )}
      {report ? (
        <Found report={report} />
      ) : (
        <p className={styles.muted}>
          {report === null ? 'Nothing was compared since the start.' : 'Reading the last result …'}
        </p>
      )}
      <div className={styles.compare}>
        <Button pending={busy === 'rows'} onClick={() => void compare('rows')}>
          Compare now
        </Button>
        <Button pending={busy === 'files'} onClick={() => void compare('files')}>
          Read every file too
        </Button>
      </div>
    </section>
  );
}

function Found({ report }: { readonly report: FingerprintReport }) {
  const { ok, at, position, tables, index, files, found, differences, leftOut } = report;
  const Icon = ok ? CircleCheck : CircleX;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const compared = [
    counted(rows, 'row'),
    index.fault
      ? `the search index not (${index.fault})`
      : `${counted(index.compared, 'person', 'people')} in the search index`,
    files
      ? `${counted(files.checked, 'file')} (${whenText(Date.parse(files.at))})`
      : 'no files yet',
    ...(leftOut > 0 ? [`${counted(leftOut, 'thing')} left out`] : []),
  ];
  return (
    <>
      <p className={styles.verdict} role="status">
        <Icon size={18} strokeWidth={1.5} aria-hidden className={ok ? styles.well : styles.down} />
        <strong>
          {ok ? 'The screens are what a replay makes' : `${counted(found, 'difference')} found`}
        </strong>
        <span className={styles.muted} data-tip={exactTime(Date.parse(at))}>
          {whenText(Date.parse(at))}, up to event {Number(position).toLocaleString('en')}
        </span>
      </p>
      <p className={styles.small}>Compared: {compared.join(', ')}.</p>
      {differences.length > 0 && (
        <ul className={styles.list} aria-label="Differences">
          {differences.map((drift) => (
            <Difference key={`${drift.what} ${drift.id}`} drift={drift} />
          ))}
        </ul>
      )}
    </>
  );
}

const Difference = ({ drift }: { readonly drift: Drift }) => (
  <li className={styles.row}>
    <div className={styles.what}>
      <p className={styles.strong}>
        {drift.what}: {drift.kind}
      </p>
      <p className={styles.small}>{drift.id}</p>
    </div>
    <p className={styles.what}>
      {drift.detail}
      {drift.position && ` – since event ${drift.position}, ${drift.eventType ?? ''}`}
    </p>
  </li>
);
