import { ssoRefusal } from '@feusa/contracts/sso';
import { useEffect, useState } from 'react';
import { useUrlState } from '../../shared/use-url-state.js';
import { texts } from './texts.js';

/** Why single sign-on has led back here, in words; it is told once, so the address forgets it. */
export function useSsoReason(): string {
  const [reason, setReason] = useUrlState('sso');
  const [told] = useState(() => reason && (ssoRefusal(reason) ?? texts.signingInFailedTryAgain));
  useEffect(() => {
    if (reason) setReason('');
  }, [reason, setReason]);
  return told;
}
