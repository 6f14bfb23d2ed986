import type { Access, AccessLog } from '@feusa/transparency/access-log/port';
import { Id } from '@feusa/contracts/text';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppRequest } from './request.js';

type AccessOf = (request: AppRequest) => Access;
export type Recorder = Pick<AccessLog, 'record' | 'gather'>;

interface RecordedQuery {
  readonly params: { readonly id?: string };
  readonly query: Readonly<Record<string, unknown>>;
}

const askedOf = ({ params, query }: AppRequest): RecordedQuery => ({
  params: (params ?? {}) as RecordedQuery['params'],
  query: (query ?? {}) as RecordedQuery['query'],
});

const valid = (id: string | undefined): string | undefined => Id.safeParse(id).data;

const ofFile =
  (kind: 'downloaded' | 'previewed'): AccessOf =>
  (request) => {
    const { params, query } = askedOf(request);
    const id = valid(params.id);
    const version = query['version'];
    const isShown = kind === 'previewed' || query['inline'] === '1';
    return {
      kind: isShown ? 'previewed' : 'downloaded',
      files: id === undefined ? [] : [id],
      ...(typeof version === 'string' && { detail: `version ${version}` }),
    };
  };

const ofArchive: AccessOf = (request) => {
  const { params } = askedOf(request);
  return {
    kind: 'downloaded',
    detail: 'zip',
    folder: valid(params.id),
    files: request.taken ?? [],
  };
};

const exported =
  (detail: string): AccessOf =>
  () => ({ kind: 'exported', detail });

/** What is told of requests that were answered, by route. */
const recorded: Readonly<Record<string, AccessOf>> = {
  'GET /files/:id': ofFile('downloaded'),
  'GET /files/:id/preview': ofFile('previewed'),
  'GET /api/folders/:id/archive': ofArchive,
  'POST /api/archive': ofArchive,
  'GET /api/employees/export': exported('people'),
  'GET /api/audit/export': exported('log'),
  'GET /api/audit/bundle': exported('bundle'),
  'GET /api/files/:id/acknowledgements/:userId/receipt': exported('receipt'),
};

/** Somebody was asked for something more, and refused nothing. */
const QUESTIONS: ReadonlySet<string> = new Set(['step-up', 'second-factor']);
const HIDDEN = /^\/(files|api\/(folders|files))\/:id/;

const sent = new WeakMap<AppRequest, number>();

/**
 * Tells the access log what people took, looked at as it was, or were refused. Parts of one file that are asked
 * for in quick succession are one entry, and so are looks at one place of the past.
 */
export function recordAccess(fastify: FastifyInstance, accessLog: Recorder): void {
  fastify.addHook('onRequest', (request: AppRequest, _reply, done) => {
    if (`${request.method} ${request.routeOptions.url}` in recorded)
      sent.set(request, request.raw.socket.bytesWritten);
    done();
  });
  fastify.addHook('onResponse', (request: AppRequest, reply, done) => {
    if (request.session) record(accessLog, request, reply);
    done();
  });
}

function record(accessLog: Recorder, request: AppRequest, reply: FastifyReply): void {
  const { url: route = '' } = request.routeOptions;
  const { statusCode: status } = reply;
  const by = { user: request.session?.user.id, address: request.ip };
  if (status === 403 || status === 404) {
    const refused = refusalOf(request, status, route);
    if (refused) accessLog.record({ ...refused, ...by });
    return;
  }
  if (status !== 200 && status !== 206) return;
  const access = accessOf(request, route);
  if (!access) return;
  const whole = { ...access, ...by };
  if (access.kind === 'exported') return accessLog.record(whole);
  if (access.kind === 'past') return accessLog.gather(`past ${by.user} ${access.detail}`, whole);
  const measured = { ...whole, bytes: bytesOf(request, reply) };
  if (status === 200) return accessLog.record(measured);
  accessLog.gather(`part ${by.user} ${access.kind} ${partOf(access)}`, measured);
}

const partOf = ({ files, detail = '' }: Access): string => `${files?.join() ?? ''} ${detail}`;

function accessOf(request: AppRequest, route: string): Access | undefined {
  if (request.method === 'HEAD') return undefined;
  const { query } = askedOf(request);
  const at = query['at'];
  const shown = typeof at === 'string' && at !== '' ? at : undefined;
  const known = recorded[`${request.method} ${route}`];
  if (known) return { ...known(request), shown };
  if (query['format'] === 'csv' && route === '/api/access-log')
    return exported('access-log')(request);
  return shown === undefined ? undefined : { kind: 'past', detail: pageOf(route, query), shown };
}

/** What is counted for a page of folders belongs to the look at that page. */
function pageOf(route: string, query: RecordedQuery['query']): string {
  if (route !== '/api/folder-counts') return route;
  return query['in'] === undefined ? '/api/folders' : '/api/folders/:id';
}

/** What is hidden is answered as what does not exist: whoever asks for it is told of here. */
function refusalOf(request: AppRequest, status: number, route: string): Access | undefined {
  const code = request.refused ?? 'not-found';
  if (QUESTIONS.has(code) || (status === 404 && !HIDDEN.test(route))) return undefined;
  const id = valid(askedOf(request).params.id);
  const isFile = /^\/(api\/)?files/.test(route);
  return {
    kind: 'refused',
    detail: `${code} ${request.method} ${withoutId(request, route)}`,
    ...(id && (isFile ? { files: [id] } : { folder: id })),
  };
}

/** A command says its name. */
const withoutId = ({ params }: AppRequest, route: string): string =>
  route.replace(':name', (params as { readonly name?: string } | undefined)?.name ?? ':name');

/** What went out, without the head of the answer; of a connection that was cut, at most so much. */
function bytesOf(request: AppRequest, { raw }: FastifyReply): number {
  const { _header: head = '' } = raw as { readonly _header?: string };
  return Math.max(0, request.raw.socket.bytesWritten - (sent.get(request) ?? 0) - head.length);
}
