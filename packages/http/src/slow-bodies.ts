import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpBounds } from '@feusa/contracts/bounds';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem.js';

const UPLOADS = /^\/api\/uploads(?=[/?]|$)/;

export const isUpload = ({ url = '' }: IncomingMessage): boolean => UPLOADS.test(url);

/** The bytes of an upload take as long as they take: their pace is watched where they go. */
const isPaced = (request: IncomingMessage): boolean =>
  isUpload(request) && PACED.test(request.headers['content-type'] ?? '');

const PACED = /^application\/offset\+octet-stream *(;|$)/i;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Calls `end` where the body of a request has not come to its end in time, and then cuts it off. The time
 * of an upload begins when it is answered.
 */
export function boundBody(request: IncomingMessage, response: ServerResponse, end: () => void) {
  if (!hasBody(request) || request.complete) return;
  const begin = () => {
    const timer = setTimeout(() => {
      if (request.complete || request.socket.destroyed) return;
      end();
      setTimeout(() => request.destroy(), GRACE_MS).unref();
    }, httpBounds.bodyTime.value).unref();
    request.once('end', () => clearTimeout(timer));
  };
  if (!isPaced(request)) begin();
  else response.once('finish', () => request.complete || begin());
}

/** So that the answer is read before the connection is gone. */
const GRACE_MS = 1000;

/** Answers 408 to bodies that take too long. */
export function endSlowBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    boundBody(request.raw, reply.raw, () => {
      if (!reply.sent) sendProblem(reply, request.id, 408);
    });
    done();
  });
}
