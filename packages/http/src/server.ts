import { randomUUID } from 'node:crypto';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { takeJsonOnly } from './json-body.js';
import { isSafe, observeRequests } from './observe.js';
import { isOwnOrigin, type OriginRule } from './origin.js';
import { ProblemFilter, sendProblem } from './problem.js';
import { endUnreadable, refuseAddress } from './unreadable.js';

/** Of a body that is not an upload, bytes. */
export const BODY_LIMIT = 128 * 1024;

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self' ws: wss:; manifest-src 'self'; form-action 'self'; " +
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

export interface HttpOptions {
  readonly origin: OriginRule;
  readonly log: Logger;
  /** Whose word on the caller's address is believed: names or networks as of `proxy-addr`. */
  readonly trustProxy?: string | false;
  /** Sees every request first; true where it takes the request over, as it came. */
  before?(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A Nest application on Fastify with what every service shares: limits, headers, origins, problems. */
export async function createHttpApp(
  module: Parameters<typeof NestFactory.create>[0],
  { origin, log, trustProxy = false, before }: HttpOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    trustProxy,
    ...(before && { serverFactory: behind(before) }),
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: refuseAddress,
    clientErrorHandler: endUnreadable,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new ProblemFilter(log));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  takeJsonOnly(fastify);
  observeRequests(fastify, log);
  guardEveryRequest(fastify, origin);
  return app;
}

/** As Fastify's own server, with somebody in front of it. */
const behind =
  (before: NonNullable<HttpOptions['before']>) =>
  (handler: RequestListener): HttpServer =>
    createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (request, response) => {
      if (!before(request, response)) handler(request, response);
    });

function guardEveryRequest(fastify: FastifyInstance, origin: OriginRule): void {
  const secure = origin.publicUrl?.startsWith('https:')
    ? { ...headers, 'strict-transport-security': 'max-age=31536000' }
    : headers;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(secure);
    if (isSafe(request.method) || isOwnOrigin(request.headers, origin)) return done();
    const detail = 'Cross-site request blocked';
    sendProblem(reply, request.id, { status: 403, code: 'cross-site', detail });
  });
}
