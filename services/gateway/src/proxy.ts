import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { tokenOf } from '@feusa/http/request';
import { upstreamOf, type Backends, type Upstream } from './backends.js';

const UPLOAD = /^\/api\/uploads\/([^/?]+)/;
const HOPS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];

/**
 * Passes requests and sockets on to the services. One browser stays with one copy, which long polling
 * needs, and so does one upload.
 */
export class Proxy {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1024 });
  private readonly proxy = createProxyServer({ xfwd: true, agent: this.agent, proxyTimeout: 0 });

  constructor(private readonly services: Readonly<Record<Upstream, Backends>>) {}

  /** Whether the request is one for the services; then it will be answered. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    const service = upstreamOf(request.url ?? '');
    if (!service) return false;
    void this.pass(request, response, this.services[service]);
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const service = upstreamOf(request.url ?? '');
    const target = service && this.services[service].pick(keyOf(request));
    if (!target) return void socket.destroy();
    trustNobody(request);
    this.proxy.ws(request, socket as never, { target }, head).catch(() => void socket.destroy());
  }

  close(): void {
    this.agent.destroy();
    for (const backends of Object.values(this.services)) backends.close();
  }

  private async pass(
    request: IncomingMessage,
    response: ServerResponse,
    backends: Backends,
    not?: string,
  ): Promise<void> {
    const target = backends.pick(keyOf(request), not);
    if (!target) return unavailable(response);
    if (!not) trustNobody(request);
    try {
      await this.proxy.web(request, response, { target });
    } catch (fault) {
      if (isRefused(fault)) backends.failed(target);
      if (response.headersSent) return void response.destroy();
      if (!not && mayRepeat(request, fault)) return this.pass(request, response, backends, target);
      unavailable(response);
    }
  }
}

/** Nothing has been done where the connection was refused, or where it is only asked for something. */
const mayRepeat = ({ method = '', headers }: IncomingMessage, fault: unknown): boolean =>
  ['GET', 'HEAD'].includes(method) ||
  (isRefused(fault) && !headers['content-length'] && !headers['transfer-encoding']);

const isRefused = (fault: unknown): boolean =>
  (fault as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

/** An upload by its id, a browser by its session, everybody else by their address. */
function keyOf({ url = '', headers, socket }: IncomingMessage): string {
  return UPLOAD.exec(url)?.[1] ?? tokenOf(headers.cookie) ?? socket.remoteAddress ?? '';
}

/** The services believe what the gateway says of the caller: it says nothing that a caller made up. */
function trustNobody({ headers }: IncomingMessage): void {
  for (const name of HOPS) delete headers[name];
}

function unavailable(response: ServerResponse): void {
  const problem = {
    ...{ type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'unavailable' },
    detail: 'The service is not available right now. Try again in a moment.',
  };
  response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' });
  response.end(JSON.stringify(problem));
}
