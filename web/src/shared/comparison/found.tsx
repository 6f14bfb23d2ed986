import type { Drift, FingerprintReport, Made } from '@feusa/contracts/fingerprint';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import { counted, exactTime, formatSize, whenText, formatNumber } from '../format.js';
import styles from './comparison.module.css';

const names: Readonly<Record<Made, string>> = {
  folders: 'Folders',
  docs: 'Documents and links',
  employees: 'Employees',
  errors: 'Error notices',
  users: 'Users',
  'search-index': 'Search index',
  files: 'File contents',
};
const things: Readonly<Record<Made, string>> = {
  folders: 'Folder',
  docs: 'Document or link',
  employees: 'Employee',
  errors: 'Error notice',
  users: 'User',
  'search-index': 'Employee in the search index',
  files: 'File',
};
const kinds = {
  missing: 'is missing',
  extra: 'is not in the log',
  older: 'is behind',
  altered: 'was altered',
} as const;

/** What a comparison has found: a line for each thing that is made from the log, then each difference. */
export function Found({ report }: { readonly report: FingerprintReport }) {
  const { ok, at, seconds, position, found, differences, leftOut } = report;
  const Icon = ok ? CircleCheck : CircleX;
  const time = Date.parse(at);
  return (
    <>
      <p className={styles.verdict} role="status">
        <Icon size={18} strokeWidth={1.5} aria-hidden data-state={ok ? 'same' : 'differs'} />
        <strong>{ok ? 'All data matches the log' : `${counted(found, 'difference')} found`}</strong>
        <span className={styles.muted} title={exactTime(time)}>
          {whenText(time)}, up to event {formatNumber(Number(position))},{' '}
          {seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s
        </span>
      </p>
      {differences.length > 0 && (
        <ul className={styles.list} aria-label="Differences">
          {differences.map((drift) => (
            <Difference key={`${drift.what} ${drift.id}`} drift={drift} />
          ))}
          {found > differences.length && <li>and {found - differences.length} more</li>}
        </ul>
      )}
      <ul className={styles.list} aria-label="Compared">
        {linesOf(report).map((line) => (
          <Line key={line.what} {...line} />
        ))}
      </ul>
      {leftOut > 0 && (
        <p className={styles.muted}>
          {counted(leftOut, 'item')} not compared: blocked (see Operations) or unreadable.
        </p>
      )}
    </>
  );
}

type State = 'same' | 'differs' | 'unseen';
interface LineProps {
  readonly what: Made;
  readonly state: State;
  readonly text: string;
  /** Of what is on the screens; of a replay too where that is another one. */
  readonly sums?: readonly string[];
}

function linesOf({ tables, index, files, differences }: FingerprintReport): LineProps[] {
  const stateOf = (what: Made): State =>
    differences.some((drift) => drift.what === what) ? 'differs' : 'same';
  return [
    ...tables.map(({ table, rows, fingerprint, replay }) => ({
      what: table,
      state: fingerprint === replay ? stateOf(table) : ('differs' as const),
      text: counted(rows, 'row'),
      sums: fingerprint === replay ? [fingerprint] : [fingerprint, replay],
    })),
    {
      what: 'search-index',
      state: index.fault ? 'unseen' : stateOf('search-index'),
      text: index.fault ?? counted(index.compared, 'employee'),
    },
    {
      what: 'files',
      state: !files || files.fault ? 'unseen' : stateOf('files'),
      text: files ? (files.fault ?? filesText(files)) : 'not read yet',
    },
  ];
}

const filesText = ({ checked, bytes, at }: NonNullable<FingerprintReport['files']>) =>
  `${counted(checked, 'file')}, ${formatSize(bytes)}, ${whenText(Date.parse(at))}`;

const icons = { same: CircleCheck, differs: CircleX, unseen: CircleMinus };
const states = { same: 'the same', differs: 'differs', unseen: 'not looked at' };

function Line({ what, state, text, sums = [] }: LineProps) {
  const Icon = icons[state];
  return (
    <li className={styles.line}>
      <Icon size={17} strokeWidth={1.5} role="img" aria-label={states[state]} data-state={state} />
      <span>{names[what]}</span>
      <span className={styles.muted}>{text}</span>
      {sums.map((sum, index) => (
        <code key={sum} className={styles.sum} title={sum}>
          {sums.length > 1 && (index === 0 ? 'here ' : 'replay ')}
          {sum.slice(0, 12)}
        </code>
      ))}
    </li>
  );
}

const Difference = ({ drift }: { readonly drift: Drift }) => {
  const { what, id, kind, detail, position, eventType } = drift;
  return (
    <li className={styles.difference}>
      <p>
        <strong>
          {things[what]} {kinds[kind]}
        </strong>{' '}
        {detail}
      </p>
      <p className={styles.muted}>
        <code>{id}</code>
        {position && (
          <>
            {' '}
            since <Link href={`/log/${position}`}>event {formatNumber(Number(position))}</Link>
            {eventType && `, ${eventType}`}
          </>
        )}
      </p>
    </li>
  );
};
