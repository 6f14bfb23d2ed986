import { zodResolver } from '@hookform/resolvers/zod';
import { ConfirmTotp, type RecoveryCodes, type TotpSetUp } from '@feusa/contracts/second-factors';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { ErrorState } from '../../shared/ui/states.js';
import styles from './account.module.css';
import { texts } from './texts.js';

interface SetUpTotpProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The secret as a picture and as text, and the first code by which it counts. */
export default function SetUpTotp({ onCodes, onCancel }: SetUpTotpProps) {
  const [begun, setBegun] = useState<TotpSetUp>();
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    request<TotpSetUp>('POST', '/api/me/totp').then(
      (answer) => isWanted && setBegun(answer),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => void (isWanted = false);
  }, [tries]);
  if (begun) return <Confirm begun={begun} onCodes={onCodes} onCancel={onCancel} />;
  if (failure === undefined) return <Skeleton style={{ height: 220, margin: '10px 0' }} />;
  const again = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return <ErrorState title={texts.setUpDidNotBegin} error={failure} onRetry={again} />;
}

function Confirm({ begun, onCodes, onCancel }: SetUpTotpProps & { readonly begun: TotpSetUp }) {
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(ConfirmTotp),
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const answer = await request<RecoveryCodes>('PUT', '/api/me/totp', { body });
      onCodes(answer.recoveryCodes);
    } catch (fault) {
      if (!showFieldErrors(fault, ['code'], setError)) setFailure(fault);
    }
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== undefined && <Failure text={texts.notConfirmed} error={failure} />}
      <p>{texts.scan}</p>
      <QrCode text={begun.otpauth} />
      <p className={styles.muted}>{texts.typeKey}</p>
      <p className={styles.key}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      <CodeField appOnly error={formState.errors.code?.message} {...register('code')} />
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" pending={formState.isSubmitting}>
          {texts.confirm}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

/** Black on white in dark colours too: cameras want it so. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={texts.qrCode}
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
