import type { AccessVerdict } from '@feusa/contracts/access-log';
import { formatNumber } from '../../shared/format.js';
import { Banner } from '../../shared/ui/banner.js';
import { VerifyButton } from '../../shared/ui/verify-button.js';
import { texts } from './texts.js';

/** Has the server hash all that is kept of the access log again, and says what it found. */
export const VerifyAccessLog = () => (
  <VerifyButton<AccessVerdict>
    address="/api/access-log/verify"
    texts={texts}
    outcome={(verdict, onDismiss) => <Found verdict={verdict} onDismiss={onDismiss} />}
  />
);

interface FoundProps {
  readonly verdict: AccessVerdict;
  readonly onDismiss: () => void;
}

function Found({ verdict, onDismiss }: FoundProps) {
  if (!verdict.ok)
    return (
      <Banner tone="danger" title={texts.wasChanged} onDismiss={onDismiss}>
        {texts.faults[verdict.reason](verdict.position)}
      </Banner>
    );
  const count = Number(verdict.last) - Number(verdict.first) + 1;
  return (
    <Banner tone="good" title={texts.isWhole} onDismiss={onDismiss}>
      {texts.allAsWritten(formatNumber(Math.max(0, count)))}
    </Banner>
  );
}
