import type { Session } from '@feusa/adapters/sessions/port';
import type { RefusalCode } from '@feusa/contracts/refusals';
import type { RequestContext } from '@feusa/telemetry/request-context';
import type { FastifyRequest } from 'fastify';

/** A request after the access guard: `session` is there on every route that is not public. */
export type AppRequest = FastifyRequest & {
  session?: Session;
  /** What is told of it in logs and traces. */
  about?: RequestContext;
  /** What it was refused with. */
  refused?: RefusalCode;
};

const NAMES = ['feusa_session', '__Host-feusa_session'];

/** The session token of a Cookie header; none where there is no such cookie, or more than one. */
export function tokenOf(cookieHeader: string | undefined): string | undefined {
  if (!cookieHeader?.includes('feusa_session')) return undefined;
  const tokens = cookieHeader
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => NAMES.includes(pair.slice(0, pair.indexOf('='))))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const [token] = tokens;
  return tokens.length === 1 && token && token.length <= 128 ? token : undefined;
}
