import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { tokenOf } from '@feusa/http/request';
import { BODY_LIMIT } from '@feusa/http/server';
import { endWithProblem } from '@feusa/http/unreadable';
import { createProxyServer } from 'httpxy';
import { upstreamOf, type Backends, type Upstream } from './backends.js';
import { smallBody } from './small-body.js';

const UPLOAD = /^\/api\/uploads(?:\/([^/?]+))?/;
const HOPS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];

/** A request on its way; `body` where it was small enough to be kept. */
interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly backends: Backends;
  readonly body?: Buffer | undefined;
}

/**
 * Passes requests and sockets on to the services. One browser stays with one copy, which long polling
 * needs, and so does one upload.
 */
export class Proxy {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1024 });
  private readonly proxy = createProxyServer({ xfwd: true, agent: this.agent, proxyTimeout: 0 });
  private readonly sockets = new Set<Duplex>();

  constructor(private readonly services: Readonly<Record<Upstream, Backends>>) {}

  /** Whether the request is one for the services; then it will be answered. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    const service = upstreamOf(request.url ?? '');
    if (!service) return false;
    trustNobody(request);
    void this.take({ request, response, backends: this.services[service] });
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const service = upstreamOf(request.url ?? '');
    const target = service && this.services[service].pick(keyOf(request));
    if (!target) return void socket.destroy();
    trustNobody(request);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    this.proxy.ws(request, socket as never, { target }, head).catch(() => void socket.destroy());
  }

  /** Ends what is open; a socket would otherwise stay for ever. */
  close(): void {
    for (const socket of this.sockets) socket.destroy();
    for (const backends of Object.values(this.services)) backends.close();
    this.agent.destroy();
  }

  /** Uploads flow through; any other body is small, and kept for a second try. */
  private async take(passing: Passing): Promise<void> {
    const { request, response } = passing;
    try {
      if (!hasBody(request) || UPLOAD.test(request.url ?? '')) return await this.pass(passing);
      const body = await smallBody(request, BODY_LIMIT);
      if (!body) return endWithProblem(response, randomUUID(), 413);
      await this.pass({ ...passing, body });
    } catch {
      // The other side has gone away while it was sending.
      response.destroy();
    }
  }

  private async pass(passing: Passing, not?: string): Promise<void> {
    const { request, response, backends, body } = passing;
    const target = backends.pick(keyOf(request), not);
    if (!target) return endWithProblem(response, randomUUID(), 503);
    try {
      const buffer = body && Readable.from([body], { objectMode: false });
      await this.proxy.web(request, response, { target, ...(buffer && { buffer }) });
    } catch (fault) {
      if (isRefused(fault)) backends.failed(target);
      if (response.headersSent) return void response.destroy();
      if (!not && mayRepeat(passing, fault)) return this.pass(passing, target);
      endWithProblem(response, randomUUID(), 503);
    }
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** Nothing has been done where the connection was refused, or where it is only asked for something. */
const mayRepeat = ({ request, body }: Passing, fault: unknown): boolean =>
  ['GET', 'HEAD'].includes(request.method ?? '') ||
  (isRefused(fault) && (body !== undefined || !hasBody(request)));

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
