import type { AccessView } from '@feusa/contracts/access-log';
import { Download } from 'lucide-react';
import { Fragment } from 'react';
import { refusalIn } from '../../shared/api.js';
import { calledOf, usePersonOf, type PersonOf } from '../../shared/accounts.js';
import { exactTime, formatNumber, whenText } from '../../shared/format.js';
import { Anchor, Button } from '../../shared/ui/button.js';
import { LinkLike } from '../../shared/ui/link-like.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { PersonMark } from '../../shared/ui/person-mark.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { EmptyState, LoadingState } from '../../shared/ui/states.js';
import { Filters } from './filters.js';
import styles from './access-log.module.css';
import { texts } from './texts.js';
import { useAccessLog } from './use-access-log.js';
import { VerifyAccessLog } from './verify-access-log.js';
import { doerOf, wordsOf } from './words.js';

export default function AccessLogScreen() {
  const log = useAccessLog();
  const { entries, keptDays, error } = log;
  const refusal = refusalIn(error);
  return (
    <Page title={texts.accessLog}>
      <PageHeader title={texts.accessLog} note={texts.intro}>
        <VerifyAccessLog />
        <Anchor icon={Download} href={log.csv} download>
          {texts.download}
        </Anchor>
      </PageHeader>
      <Filters {...log} />
      {refusal ? (
        <EmptyState
          title={refusal.fields['file'] === undefined ? refusal.detail : texts.noSuchDocument}
          action={<Button onClick={log.clear}>{texts.showAll}</Button>}
        />
      ) : entries ? (
        <Entries entries={entries} onFile={(id) => log.set('file', id)} onAll={log.clear} />
      ) : (
        <LoadingState title={texts.didNotLoad} error={error} onRetry={log.reload}>
          <Bones />
        </LoadingState>
      )}
      {!refusal && log.more && <Button onClick={log.more}>{texts.more}</Button>}
      {keptDays !== undefined && <p className={styles.kept}>{texts.kept(keptDays)}</p>}
    </Page>
  );
}

interface EntriesProps {
  readonly entries: readonly AccessView[];
  /** Asks for those about one file only. */
  readonly onFile: (id: string) => void;
  /** Asks for all of them; undefined where all are asked for. */
  readonly onAll: (() => void) | undefined;
}

function Entries({ entries, onFile, onAll }: EntriesProps) {
  const personOf = usePersonOf();
  if (entries.length === 0)
    return (
      <EmptyState
        title={texts.nothing}
        action={onAll && <Button onClick={onAll}>{texts.showAll}</Button>}
      />
    );
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <Entry key={entry.position} entry={entry} personOf={personOf} onFile={onFile} />
      ))}
    </ol>
  );
}

/** Of an archive, which may hold a thousand. */
const NAMED = 20;

interface WhoProps {
  readonly entry: AccessView;
  readonly personOf: PersonOf;
}

interface EntryProps extends Pick<EntriesProps, 'onFile'>, WhoProps {}

function Entry({ entry, personOf, onFile }: EntryProps) {
  const { address, files, fileNames, moreFiles } = entry;
  const { phrase, what, detail } = wordsOf(entry);
  const aboutName = aboutOf(entry, personOf);
  const at = Date.parse(entry.at);
  const named = files.slice(0, NAMED);
  const unnamed = files.length - named.length + moreFiles;
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        <Who entry={entry} personOf={personOf} /> {phrase} {what}
        {named.map((id, index) => (
          <Fragment key={id}>
            <LinkLike onClick={() => onFile(id)}>{fileNames[index] ?? texts.document}</LinkLike>
            {index < named.length - 1 && ', '}
          </Fragment>
        ))}
        {unnamed > 0 && texts.andMore(unnamed)}
        {aboutName && (files.length > 0 ? texts.outOf(aboutName) : aboutName)}
      </span>
      <time dateTime={entry.at} title={exactTime(at)} className={styles.detail}>
        {whenText(at)}
      </time>
      <span className={styles.detail}>
        {[detail, entry.shown && texts.asOf(momentOf(entry.shown)), address && texts.from(address)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}

/** Who did it, as far as that is still known. */
function Who({ entry, personOf }: WhoProps) {
  const { user, email } = entry;
  if (user === null || email === null) return <strong>{doerOf(entry)}</strong>;
  const person = personOf({ id: user, email });
  return (
    <>
      <PersonMark person={person} small />
      <strong>{calledOf(person)}</strong>
      {person.name !== undefined && <span className={styles.detail}> {email}</span>}
    </>
  );
}

const USER = 'user-';

/** What was changed is called by its name, an account by that of its person. */
function aboutOf({ about, aboutName }: AccessView, personOf: PersonOf): string | null {
  if (aboutName === null || !about?.startsWith(USER)) return aboutName;
  return calledOf(personOf({ id: about.slice(USER.length), email: aboutName }));
}

/** A moment is asked for by its time or by a position. */
const momentOf = (shown: string) =>
  /^\d+$/.test(shown) ? texts.change(formatNumber(Number(shown))) : exactTime(Date.parse(shown));

const Bones = () => (
  <div role="status" aria-label={texts.loading}>
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} style={{ height: 44, marginTop: 10 }} />
    ))}
  </div>
);
