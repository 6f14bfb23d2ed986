import type { ErrorView } from '@feusa/contracts/errors';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { exactTime, whenText } from '../../shared/format.js';
import { IconButton } from '../../shared/ui/button.js';
import { payloadText } from './notice-list.js';
import styles from './notices.module.css';

interface NoticeProps {
  readonly notice: ErrorView;
  readonly onDismiss: () => void;
}

export function Notice({ notice, onDismiss }: NoticeProps) {
  const { details, errors, createdAt } = notice;
  const [whole, setWhole] = useState(false);
  const payload = payloadText(errors);
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
          <button
            type="button"
            aria-expanded={whole}
            className={styles.payload}
            data-whole={whole || undefined}
            onClick={() => setWhole(!whole)}
          >
            <code>{payload}</code>
          </button>
        )}
      </div>
      <IconButton icon={X} label={`Dismiss: ${details}`} tip="Dismiss" onClick={onDismiss} />
    </li>
  );
}
