import { useIsChecking } from '../checks.js';
import { texts } from '../texts.js';

/** Says, beside a file that a form sends, that the virus scanner looks at it just now. */
export function Checking() {
  return useIsChecking() ? <p role="status">{texts.beingChecked}</p> : null;
}
