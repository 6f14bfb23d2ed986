import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { httpBounds } from '@feusa/contracts/bounds';
import { addHop, callerAddress, settleForwarded, type Front } from '@feusa/http/forwarded';
import { isSafe } from '@feusa/http/observe';
import { tokenOf } from '@feusa/http/request';
import { BODY_LIMIT } from '@feusa/http/server';
import { boundBody, hasBody, isUpload } from '@feusa/http/slow-bodies';
import { endWithProblem } from '@feusa/http/unreadable';
import { UpgradedSockets } from '@feusa/http/upgraded-sockets';
import { createProxyServer } from 'httpxy';
import { upstreamOf, type Backends, type Upstream } from './backends.js';

/**
 * The whole body of a request, so that it can be sent to another copy if the first one is gone;
 * undefined where it is larger than `limit` bytes.
 */
function smallBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(undefined);
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(pieces)));
    request.once('error', reject);
  });
}

const UPLOAD = /^\/api\/uploads(?:\/([^/?]+))?/;
/** Whose answers may take as long as their bytes, or stay open. */
const STREAM =
  /^\/(files|socket\.io|api\/(audit|archive|imports)|api\/\w+(\/[^/?]+)?\/(export|archive))(?=[/?]|$)/;

/** Shorter than the services keep idle connections, so that none is used that is just being closed. */
const IDLE_MS = 30_000;

/** A request on its way; `body` where it was small enough to be kept. */
interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What decides on the copy. */
  readonly key: string;
  readonly backends: Backends;
  readonly body?: Buffer | undefined;
}

/**
 * Passes requests and sockets on to the services. One browser stays with one copy, which long polling
 * needs, and so does one upload.
 */
export class Proxy {
  private readonly agent = new Agent({
    keepAlive: true,
    maxSockets: httpBounds.passed.value,
    timeout: IDLE_MS,
  });
  private readonly proxy = createProxyServer({ agent: this.agent });
  private readonly sockets = new UpgradedSockets();

  constructor(
    private readonly services: Readonly<Record<Upstream, Backends>>,
    private readonly front: Front,
  ) {
    this.proxy.on('proxyReq', boundAnswer);
    this.proxy.on('proxyReqWs', endTogether);
  }

  /** Whether the request, with its headers settled, is one for the services; then it will be answered. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    const service = upstreamOf(request.url ?? '');
    if (!service) return false;
    const key = keyOf(request);
    addHop(request);
    void this.take({ request, response, key, backends: this.services[service] });
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const service = upstreamOf(request.url ?? '');
    settleForwarded(request, this.front);
    const target = service && this.services[service].pick(keyOf(request));
    if (!target) return void socket.destroy();
    addHop(request);
    this.sockets.add(socket);
    this.proxy.ws(request, socket as never, { target }, head).catch(() => void socket.destroy());
  }

  /** Sockets would otherwise stay for ever. */
  endSockets(): void {
    this.sockets.destroy();
  }

  /** Ends the connections to the services, once nobody waits for an answer. */
  close(): void {
    this.endSockets();
    for (const backends of Object.values(this.services)) backends.close();
    this.agent.destroy();
  }

  /** Uploads flow through; any other body is small, and kept for a second try. */
  private async take(passing: Passing): Promise<void> {
    const { request, response } = passing;
    try {
      boundBody(request, response, () => endWithProblem(response, randomUUID(), 408));
      if (!hasBody(request) || isUpload(request)) return await this.pass(passing);
      const body = await smallBody(request, BODY_LIMIT);
      if (!body) return endWithProblem(response, randomUUID(), 413);
      await this.pass({ ...passing, body });
    } catch {
      // The other side has gone away while it was sending.
      response.destroy();
    }
  }

  private async pass(passing: Passing, not?: string): Promise<void> {
    const { request, response, key, backends, body } = passing;
    const target = backends.pick(key, not);
    if (!target) return endWithProblem(response, randomUUID(), 503);
    try {
      const buffer = body && Readable.from([body], { objectMode: false });
      await this.proxy.web(request, response, { target, ...(buffer && { buffer }) });
    } catch (fault) {
      if (isRefused(fault)) backends.failed(target);
      if (response.headersSent) return void response.destroy();
      if (!not && mayRepeat(passing, fault)) return this.pass(passing, target);
      endWithProblem(response, randomUUID(), fault instanceof NoAnswer ? 504 : 503);
    }
  }
}

/** Without it the service waits for a long time for whoever went away without a word. */
function endTogether(passed: ClientRequest, _request: IncomingMessage, socket: Duplex): void {
  passed.once('upgrade', (_answer, upstream: Duplex) => {
    if (socket.destroyed) upstream.destroy();
    else socket.once('close', () => upstream.destroy());
  });
}

class NoAnswer extends Error {}

/** An upload takes as long as it takes: its pace is watched where its bytes go. */
function boundAnswer(passed: ClientRequest, request: IncomingMessage): void {
  if (isUpload(request)) return;
  const { streamTime, answerTime } = httpBounds;
  const isStream = STREAM.test(request.url ?? '');
  const end = () => passed.destroy(new NoAnswer());
  const timer = setTimeout(end, (isStream ? streamTime : answerTime).value).unref();
  if (isStream) passed.once('response', () => clearTimeout(timer));
  passed.once('close', () => clearTimeout(timer));
}

/**
 * Nothing has been done where the connection was refused, or where it is only asked for something, and
 * nothing is done twice where the sender has named it.
 */
function mayRepeat({ request, body }: Passing, fault: unknown): boolean {
  if (fault instanceof NoAnswer) return false;
  if (isSafe(request.method ?? '')) return true;
  const isWhole = body !== undefined || !hasBody(request);
  return isWhole && (isRefused(fault) || isNamed(request));
}

const isNamed = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/api/commands/') && headers['idempotency-key'] !== undefined;

const isRefused = (fault: unknown): boolean =>
  (fault as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

/** An upload by its id, a browser by its session, everybody else by their address. */
function keyOf(request: IncomingMessage): string {
  const upload = UPLOAD.exec(request.url ?? '')?.[1];
  return upload ?? tokenOf(request.headers) ?? callerAddress(request);
}
