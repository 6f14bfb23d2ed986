import { cookieName } from '@feusa/http/request';

const DAY = 24 * 60 * 60;

/** The Set-Cookie value that hands a session over; `secure` where people come by TLS. */
export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(token, 14 * DAY, secure);

/** The Set-Cookie value that takes it away again. */
export const endedCookie = (secure: boolean): string => cookie('', 0, secure);

function cookie(value: string, maxAge: number, secure: boolean): string {
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${cookieName(secure)}=${value}; ${flags}${secure ? '; Secure' : ''}`;
}
