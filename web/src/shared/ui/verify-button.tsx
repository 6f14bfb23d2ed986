import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ApiError, request } from '../api.js';
import { Banner, RequestId } from './banner.js';
import { Button } from './button.js';
import styles from './verify-button.module.css';

interface VerifyButtonProps<Verdict> {
  /** Answers with what was found. */
  readonly address: string;
  readonly texts: {
    readonly verify: string;
    readonly notVerified: string;
    readonly tryAgain: string;
  };
  /** A banner that says what was found. */
  readonly outcome: (verdict: Verdict, onDismiss: () => void) => ReactNode;
}

type State<Verdict> =
  'idle' | 'pending' | { readonly verdict: Verdict } | { readonly error: unknown };

/** Has the server hash something again, and says below what it found. */
export function VerifyButton<Verdict>({ address, texts, outcome }: VerifyButtonProps<Verdict>) {
  const [state, setState] = useState<State<Verdict>>('idle');
  const dismiss = () => setState('idle');
  const verify = () => {
    setState('pending');
    request<Verdict>('GET', address)
      .then((verdict) => setState({ verdict }))
      .catch((error: unknown) => setState({ error }));
  };
  return (
    <>
      <Button icon={ShieldCheck} pending={state === 'pending'} onClick={verify}>
        {texts.verify}
      </Button>
      {typeof state === 'object' && (
        <div className={styles.verdict}>
          {'verdict' in state ? (
            outcome(state.verdict, dismiss)
          ) : (
            <Banner tone="danger" title={texts.notVerified} onDismiss={dismiss}>
              {state.error instanceof ApiError ? state.error.detail : texts.tryAgain}
              <RequestId error={state.error} />
            </Banner>
          )}
        </div>
      )}
    </>
  );
}
