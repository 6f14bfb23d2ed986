import type { ErrorView } from '@feusa/contracts/errors';
import { TriangleAlert } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { payloadText } from './notice-list.js';
import styles from './notices.module.css';
import { texts } from './texts.js';

/** A notice is one for the whole company: it goes for all of them. */
export const DISMISS = texts.dismissForEverybody;
export const dismissLabel = ({ details }: ErrorView): string => `${DISMISS}: ${details}`;

interface NoticeProps {
  readonly notice: ErrorView;
  readonly onDismiss: () => void;
}

/** What happened, for everybody; what the program says about it, for those who can do something with that. */
export function Notice({ notice, onDismiss }: NoticeProps) {
  const { details, errors, createdAt } = notice;
  const { isAuditor } = useSession();
  const payload = isAuditor ? payloadText(errors) : '';
  const at = Date.parse(createdAt);
  return (
    <li className={styles.notice}>
      <TriangleAlert size={17} strokeWidth={1.5} aria-hidden className={styles.sign} />
      <div className={styles.text}>
        <p className={styles.details}>
          {details}{' '}
          <time dateTime={createdAt} title={exactTime(at)} className={styles.time}>
            {whenText(at)}
          </time>
        </p>
        {payload && (
          <details className={styles.payload}>
            <summary>{texts.technicalDetails}</summary>
            <pre tabIndex={0}>{payload}</pre>
          </details>
        )}
        <Button small tone="quiet" aria-label={dismissLabel(notice)} onClick={onDismiss}>
          {DISMISS}
        </Button>
      </div>
    </li>
  );
}
