import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { request, ApiError } from '../../../shared/api.js';
import { Banner, RequestId } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import styles from '../audit.module.css';
import { formatNumber } from '../../../shared/format.js';
import { texts } from '../texts.js';

type Verdict =
  | { readonly ok: true; readonly size: string; readonly head: string }
  | { readonly ok: false; readonly position: string; readonly reason: string };

type State = 'idle' | 'pending' | { readonly verdict: Verdict } | { readonly error: unknown };

/** Hashes the whole log again on the server and says whether it is as it was written. */
export function VerifyLog() {
  const [state, setState] = useState<State>('idle');
  const verify = () => {
    setState('pending');
    request<Verdict>('GET', '/api/audit/verify')
      .then((verdict) => setState({ verdict }))
      .catch((error: unknown) => setState({ error }));
  };
  return (
    <>
      <Button icon={ShieldCheck} pending={state === 'pending'} onClick={verify}>
        {texts.verifyTheLog}
      </Button>
      {typeof state === 'object' && (
        <div className={styles.verdict}>
          <Outcome state={state} onDismiss={() => setState('idle')} />
        </div>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly state: Exclude<State, string>;
  readonly onDismiss: () => void;
}

function Outcome({ state, onDismiss }: OutcomeProps) {
  if ('error' in state)
    return (
      <Banner tone="danger" title={texts.theLogWasNotVerified} onDismiss={onDismiss}>
        {state.error instanceof ApiError ? state.error.detail : texts.tryAgain}
        <RequestId error={state.error} />
      </Banner>
    );
  const { verdict } = state;
  if (!verdict.ok)
    return (
      <Banner tone="danger" title={texts.theLogHasBeenChanged} onDismiss={onDismiss}>
        {texts.atPosition(verdict.position, verdict.reason)}
      </Banner>
    );
  return (
    <Banner title={texts.logVerifiedNoChangesFound} onDismiss={onDismiss}>
      {texts.allAsWritten(formatNumber(Number(verdict.size)))}
      <code className={styles.hash}>{verdict.head}</code>.
    </Banner>
  );
}
