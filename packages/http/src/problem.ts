import { STATUS_CODES } from 'node:http';
import { Refusal } from '@feusa/contracts/refusals';
import type { Problem } from '@feusa/contracts/views';
import { ofRequest } from '@feusa/platform/telemetry/request-context';
import { isAway } from '@feusa/platform/unavailable';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { ValidationFault } from './parsed.js';
import type { AppRequest } from './request.js';

/** An address for the log: without the token of a letter, and without what people are looked for by. */
export const withoutSecrets = (url: string): string =>
  url
    .replace(/((?:password-resets|invitations)\/)[^/?&]+/gi, '$1…')
    .replace(/([?&](?:token|q|text|person|user|code|state)=)[^&]+/gi, '$1…');

interface ProblemParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

const UNAVAILABLE: ProblemParts = {
  status: 503,
  code: 'unavailable',
  detail: 'The service is not available right now; try again in a moment',
  more: { retryAfter: 1 },
};

/** Renders every failure as `application/problem+json`; what is not a "no" but a bug is logged whole. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<AppRequest>();
    const reply = http.getResponse<FastifyReply>();
    // Whoever breaks off a body is gone, and is no fault of ours.
    if (fault === request.raw.errored) return void reply.raw.destroy();
    const answer = answerOf(fault);
    if (fault instanceof Refusal) request.refused = fault.code;
    const { id: requestId, about = { requestId } } = request;
    const line = () => ({ ...ofRequest(about), url: withoutSecrets(request.url) });
    if (answer.status >= 500 && !(fault instanceof Refusal))
      this.log.error({ err: fault, ...line() }, answer.code);
    if (answer.status === 403)
      this.log.info({ security: true, event: 'denied', ...line() }, 'denied');
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
    const page = pageFor(request, answer.status);
    if (page !== undefined) return void reply.status(303).header('location', page).send();
    sendProblem(reply, request.id, answer);
  }
}

const file = /^\/files\/([^/?]+)(\?[^#]*)?$/;

/** Whoever follows the link of a file gets a screen: one to sign in on, or one that says that it is gone. */
function pageFor({ method, url, headers }: AppRequest, status: number): string | undefined {
  const [, id, query = ''] = file.exec(url) ?? [];
  if (id === undefined || method !== 'GET' || (status !== 401 && status !== 404)) return undefined;
  return headers.accept?.includes('text/html') ? `/open/${id}${query}` : undefined;
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export function problemOf(requestId: string, answer: ProblemParts | number): Problem {
  const { status, code, detail, more } = typeof answer === 'number' ? ofStatus(answer) : answer;
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail, code, requestId, ...more };
}

export function sendProblem(
  reply: FastifyReply,
  requestId: string,
  problem: ProblemParts | number,
): void {
  const answer = typeof problem === 'number' ? ofStatus(problem) : problem;
  const { status, more = {} } = answer;
  const { retryAfter, ...facts } = more as { retryAfter?: number };
  if (retryAfter) reply.header('retry-after', String(Math.ceil(retryAfter)));
  if (status === 413 || status === 408) reply.header('connection', 'close');
  void reply
    .status(status)
    .header('content-type', PROBLEM_TYPE)
    .removeHeader('content-encoding')
    .send(JSON.stringify(problemOf(requestId, { ...answer, more: facts })));
}

function answerOf(fault: unknown): ProblemParts {
  if (fault instanceof Refusal) {
    const { status, code, message: detail, facts } = fault;
    return { status, code, detail, more: status === 503 ? { retryAfter: 1, ...facts } : facts };
  }
  if (fault instanceof ValidationFault) {
    return { status: 400, code: 'invalid', detail: fault.message, more: { fields: fault.fields } };
  }
  if (fault instanceof HttpException) return ofStatus(fault.getStatus());
  const { statusCode } = fault as { statusCode?: number };
  if (isAway(fault)) return UNAVAILABLE;
  if (statusCode && statusCode >= 400 && statusCode < 500) return ofStatus(statusCode);
  return { status: 500, code: 'fault', detail: 'Something went wrong on our side' };
}

const byStatus: Record<number, [code: string, detail: string]> = {
  400: ['invalid', 'The request cannot be read'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'This method is not allowed here'],
  408: ['too-slow', 'The request took too long'],
  413: ['body-too-large', 'The request is too large'],
  415: ['unsupported-media-type', 'A body of this type is not taken here'],
  431: ['head-too-large', 'The head of the request is too large'],
  503: [UNAVAILABLE.code, UNAVAILABLE.detail],
  504: ['no-answer-in-time', 'The service took too long; it may still do what it was asked to'],
};

function ofStatus(status: number): ProblemParts {
  const [code, detail] = byStatus[status] ?? ['refused', STATUS_CODES[status] ?? 'Refused'];
  return { status, code, detail };
}
