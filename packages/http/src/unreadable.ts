import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, problemOf } from './problem.js';

const byCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Ends a connection on which no request can be told, with a problem where it can still be read. */
export function endUnreadable(fault: Error & { readonly code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return;
  const status = byCode[fault.code ?? ''] ?? 400;
  const body = JSON.stringify(problemOf(randomUUID(), status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(fault);
}

/** Answers a request whose address cannot be routed: it came past every hook. */
export function refuseAddress(
  { statusCode: status = 400 }: FastifyError,
  { id }: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply
    .status(status)
    .headers({ 'content-type': PROBLEM_TYPE, 'x-content-type-options': 'nosniff' })
    .send(JSON.stringify(problemOf(id, status)));
}

/** Answers a request that no route sees, and ends its connection: its body may not have been read. */
export function endWithProblem(response: ServerResponse, requestId: string, status: number): void {
  response.writeHead(status, {
    'content-type': PROBLEM_TYPE,
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...(status === 503 && { 'retry-after': '1' }),
  });
  response.end(JSON.stringify(problemOf(requestId, status)));
}
