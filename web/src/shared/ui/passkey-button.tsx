import type { PasskeyAnswer, SecondFactorRequest } from '@feusa/contracts/second-factors';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { hasPasskeys, promptPasskey } from '../passkeys.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import styles from './passkey-button.module.css';

interface PasskeyButtonProps {
  readonly asked: SecondFactorRequest;
  readonly onAnswer: (passkey: PasskeyAnswer) => Promise<void>;
  /** A `PasskeyFault`, or what `onAnswer` has thrown. */
  readonly onFault: (fault: unknown) => void;
}

/** Has a passkey answer, or says that none works here. */
export function PasskeyButton({ asked, onAnswer, onFault }: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false);
  const { passkeyOptions } = asked;
  if (!passkeyOptions || !hasPasskeys())
    return <p className={styles.note}>{texts.passkeyNotHere}</p>;
  const ask = async () => {
    setPending(true);
    try {
      await onAnswer(await promptPasskey(passkeyOptions));
    } catch (fault) {
      onFault(fault);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      autoFocus
      tone="primary"
      icon={KeyRound}
      className={styles.button ?? ''}
      pending={isPending}
      onClick={() => void ask()}
    >
      {texts.usePasskey}
    </Button>
  );
}
