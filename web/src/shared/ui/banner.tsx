import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, isNoLongerThere, isUnreached } from '../api.js';
import styles from './banner.module.css';
import { IconButton } from './button.js';
import { texts } from '../texts.js';

const icons = { danger: CircleAlert, attention: TriangleAlert, info: Info, good: CircleCheck };

interface BannerProps {
  readonly tone?: keyof typeof icons;
  /** Instead of the tone's own. */
  readonly icon?: LucideIcon;
  /** Its name for those who do not see it. */
  readonly label?: string;
  /** Read out at once, as `danger` is. */
  readonly urgent?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
  readonly onDismiss?: () => void;
  readonly action?: ReactNode;
}

/** Something the person must know, in place. `danger` is read out at once. */
export function Banner({ tone = 'info', title, children, ...more }: BannerProps) {
  const { icon: Icon = icons[tone], label, urgent = tone === 'danger', action, onDismiss } = more;
  return (
    <div
      className={`${styles.banner} ${styles[tone]}`}
      role={urgent ? 'alert' : 'status'}
      aria-label={label}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden />
      <div className={styles.body}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
      {onDismiss && <IconButton icon={X} label={texts.dismiss} tip={false} onClick={onDismiss} />}
    </div>
  );
}

const OH_SHOOT = texts.ohShoot;

export interface FailureProps {
  /** A sentence, for example 'An error occured when adding the file. Please try again.' */
  readonly text: string;
  /** What was not done, in its own words: all that is said where nothing went wrong but the connection. */
  readonly what?: string | undefined;
  /** All that is said where what it was about is no longer there: another try would come to the same. */
  readonly gone?: string;
  readonly error: unknown;
  readonly onDismiss?: () => void;
}

/** A red banner, with what the server says about it and the request id to pass on. */
export function Failure({ onDismiss, ...props }: FailureProps) {
  return (
    <Banner tone="danger" title={OH_SHOOT} {...(onDismiss && { onDismiss })}>
      {sentencesOf(props).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <RequestId error={props.error} />
    </Banner>
  );
}

function sentencesOf({ text, what = '', gone, error }: FailureProps): readonly string[] {
  if (gone !== undefined && isNoLongerThere(error)) return [gone];
  const detail = error instanceof ApiError ? error.detail : '';
  const first = what && isUnreached(error) ? '' : text;
  return [...new Set([first, what, detail])].filter(Boolean);
}

/** Small and selectable, for whoever helps. */
export function RequestId({ error }: { readonly error: unknown }) {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id ? <p className={styles.request}>{texts.request(id)}</p> : null;
}
