import { SsoButton } from '../ui/sso-button.js';
import { texts } from './texts.js';

function address(): string {
  const to = location.pathname + location.search + location.hash;
  return `/api/sso/start?${new URLSearchParams({ for: 'step-up', to }).toString()}`;
}

/** For whoever has signed in that way, and may have no password here. */
export const StepUpBySso = () => (
  <>
    <SsoButton autoFocus address={address()}>
      {texts.bySso}
    </SsoButton>
    <p>{texts.bySsoMeans}</p>
  </>
);
