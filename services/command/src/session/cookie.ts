import { noticeBounds } from '@feusa/contracts/notice-bounds';
import { ssoBounds } from '@feusa/contracts/sso-bounds';
import { browserCookieName, cookieName } from '@feusa/http/request';

const DAY = 24 * 60 * 60;
const KNOWN = noticeBounds.deviceLife.value / 1000;

/** The Set-Cookie value that hands a session over; `secure` where people come by TLS. */
export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(cookieName(secure), { value: token, maxAge: 14 * DAY }, secure);

/** The Set-Cookie value that takes it away again. */
export const endedCookie = (secure: boolean): string =>
  cookie(cookieName(secure), { value: '', maxAge: 0 }, secure);

/** What a browser carries while its person signs in elsewhere: back with it comes by a link of another site. */
export const ssoCookieName = (secure: boolean): string =>
  secure ? '__Host-feusa_sso' : 'feusa_sso';

export const ssoCookie = (ticket: string, secure: boolean): string =>
  cookie(ssoCookieName(secure), { value: ticket, maxAge: ssoBounds.life.value / 1000 }, secure);

export const endedSsoCookie = (secure: boolean): string =>
  cookie(ssoCookieName(secure), { value: '', maxAge: 0 }, secure);

/** The Set-Cookie value by which an account knows a browser again; it opens nothing, and stays after signing out. */
export const browserCookie = (token: string, secure: boolean): string =>
  cookie(browserCookieName(secure), { value: token, maxAge: KNOWN }, secure);

interface Cookie {
  readonly value: string;
  /** In seconds. */
  readonly maxAge: number;
}

function cookie(name: string, { value, maxAge }: Cookie, secure: boolean): string {
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? '; Secure' : ''}`;
}
