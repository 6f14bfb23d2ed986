import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { httpBounds } from '@feusa/contracts/bounds';
import type { Session, Sessions } from '@feusa/identity/sessions/port';
import { newId } from '@feusa/platform/new-id';
import { httpDuration } from '@feusa/platform/telemetry/metrics';
import { ofRequest, type RequestContext } from '@feusa/platform/telemetry/request-context';
import { isTracing } from '@feusa/platform/telemetry/tracing';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { JsonRead } from './json-body.js';
import { isOwnOrigin, type OriginRule } from './origin.js';
import { knownUser } from './request.js';

/** What somebody wants changed who is signed in, with a second factor where that is required. */
export interface DirectWrite {
  /** The end of the address. */
  readonly name: string;
  /** JSON that nobody has looked at. */
  readonly body: unknown;
  readonly by: Session['user'];
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
  readonly about: RequestContext;
}

/** A route that changes something and answers with JSON. */
export interface DirectRoute {
  /** Whether the route would let these pass on nothing but who sends it. */
  takes(write: Pick<DirectWrite, 'name' | 'by'>): boolean;
  write(write: DirectWrite): Promise<unknown>;
}

/** By address up to the name, such as `/api/commands`. */
export type DirectRoutes = Readonly<Record<string, DirectRoute>>;

interface DirectOptions {
  readonly routes: DirectRoutes;
  readonly sessions: Pick<Sessions, 'known'>;
  readonly origin: OriginRule;
  readonly log: Logger;
  readJson(body: Buffer): JsonRead;
  /** Names and values in turn, of every answer. */
  readonly safety: readonly string[];
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Whether it has taken a request, which it may hand to its route later. */
export type WriteDirectly = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handle,
) => boolean;

/** What has happened already to a request that is handed to its route after all. */
interface Begun {
  readonly requestId: string;
  readonly body: Buffer;
  readonly outcome?: Promise<unknown> | undefined;
}

const begun = new WeakMap<IncomingMessage, Begun>();

/** What a request has come to before it was handed to its route; undefined where the route has to do it. */
export const outcomeOf = (request: IncomingMessage): Promise<unknown> | undefined =>
  begun.get(request)?.outcome;

export const newRequestId = (request: IncomingMessage): string =>
  begun.get(request)?.requestId ?? newId();

/** Gives routes the bodies that were read before them. */
export function giveReadBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const read = begun.get(request.raw);
    done(null, read ? Readable.from([read.body], { objectMode: false }) : payload);
  });
}

const ADDRESS = /^(\/api\/[a-z]+)\/([a-z-]{1,64})(?:\?([A-Za-z]{1,64})=([a-z-]{1,64}))?$/;
const PLAIN_JSON = /^application\/json(; ?charset=utf-8)?$/i;
const SPECIAL = ['authorization', 'traceparent', 'transfer-encoding', 'content-encoding'];

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  PLAIN_JSON.test(headers['content-type'] ?? '') &&
  Number(headers['content-length']) <= httpBounds.bodySize.value &&
  !SPECIAL.some((name) => name in headers);

/**
 * Does what a request wants ahead of the way of all others, which costs more than the change. Only where
 * nothing is special about it, and all of it has come with its head. What is not answered with 200 is handed to the
 * route with what it came to: refusals and faults are worded, logged and told in one place.
 */
export const writeDirectly =
  (options: DirectOptions): WriteDirectly =>
  (request, response, handle) => {
    const write = isPlain(request) && !isTracing() && directOf(request, options);
    if (!write) return false;
    // The parser hands on the rest of what has arrived with the head before any microtask runs.
    queueMicrotask(() => {
      const isThere = request.readableLength === Number(request.headers['content-length']);
      const body = isThere && (request.read() as Buffer | null);
      if (!body) return handle(request, response);
      // Otherwise it would never come to its end, and whatever waits for that would keep it.
      request.resume();
      begin({ request, response, handle, body }, write, options);
    });
    return true;
  };

interface Direct {
  readonly resource: string;
  readonly name: string;
  readonly query: DirectWrite['query'];
  readonly route: DirectRoute;
  readonly by: Session['user'];
}

/** What a request wants of whom; undefined where its route has to say. */
function directOf({ url = '', headers }: IncomingMessage, options: DirectOptions) {
  const { routes, sessions, origin } = options;
  const [, resource = '', name = '', key, value = ''] = ADDRESS.exec(url) ?? [];
  const route = routes[resource];
  const by = route && knownUser(headers, sessions);
  if (!by) return undefined;
  const query = key === undefined ? {} : { [key]: value };
  const direct: Direct = { resource, name, query, route, by };
  return route.takes(direct) && isOwnOrigin(headers, origin) ? direct : undefined;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: Handle;
  readonly body: Buffer;
}

/** No object here begins with a spread or is the rest of one: such are built slowly, and each request would build some. */
function begin(
  { request, response, handle, body }: Exchange,
  { resource, name, query, route, by }: Direct,
  options: DirectOptions,
): void {
  const began = performance.now();
  const requestId = newId();
  const about = { requestId, correlationId: requestId, userId: by.id };
  const json = options.readJson(body);
  const { headers } = request;
  const outcome =
    'value' in json
      ? route.write({ name, query, by, headers, about, body: json.value })
      : undefined;
  const handOver = () => {
    begun.set(request, { requestId, body, outcome });
    handle(request, response);
  };
  if (!outcome) return handOver();
  outcome.then((answer) => {
    end(response, answer, options.safety);
    const took = performance.now() - began;
    const template = `${resource}/:name`;
    httpDuration.observe({ method: 'POST', route: template, status: '2xx' }, took / 1000);
    const ms = Math.round(took * 10) / 10;
    const line = { method: 'POST', url: request.url, route: template, status: 200, ms };
    options.log.info(Object.assign(ofRequest(about), line), 'request');
  }, handOver);
}

function end(response: ServerResponse, answer: unknown, safety: readonly string[]): void {
  const text = JSON.stringify(answer);
  const length = String(Buffer.byteLength(text));
  const own = ['content-type', 'application/json; charset=utf-8', 'content-length', length];
  response.writeHead(200, [...safety, ...own]).end(text);
}
