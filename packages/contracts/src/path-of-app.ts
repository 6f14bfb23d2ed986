import { ssoBounds } from './sso-bounds.js';

const LONGEST = ssoBounds.aim.value;
const ORIGIN = 'http://app.invalid';
const NO_PAGE = /^\/(api|assets|files|health|metrics|socket\.io)(\/|$)/i;

/** A path of the app as it is safe to send a browser to; `/` for whatever leads elsewhere. */
export function pathOfApp(wanted = '/'): string {
  if (!wanted.startsWith('/') || !URL.canParse(wanted, ORIGIN)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, ORIGIN);
  const path = pathname + search + hash;
  const isOurs = origin === ORIGIN && !path.startsWith('//') && !NO_PAGE.test(pathname);
  return isOurs && path.length <= LONGEST ? path : '/';
}
