import type { Drift, FingerprintReport, Made } from '@feusa/contracts/fingerprint';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import { exactTime, formatSize, whenText, formatNumber } from '../format.js';
import styles from './comparison.module.css';
import { texts } from '../texts.js';

const names: Readonly<Record<Made, string>> = {
  folders: texts.folders,
  docs: texts.documentsAndLinks,
  employees: texts.employees,
  errors: texts.errorNotices,
  groups: texts.groups,
  users: texts.users,
  'search-index': texts.searchIndex,
  files: texts.fileContents,
};
const things: Readonly<Record<Made, string>> = {
  folders: texts.folder,
  docs: texts.documentOrLink,
  employees: texts.employee,
  errors: texts.errorNotice,
  groups: texts.group,
  users: texts.user,
  'search-index': texts.employeeInTheSearchIndex,
  files: texts.file,
};
const kinds = {
  missing: texts.isMissing,
  extra: texts.isNotInTheLog,
  older: texts.isBehind,
  altered: texts.wasAltered,
} as const;

/** What a comparison has found: a line for each thing that is made from the log, then each difference. */
const secondsText = (seconds: number) =>
  formatNumber(Number(seconds.toFixed(seconds < 10 ? 1 : 0)));

export function Found({ report }: { readonly report: FingerprintReport }) {
  const { ok, at, seconds, position, found, differences, leftOut } = report;
  const Icon = ok ? CircleCheck : CircleX;
  const time = Date.parse(at);
  return (
    <>
      <p className={styles.verdict} role="status">
        <Icon size={18} strokeWidth={1.5} aria-hidden data-state={ok ? 'same' : 'differs'} />
        <strong>{ok ? texts.allDataMatchesTheLog : texts.differenceFound(found)}</strong>
        <span className={styles.muted} title={exactTime(time)}>
          {texts.upToEvent(whenText(time), formatNumber(Number(position)), secondsText(seconds))}
        </span>
      </p>
      {differences.length > 0 && (
        <ul className={styles.list} aria-label={texts.differences}>
          {differences.map((drift) => (
            <Difference key={`${drift.what} ${drift.id}`} drift={drift} />
          ))}
          {found > differences.length && (
            <li>{texts.andMore(formatNumber(found - differences.length))}</li>
          )}
        </ul>
      )}
      <ul className={styles.list} aria-label={texts.compared}>
        {linesOf(report).map((line) => (
          <Line key={line.what} {...line} />
        ))}
      </ul>
      {leftOut > 0 && <p className={styles.muted}>{texts.notCompared(leftOut)}</p>}
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
      text: texts.rows(rows),
      sums: fingerprint === replay ? [fingerprint] : [fingerprint, replay],
    })),
    {
      what: 'search-index',
      state: index.fault ? 'unseen' : stateOf('search-index'),
      text: index.fault ?? texts.employeesCompared(index.compared),
    },
    {
      what: 'files',
      state: !files || files.fault ? 'unseen' : stateOf('files'),
      text: files ? (files.fault ?? filesText(files)) : texts.notReadYet,
    },
  ];
}

const filesText = ({ checked, bytes, at }: NonNullable<FingerprintReport['files']>) =>
  texts.filesRead(checked, formatSize(bytes), whenText(Date.parse(at)));

const icons = { same: CircleCheck, differs: CircleX, unseen: CircleMinus };
const states = { same: texts.theSame, differs: texts.differs, unseen: texts.notLookedAt };

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
            {texts.sinceEvent}{' '}
            <Link href={`/log/${position}`}>{texts.event(formatNumber(Number(position)))}</Link>
            {eventType && `, ${eventType}`}
          </>
        )}
      </p>
    </li>
  );
};
