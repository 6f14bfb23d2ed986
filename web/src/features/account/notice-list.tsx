import type { NoticeList as Notices, NoticeView } from '@feusa/contracts/notices';
import useSWR from 'swr';
import { whenText } from '../../shared/format.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { LoadingState } from '../../shared/ui/states.js';
import styles from './account.module.css';
import { texts } from './texts.js';

export const NOTICES = '/api/me/notices';
const AGAIN_MS = 30_000;

/** What happened to the account; nothing where nothing did. */
export function NoticeList() {
  const { data, error, mutate } = useSWR<Notices>(NOTICES, {
    ...{ revalidateOnFocus: true, refreshInterval: AGAIN_MS },
  });
  if (data?.notices.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{texts.notices}</h2>
      <p className={styles.muted}>{texts.noticesNote}</p>
      {data ? (
        <ul className={styles.list} aria-label={texts.notices}>
          {data.notices.map((notice) => (
            <li key={notice.id} className={styles.row}>
              <div>
                <p>{textOf(notice)}</p>
                <p className={styles.muted}>{factsOf(notice)}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingState title={texts.noticesDidNotLoad} error={error} onRetry={() => void mutate()}>
          <Skeleton style={{ height: 60, margin: '10px 0' }} />
        </LoadingState>
      )}
    </section>
  );
}

const textOf = ({ kind, role }: NoticeView): string =>
  kind === 'role-changed' && role ? texts.newRole(texts.roles[role]) : texts.noticeOf[kind];

const factsOf = ({ device, address, at }: NoticeView): string =>
  [whenText(Date.parse(at)), device, address].filter(Boolean).join(' · ');
