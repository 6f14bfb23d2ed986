import { createHash, timingSafeEqual } from 'node:crypto';
import { isOwnMachine } from '@feusa/platform/networks';
import { refusals } from '@feusa/contracts/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.js';

interface MetricsRule {
  readonly token: string | undefined;
  readonly publicUrl: string | undefined;
}

/** Figures are for whoever has the token; where none is set, for who asks on the machine itself. */
export function guardMetrics(fastify: FastifyInstance, rule: MetricsRule): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== '/metrics') return done();
    const may = rule.token ? hasToken(request, rule.token) : isFromHere(request, rule);
    if (may) return done();
    const [status, detail] = refusals['metrics/token'];
    reply.header('www-authenticate', 'Bearer');
    sendProblem(reply, request.id, { status, code: 'metrics/token', detail });
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * A proxy on this machine asks from here too, for everybody: nothing of a proxy may be seen, and the
 * product must not be known by another address.
 */
function isFromHere(request: FastifyRequest, { publicUrl }: MetricsRule): boolean {
  const { ip, raw, headers } = request;
  const hosts = [ip, hostOf(`http://${headers.host}`), hostOf(publicUrl ?? 'http://localhost')];
  return hosts.every(isOwnMachine) && !raw.rawHeaders.some((name) => OF_PROXIES.test(name));
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

const OF_PROXIES = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/i;
