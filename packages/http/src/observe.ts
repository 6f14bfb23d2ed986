import type { RefusalCode } from '@feusa/contracts/refusals';
import { httpDuration } from '@feusa/platform/telemetry/metrics';
import { ofRequest, type RequestContext } from '@feusa/platform/telemetry/request-context';
import { correlationIdOf, spanIdsIn } from '@feusa/platform/telemetry/trace-ids';
import { begin, isTracing, type Span } from '@feusa/platform/telemetry/tracing';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { withoutSecrets } from './problem.js';
import type { AppRequest } from './request.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method only asks. */
export const isSafe = (method: string): boolean => SAFE.has(method);

const spans = new WeakMap<AppRequest, Span>();

/**
 * Measures every request, traces those that write or are a part of a trace, and writes a line for those
 * that write or fail. To be added before all other hooks.
 */
export function observeRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onRequest', (request: AppRequest, _reply, done) => {
    const span = beginSpan(request);
    if (span) spans.set(request, span);
    request.about = aboutOf(request, span);
    done();
  });
  fastify.addHook('onResponse', (request: AppRequest, reply, done) => {
    finish(request, reply, log);
    done();
  });
}

/** What a request changes is known by the id of the trace that it is a part of, else by its own. */
function aboutOf({ id: requestId, method, headers }: AppRequest, span?: Span): RequestContext {
  if (isSafe(method)) return { requestId, spanIds: span?.ids };
  const given = spanIdsIn(headers.traceparent);
  const correlationId = given ? correlationIdOf(given.traceId) : requestId;
  return { requestId, spanIds: span?.ids, correlationId };
}

function beginSpan({ id, method, headers, routeOptions }: AppRequest): Span | undefined {
  if (!isTracing()) return undefined;
  const parent = spanIdsIn(headers.traceparent);
  if (!parent && isSafe(method)) return undefined;
  const { url: route = 'unknown' } = routeOptions;
  return begin(`${method} ${route}`, {
    kind: 'server',
    ...(parent ? { parent } : { traceId: id.replaceAll('-', '') }),
    attributes: { 'http.request.method': method, 'http.route': route, 'feusa.request_id': id },
  });
}

function finish(request: AppRequest, reply: FastifyReply, log: Logger): void {
  const { method, routeOptions } = request;
  const { statusCode, elapsedTime } = reply;
  const { url: route = 'unknown' } = routeOptions;
  const status = `${Math.floor(statusCode / 100)}xx`;
  httpDuration.observe({ method, route, status }, elapsedTime / 1000);
  const attributes = { 'http.response.status_code': statusCode };
  spans.get(request)?.end(statusCode >= 500 ? `status ${statusCode}` : undefined, attributes);
  if (isSafe(method) && statusCode < 400) return;
  const url = withoutSecrets(request.url);
  const ms = Math.round(elapsedTime * 10) / 10;
  const line = { ...ofRequest(request.about!), method, url, route, status: statusCode, ms };
  if (statusCode < 500) log.info(line, 'request');
  else if (request.refused && LATER.has(request.refused))
    log.info({ ...line, code: request.refused }, 'request');
  else log.error(line, 'request');
}

/** Somebody asked for what is not there yet, or never will be: nothing is broken here. */
const LATER: ReadonlySet<RefusalCode> = new Set(['still-updating']);
