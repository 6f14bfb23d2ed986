import { accessKinds, type AccessView } from '@feusa/contracts/access-log';
import { exactTime, whenText } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { SelectField, TextField } from '../../shared/ui/field.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../shared/ui/states.js';
import styles from './access-log.module.css';
import { texts } from './texts.js';
import { useAccessLog } from './use-access-log.js';

export default function AccessLogScreen() {
  const log = useAccessLog();
  const { user, setUser, kind, setKind, entries, error } = log;
  return (
    <Page title={texts.accessLog} narrow>
      <PageHeader title={texts.accessLog} note={texts.intro}>
        <a href={log.csv} download>
          {texts.download}
        </a>
      </PageHeader>
      <form
        role="search"
        aria-label={texts.filter}
        className={styles.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={texts.person}
          type="search"
          placeholder={texts.eMail}
          value={user}
          maxLength={200}
          onChange={(event) => setUser(event.target.value)}
        />
        <SelectField
          label={texts.kind}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          <option value="">{texts.everything}</option>
          {accessKinds.map((each) => (
            <option key={each} value={each}>
              {texts.kinds[each]}
            </option>
          ))}
        </SelectField>
      </form>
      {entries ? (
        <Entries entries={entries} />
      ) : error ? (
        <ErrorState title={texts.didNotLoad} error={error} onRetry={log.reload} />
      ) : (
        <Bones />
      )}
      {log.more && <Button onClick={log.more}>{texts.more}</Button>}
    </Page>
  );
}

function Entries({ entries }: { readonly entries: readonly AccessView[] }) {
  if (entries.length === 0) return <EmptyState title={texts.nothing} />;
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <Entry key={entry.position} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { readonly entry: AccessView }) {
  const { email, user, address, fileNames, aboutName } = entry;
  const { phrase, detail } = wordsOf(entry);
  const at = Date.parse(entry.at);
  const named = [...fileNames.map((name, index) => name ?? entry.files[index]), aboutName];
  const things = named.filter(Boolean).join(', ');
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        <strong>{email ?? user ?? texts.nobody}</strong> {phrase} {things}
      </span>
      <time dateTime={entry.at} title={exactTime(at)} className={styles.detail}>
        {whenText(at)}
      </time>
      <span className={styles.detail}>
        {[detail, entry.shown, address && texts.from(address)].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}

/** What was done, and what else there is to say of it. */
function wordsOf({ kind, detail }: AccessView) {
  const phrase = texts.kinds[kind];
  if (kind === 'access-changed') {
    const [type = '', position = ''] = (detail ?? '').split(' ');
    return { phrase: texts.changes[type] ?? phrase, detail: texts.change(position) };
  }
  if (kind === 'account') return { phrase: detail ?? phrase, detail: null };
  return { phrase, detail: SAID.has(detail ?? '') ? null : detail };
}

/** What the security log calls what the phrase says already. */
const SAID: ReadonlySet<string> = new Set([
  'signed in',
  'signed out',
  'sign-in failed',
  'stepped up',
]);

const Bones = () => (
  <div role="status" aria-label={texts.loading}>
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} style={{ height: 44, marginTop: 10 }} />
    ))}
  </div>
);
