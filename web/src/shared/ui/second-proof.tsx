import type { PasskeyAnswer, SecondFactorRequest } from '@feusa/contracts/second-factors';
import type { ReactNode } from 'react';
import { PasskeyButton } from './passkey-button.js';

/** How a code is asked for beside what else there is. */
interface CodeOptions {
  readonly autoFocus: boolean;
  readonly recoveryOnly: boolean;
}

interface SecondProofProps {
  readonly asked: SecondFactorRequest;
  readonly onAnswer: (passkey: PasskeyAnswer) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
  /** What takes a code, for whoever has any. */
  readonly children: (code: CodeOptions) => ReactNode;
}

/** A passkey, a code, or either of them. */
export function SecondProof({ asked, onAnswer, onFault, children }: SecondProofProps) {
  const { kinds } = asked;
  const hasPasskey = kinds.includes('passkey');
  const takesCode = !hasPasskey || kinds.length > 1;
  const code = { autoFocus: !hasPasskey, recoveryOnly: hasPasskey && !kinds.includes('totp') };
  return (
    <>
      {hasPasskey && <PasskeyButton asked={asked} onAnswer={onAnswer} onFault={onFault} />}
      {takesCode && children(code)}
    </>
  );
}
