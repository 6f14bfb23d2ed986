import type { SessionView } from '@feusa/contracts/users';
import useSWR from 'swr';
import { ApiError, request } from '../../shared/api.js';
import { whenText } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { LoadingState } from '../../shared/ui/states.js';
import styles from './account.module.css';
import { texts } from './texts.js';

export const SESSIONS = '/api/me/sessions';

interface SessionsAnswer {
  readonly sessions: readonly SessionView[];
}

export function SessionList() {
  const { data, error, mutate } = useSWR<SessionsAnswer>(SESSIONS, { revalidateOnFocus: true });
  const end = async (path: string, done: string) => {
    try {
      await request('DELETE', path);
      toast({ text: done });
    } catch (fault) {
      const detail = fault instanceof ApiError ? fault.detail : '';
      toast({ text: texts.notSignedOut(detail), tone: 'danger' });
    }
    await mutate();
  };
  const sessions = data?.sessions;
  return (
    <section className={styles.section}>
      <h2>{texts.sessions}</h2>
      <p className={styles.muted}>{texts.sessionsNote}</p>
      {sessions ? (
        <ul className={styles.list} aria-label={texts.sessions}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => void end(`${SESSIONS}/${session.id}`, texts.signedOut(named(session)))}
            />
          ))}
        </ul>
      ) : (
        <LoadingState title={texts.sessionsDidNotLoad} error={error} onRetry={() => void mutate()}>
          <Skeleton style={{ height: 60, margin: '10px 0' }} />
        </LoadingState>
      )}
      {sessions && sessions.length > 1 && (
        <Button onClick={() => void end(SESSIONS, texts.othersSignedOut)}>
          {texts.signOutOthers}
        </Button>
      )}
    </section>
  );
}

const named = ({ device }: SessionView) => device || texts.unknownDevice;

interface SessionRowProps {
  readonly session: SessionView;
  readonly onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { address, begun, lastUsed, current, sso } = session;
  const [from, last] = [begun, lastUsed].map((time) => whenText(Date.parse(time)));
  return (
    <li className={styles.row}>
      <div>
        <p>
          {named(session)} {current && <span className={styles.here}>{texts.thisDevice}</span>}{' '}
          {sso && <span className={styles.here}>{texts.bySso}</span>}
        </p>
        <p className={styles.muted}>{texts.sessionFacts(address, from ?? '', last ?? '')}</p>
      </div>
      {!current && (
        <Button small aria-label={texts.signOutNamed(named(session))} onClick={onEnd}>
          {texts.signOut}
        </Button>
      )}
    </li>
  );
}
