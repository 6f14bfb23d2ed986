import type { IncomingHttpHeaders } from 'node:http';
import type { Session, Sessions } from '@feusa/identity/sessions/port';
import { isToken } from '@feusa/identity/sessions/token';
import { isAccessToken } from '@feusa/identity/tokens/port';
import type { RefusalCode } from '@feusa/contracts/refusals';
import type { RequestContext } from '@feusa/platform/telemetry/request-context';
import type { FastifyRequest } from 'fastify';
import { isSecure } from './forwarded.js';

/** A request after the access guard: `session` is there on every route that is not public. */
export type AppRequest = FastifyRequest & {
  session?: Session;
  /** What is told of it in logs and traces. */
  about?: RequestContext;
  /** What it was refused with. */
  refused?: RefusalCode;
  /** Lets the next read of the same user begin, before this one's handler has ended. */
  endTurn?: () => void;
  /** The ids of the files that an archive was made of. */
  taken?: readonly string[];
};

/** With `__Host-` a browser takes the cookie only by TLS, and from this very host. */
export const cookieName = (secure: boolean): string =>
  secure ? '__Host-feusa_session' : 'feusa_session';

export const browserCookieName = (secure: boolean): string =>
  secure ? '__Host-feusa_browser' : 'feusa_browser';

/**
 * The session token of a request whose headers are settled, from the one cookie that counts for the way
 * it came; none where there is no such cookie, or more than one.
 */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const token = cookieOf(headers, cookieName(isSecure(headers)));
  return token && token.length <= 128 ? token : undefined;
}

/** Who has sent a request, where nobody has to be asked and no second factor is lacking; its headers are settled. */
export function knownUser(
  headers: IncomingHttpHeaders,
  sessions: Pick<Sessions, 'known'>,
): Session['user'] | undefined {
  const token = tokenOf(headers);
  const session = token === undefined ? undefined : sessions.known(token);
  return session?.lacksSecondFactor ? undefined : session?.user;
}

/** What a browser keeps that somebody has signed in with before, taken as the session token is. */
export function browserOf(headers: IncomingHttpHeaders): string | undefined {
  const token = cookieOf(headers, browserCookieName(isSecure(headers)));
  return token !== undefined && isToken(token) ? token : undefined;
}

/** The value of a cookie; none where there is no such cookie, or more than one. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.slice(0, pair.indexOf('=')) === name)
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** The access token of `Authorization: Bearer`; whatever else that header says is not looked at. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  const [scheme = '', token = ''] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && isAccessToken(token) ? token : undefined;
}
