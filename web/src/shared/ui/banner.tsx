import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api.js';
import { sentencesOf, type Failed } from '../failure.js';
import styles from './banner.module.css';
import { Button, IconButton } from './button.js';
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

interface RetryBannerProps extends Pick<BannerProps, 'tone' | 'children'> {
  readonly onRetry: () => void;
}

/** What could not be read beside what is on view, with another try. */
export const RetryBanner = ({ onRetry, ...banner }: RetryBannerProps) => (
  <Banner
    {...banner}
    action={
      <Button small onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    }
  />
);

const OH_SHOOT = texts.ohShoot;

export interface FailureProps extends Failed {
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

/** Small and selectable, for whoever helps. */
export function RequestId({ error }: { readonly error: unknown }) {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id ? <p className={styles.request}>{texts.request(id)}</p> : null;
}
