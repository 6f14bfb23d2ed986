import type { AddedPasskey, SecondFactorsView } from '@feusa/contracts/second-factors';
import { lazy, Suspense, useState } from 'react';
import useSWR from 'swr';
import { hasPasskeys } from '../../shared/passkeys.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { LoadingState } from '../../shared/ui/states.js';
import styles from './account.module.css';
import { FactorList } from './factor-list.js';
import { texts } from './texts.js';

export const SECOND_FACTORS = '/api/me/second-factors';

const SetUpTotp = lazy(() => import('./set-up-totp.js'));
const AddPasskey = lazy(() => import('./add-passkey.js'));
const RecoveryCodeList = lazy(() => import('./recovery-code-list.js'));

/** For whoever has just set one up, who may have had to. */
interface SecondFactorProps {
  readonly onSetUp?: () => void;
}

/** An authenticator app and passkeys besides the password, and recovery codes for when they are lost. */
export function SecondFactor({ onSetUp }: SecondFactorProps) {
  const { data, error, mutate } = useSWR<SecondFactorsView>(SECOND_FACTORS);
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
          <div className={styles.first}>
            <SetUpTotp onCodes={shown} onCancel={() => setSettingUp(false)} />
          </div>
        ) : data ? (
          <Present view={data} onSetUp={() => setSettingUp(true)} onCodes={shown} />
        ) : (
          <LoadingState
            title={texts.secondFactorDidNotLoad}
            error={error}
            onRetry={() => void mutate()}
          >
            <Skeleton style={{ height: 60, margin: '10px 0' }} />
          </LoadingState>
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

function Present({ view, onSetUp, onCodes }: PresentProps) {
  const { mutate } = useSWR<SecondFactorsView>(SECOND_FACTORS);
  const [isAdding, setAdding] = useState(false);
  const { totp, passkeys } = view;
  const hasNone = totp === null && passkeys.length === 0;
  const added = ({ name, recoveryCodes }: AddedPasskey) => {
    setAdding(false);
    toast({ text: texts.passkeyAdded(name) });
    if (recoveryCodes) onCodes(recoveryCodes);
    else void mutate();
  };
  return (
    <>
      {!hasNone && <FactorList view={view} onCodes={onCodes} onRemoved={() => mutate()} />}
      <div className={`${styles.buttons} ${styles.first}`}>
        {totp === null && (
          <Button {...(hasNone && { tone: 'primary' })} onClick={onSetUp}>
            {texts.setUpApp}
          </Button>
        )}
        {hasPasskeys() && <Button onClick={() => setAdding(true)}>{texts.addPasskey}</Button>}
      </div>
      {!hasPasskeys() && <p className={styles.muted}>{texts.noPasskeysHere}</p>}
      {isAdding && (
        <Suspense>
          <AddPasskey onAdded={added} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
