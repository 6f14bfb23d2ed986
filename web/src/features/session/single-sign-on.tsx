import type { SsoView } from '@feusa/contracts/sso';
import useSWR from 'swr';
import { SsoButton } from '../../shared/ui/sso-button.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

/** The other way in, where the company has one. */
export function SingleSignOn() {
  const { data } = useSWR<SsoView>('/api/sso');
  if (!data?.enabled) return null;
  return (
    <div className={styles.sso}>
      <p className={styles.or}>{texts.or}</p>
      <SsoButton address="/api/sso/start">{texts.singleSignOn}</SsoButton>
      {data.available === false && <p className={styles.away}>{texts.singleSignOnAway}</p>}
    </div>
  );
}
