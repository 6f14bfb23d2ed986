import type { ErrorView } from '@feusa/contracts/errors';
import { ChevronDown, ChevronUp, TriangleAlert, X } from 'lucide-react';
import { whenText } from '../../shared/format.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { dismissLabel, DISMISS } from './notice.js';
import styles from './notices.module.css';
import { texts } from './texts.js';

interface NoticeLineProps {
  readonly notice: ErrorView;
  readonly older: number;
  readonly toggle: { readonly 'aria-expanded': boolean; onClick(): void };
  readonly onDismiss: () => void;
}

/** The newest notice in the room beside the heading. */
export function NoticeLine({ notice, older, toggle, onDismiss }: NoticeLineProps) {
  const { details, createdAt } = notice;
  const Chevron = toggle['aria-expanded'] ? ChevronUp : ChevronDown;
  return (
    <div className={styles.line}>
      <TriangleAlert size={17} strokeWidth={1.5} aria-hidden className={styles.sign} />
      <span className={styles.words} data-tip={details}>
        {details}
      </span>
      <time dateTime={createdAt} className={styles.time}>
        {whenText(Date.parse(createdAt))}
      </time>
      <Button small tone="quiet" icon={Chevron} className={styles.toggle ?? ''} {...toggle}>
        {older > 0 ? texts.olderErrorNotice(older) : texts.details}
      </Button>
      {!toggle['aria-expanded'] && (
        <IconButton icon={X} label={dismissLabel(notice)} tip={DISMISS} onClick={onDismiss} />
      )}
    </div>
  );
}
