import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to OpenSearch as it was made. */
export interface ProxiedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** An HTTP proxy before OpenSearch, which may keep a request waiting. */
export async function openSearchProxy(
  target: string,
  before: (asked: ProxiedRequest) => Promise<void>,
) {
  const agent = new Agent({ keepAlive: true });
  const pass = async (from: IncomingMessage, to: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = from;
    const body = await buffer(from);
    await before({ method, path, body: body.toString('utf8') });
    const on = request(new URL(path, target), { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    on.end(body);
  };
  const server = createServer((from, to) => void pass(from, to).catch(() => to.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
