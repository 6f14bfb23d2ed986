import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { trustGiven, type Trust } from '@feusa/platform/networks';
import { httpBounds } from '@feusa/contracts/bounds';
import { CSP_REPORTS } from '@feusa/contracts/csp-reports';
import type { Sessions } from '@feusa/identity/sessions/port';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { compressAnswers } from './compression.js';
import { settleForwarded } from './forwarded.js';
import { takeJsonOnly } from './json-body.js';
import { guardMetrics } from './metrics-guard.js';
import { isSafe, observeRequests } from './observe.js';
import { isOwnOrigin, type OriginRule } from './origin.js';
import { answerReady, type ReadyAnswers } from './ready-answers.js';
import { recordAccess, type Recorder } from './record-access.js';
import { ProblemFilter, sendProblem } from './problem.js';
import {
  giveReadBodies,
  newRequestId,
  writeDirectly,
  type DirectRoutes,
  type WriteDirectly,
} from './direct-writes.js';
import { endSlowBodies } from './slow-bodies.js';
import { UnderWay } from './under-way.js';
import { endUnreadable, refuseAddress } from './unreadable.js';

/** Of a body that is not an upload, bytes. */
export const BODY_LIMIT = httpBounds.bodySize.value;

const safety = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; " +
    `object-src 'none'; base-uri 'none'; frame-ancestors 'none'; report-uri ${CSP_REPORTS}`,
};

/** Browsers know `report-to` of pages by TLS alone, and those that know it pass over `report-uri`. */
const byTls = {
  ...safety,
  'content-security-policy': `${safety['content-security-policy']}; report-to csp`,
  'reporting-endpoints': `csp="${CSP_REPORTS}"`,
  'strict-transport-security': 'max-age=31536000',
};

export interface HttpOptions {
  readonly origin: OriginRule;
  readonly log: Logger;
  /** Is told what people took and were refused. */
  readonly accessLog?: Recorder;
  /** Who is believed about the caller; default nobody. */
  readonly trust?: Trust;
  /** What has to be sent for `/metrics`; without one it is for the machine itself. */
  readonly metricsToken?: string | undefined;
  /** Sees every request first, its headers settled; true where it takes the request over. */
  before?(request: IncomingMessage, response: ServerResponse): boolean;
  /** What lies ready for those who are signed in. */
  readonly ready?: ReadyAnswers | undefined;
  /** What is written ahead of the routes for them. */
  readonly direct?: DirectRoutes | undefined;
  /** Whose are the people that `ready` and `direct` know. */
  readonly sessions?: Pick<Sessions, 'known'>;
}

/** Without the middleware of Express, for which each request pays although there is none. */
class PlainAdapter extends FastifyAdapter {
  readonly underWay = new UnderWay();

  override async init(): Promise<void> {}

  /** Fastify cuts what is not answered: somebody would not know whether their change was made. */
  override async close(): Promise<void> {
    await this.underWay.end(this.getHttpServer() as HttpServer, httpBounds.endTime.value);
    await super.close();
  }
}

const noSchemas = () => {
  throw new Error('routes have no schemas of Fastify');
};

/** A Nest application on Fastify with what every service shares: limits, headers, origins, problems. */
export async function createHttpApp(
  module: Parameters<typeof NestFactory.create>[0],
  options: HttpOptions,
): Promise<NestFastifyApplication> {
  const { origin, log, trust = trustGiven(), metricsToken, accessLog } = options;
  const { ready, direct: routes, sessions } = options;
  const settle = (request: IncomingMessage) =>
    settleForwarded(request, { trust, publicUrl: origin.publicUrl });
  const safety = Object.entries(safetyHeaders(origin)).flat();
  const before = options.before ?? (ready && sessions && answerReady(ready, sessions, safety));
  let direct: WriteDirectly | undefined;
  const adapter: PlainAdapter = new PlainAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: newRequestId,
    // Of what is left in the headers, all is believed.
    trustProxy: () => true,
    serverFactory: (handler: RequestListener) =>
      newServer((request, response) => {
        response.on('timeout', endStalled);
        adapter.underWay.take(response);
        settle(request);
        if (!before?.(request, response) && !direct?.(request, response, handler))
          handler(request, response);
      }),
    forceCloseConnections: true,
    // Requests are parsed by the contract's schemas; Fastify's own compilers are not even loaded.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
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
  const readJson = takeJsonOnly(fastify);
  if (routes && sessions) {
    direct = writeDirectly({ routes, sessions, origin, log, readJson, safety });
    giveReadBodies(fastify);
  }
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    settle(raw);
    done();
  });
  observeRequests(fastify, log);
  if (accessLog) recordAccess(fastify, accessLog);
  endSlowBodies(fastify);
  compressAnswers(fastify);
  guardEveryRequest(fastify, origin);
  guardMetrics(fastify, { token: metricsToken, publicUrl: origin.publicUrl });
  return app;
}

/**
 * Balancers keep idle connections for 60 s at most, unless told otherwise: who closes first must be
 * they, or a request is sent into a connection that has just been closed. Node counts the time of a head
 * from the opening of a connection, and some are opened ahead. Bodies are timed one by one.
 */
function newServer(handler: RequestListener): HttpServer {
  const server = createServer(
    {
      keepAliveTimeout: httpBounds.idle.value,
      headersTimeout: httpBounds.headTime.value,
      requestTimeout: 0,
    },
    handler,
  );
  return server.setTimeout(httpBounds.stall.value);
}

/** Where nothing waits to be taken, it is the answer that takes its time and not its reader. */
function endStalled(this: ServerResponse): void {
  if (this.writableLength > 0) this.destroy();
}

/** What every answer tells a browser. */
export const safetyHeaders = ({ publicUrl }: OriginRule): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? byTls : safety;

/** Pages in a sandbox have no origin, and report as all others do. */
const isAllowed = (
  { method, headers, routeOptions }: FastifyRequest,
  origin: OriginRule,
): boolean =>
  isSafe(method) ||
  isOwnOrigin(headers, origin) ||
  (routeOptions.url === CSP_REPORTS && (headers.origin ?? 'null') === 'null');

function guardEveryRequest(fastify: FastifyInstance, origin: OriginRule): void {
  const secure = safetyHeaders(origin);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(secure);
    if (isAllowed(request, origin)) return done();
    const detail = 'Cross-site request blocked';
    sendProblem(reply, request.id, { status: 403, code: 'cross-site', detail });
  });
}
