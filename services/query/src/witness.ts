import { WITNESS_BODY_LIMIT, type Witnessing } from '@feusa/transparency/witness/port';
import type { Service } from '@feusa/http/service';
import type { FastifyInstance } from 'fastify';

/**
 * Serves a witness for the logs of other installations by C2SP tlog-witness: `/api/witness` is its
 * submission prefix. Nobody signs in here: a request counts by the signature of its log.
 */
export async function serveWitness(
  app: Service['app'],
  witness: Witnessing | undefined,
): Promise<void> {
  if (!witness) return;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.register((scope, _options, done) => {
    // Bodies are lines of text here, whatever they are called.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: WITNESS_BODY_LIMIT },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post('/api/witness/add-checkpoint', async ({ body }, reply) => {
      const { status, type, text } = await witness.add(typeof body === 'string' ? body : '');
      return reply.status(status).header('content-type', type).send(text);
    });
    scope.get('/api/witness/key', (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').send(`${witness.key}\n`),
    );
    done();
  });
}
