import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

const UPLOAD_MS = 600_000;

/**
 * Node times the whole of a request for all routes alike. An upload may take long, any other body keeps
 * the time that the server was made with.
 */
export function giveUploadsTime(fastify: FastifyInstance, server: Server, path: string): void {
  const otherMs = server.requestTimeout;
  server.requestTimeout = Math.max(UPLOAD_MS, otherMs);
  fastify.addHook('onRequest', ({ raw, url }, reply, done) => {
    if (url.startsWith(path)) reply.header('tus-resumable', '1.0.0');
    else if (hasBody(raw.headers)) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), otherMs).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

const hasBody = (headers: NodeJS.Dict<string | string[]>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
