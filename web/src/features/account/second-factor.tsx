import type { RecoveryCodes, SecondFactorsView } from '@feusa/contracts/second-factors';
import { lazy, Suspense, useState } from 'react';
import useSWR from 'swr';
import { request } from '../../shared/api.js';
import { whenText } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/form-dialog.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { ErrorState } from '../../shared/ui/states.js';
import styles from './account.module.css';
import { texts } from './texts.js';

const SetUpTotp = lazy(() => import('./set-up-totp.js'));
const RecoveryCodeList = lazy(() => import('./recovery-code-list.js'));

/** For whoever has just set one up, who may have had to. */
interface SecondFactorProps {
  readonly onSetUp?: () => void;
}

/** An authenticator app besides the password, and recovery codes for when it is lost. */
export function SecondFactor({ onSetUp }: SecondFactorProps) {
  const { data, error, mutate } = useSWR<SecondFactorsView>('/api/me/second-factors');
  const [codes, setCodes] = useState<readonly string[]>();
  const [isSettingUp, setSettingUp] = useState(false);
  const shown = (made: readonly string[]) => {
    setSettingUp(false);
    setCodes(made);
    void mutate();
  };
  const done = () => {
    setCodes(undefined);
    onSetUp?.();
  };
  return (
    <section className={styles.section}>
      <h2>{texts.secondFactor}</h2>
      <p className={styles.muted}>{texts.secondFactorNote}</p>
      <Suspense>
        {codes ? (
          <RecoveryCodeList codes={codes} onDone={done} />
        ) : isSettingUp ? (
          <SetUpTotp onCodes={shown} onCancel={() => setSettingUp(false)} />
        ) : data ? (
          <Present view={data} onSetUp={() => setSettingUp(true)} onCodes={shown} />
        ) : error ? (
          <ErrorState
            title={texts.secondFactorDidNotLoad}
            error={error as unknown}
            onRetry={() => void mutate()}
          />
        ) : (
          <Skeleton style={{ height: 60, margin: '10px 0' }} />
        )}
      </Suspense>
    </section>
  );
}

interface PresentProps {
  readonly view: SecondFactorsView;
  readonly onSetUp: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Present({ view: { totp, recoveryCodes, required }, onSetUp, onCodes }: PresentProps) {
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { mutate } = useSWR<SecondFactorsView>('/api/me/second-factors');
  if (totp === null)
    return (
      <Button tone="primary" className={styles.first ?? ''} onClick={onSetUp}>
        {texts.setUpApp}
      </Button>
    );
  const renew = async () => {
    setFailure(undefined);
    try {
      const { recoveryCodes: made } = await request<RecoveryCodes>(
        'POST',
        '/api/me/recovery-codes',
      );
      onCodes(made);
    } catch (error) {
      setFailure(error);
    }
  };
  const remove = async () => {
    await request('DELETE', '/api/me/totp');
    toast({ text: texts.appRemoved });
    await mutate();
  };
  return (
    <>
      {failure !== undefined && <Failure text={texts.noNewCodes} error={failure} />}
      <ul className={styles.list} aria-label={texts.secondFactor}>
        <li className={styles.row}>
          <div>
            <p>{texts.app}</p>
            <p className={styles.muted}>{texts.appSince(whenText(Date.parse(totp)))}</p>
          </div>
          <Button small tone="danger" onClick={() => setAsked(true)}>
            {texts.removeApp}
          </Button>
        </li>
        <li className={styles.row}>
          <div>
            <p>{texts.recoveryCodes}</p>
            <p className={styles.muted}>{texts.codesLeft(recoveryCodes)}</p>
          </div>
          <Button small onClick={() => void renew()}>
            {texts.newCodes}
          </Button>
        </li>
      </ul>
      {isAsked && (
        <ConfirmDialog
          title={texts.removeAppTitle}
          text={<p>{required ? texts.removeRequired : texts.removeMeans}</p>}
          failureText={texts.appStays}
          confirmLabel={texts.removeApp}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
