import type { ReactNode } from 'react';
import { ApiError } from '../api.js';
import { goTo } from '../past.js';
import { useRecovery } from '../recovery.js';
import { RequestId } from './banner.js';
import { Button, LinkButton } from './button.js';
import { BarnDrawing, FieldDrawing, GateDrawing } from './drawings.js';
import styles from './states.module.css';
import { texts } from '../texts.js';

interface StateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What belongs here and, for those who may, the button that adds it. */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <section className={styles.state}>
      <FieldDrawing />
      <h2>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </section>
  );
}

const BAD_REQUEST = 400;
const unknownFault: Pick<ApiError, 'detail' | 'status' | 'fields'> = {
  ...{ detail: texts.somethingWentWrong, status: 0, fields: {} },
};

interface ErrorStateProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** The address on view names a moment that is none; the way back to now. */
const UnknownMoment = () => (
  <section className={styles.state} role="alert">
    <GateDrawing />
    <h2>{texts.momentUnknown}</h2>
    <p className={styles.text}>{texts.noSuchMoment}</p>
    <Button onClick={() => goTo('', { push: true })}>{texts.backToNow}</Button>
  </section>
);

/** What failed in plain words, the request id, and Try again where that can help. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { detail, status, fields } = error instanceof ApiError ? error : unknownFault;
  useRecovery(error, onRetry);
  if (status === BAD_REQUEST && fields['at'] !== undefined) return <UnknownMoment />;
  return (
    <section className={styles.state} role="alert">
      <BarnDrawing />
      <h2>{title}</h2>
      <div className={styles.text}>
        <p>{detail}</p>
        <RequestId error={error} />
      </div>
      {onRetry && status !== BAD_REQUEST && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
    </section>
  );
}

interface LoadingStateProps extends Required<ErrorStateProps> {
  /** What stands there while it loads. */
  readonly children: ReactNode;
}

/** For what has not loaded yet: `children`, or what failed. */
export const LoadingState = ({ children, error, ...failed }: LoadingStateProps) =>
  error ? <ErrorState error={error} {...failed} /> : children;

interface GoneProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly back: { readonly href: string; readonly label: string };
}

/** Not allowed, or no longer there: says which, and the way back. */
export function GoneState({ title, children, back }: GoneProps) {
  return (
    <section className={styles.state}>
      <GateDrawing />
      <h2>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      <LinkButton href={back.href}>{back.label}</LinkButton>
    </section>
  );
}
