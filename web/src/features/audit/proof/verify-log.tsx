import { formatNumber } from '../../../shared/format.js';
import { Banner } from '../../../shared/ui/banner.js';
import { VerifyButton } from '../../../shared/ui/verify-button.js';
import styles from '../audit.module.css';
import { texts } from '../texts.js';

type Verdict =
  | { readonly ok: true; readonly size: string; readonly head: string }
  | { readonly ok: false; readonly position: string; readonly reason: string };

const words = {
  verify: texts.verifyTheLog,
  notVerified: texts.theLogWasNotVerified,
  tryAgain: texts.tryAgain,
};

/** Hashes the whole log again on the server and says whether it is as it was written. */
export const VerifyLog = () => (
  <VerifyButton<Verdict>
    address="/api/audit/verify"
    texts={words}
    outcome={(verdict, onDismiss) => <Found verdict={verdict} onDismiss={onDismiss} />}
  />
);

interface FoundProps {
  readonly verdict: Verdict;
  readonly onDismiss: () => void;
}

function Found({ verdict, onDismiss }: FoundProps) {
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
