import { noticeBounds } from '@feusa/contracts/notice-bounds';
import { browserCookieName, cookieName } from '@feusa/http/request';

const DAY = 24 * 60 * 60;
const KNOWN = noticeBounds.deviceLife.value / 1000;

/** The Set-Cookie value that hands a session over; `secure` where people come by TLS. */
export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(cookieName(secure), { value: token, maxAge: 14 * DAY }, secure);

/** The Set-Cookie value that takes it away again. */
export const endedCookie = (secure: boolean): string =>
  cookie(cookieName(secure), { value: '', maxAge: 0 }, secure);

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
