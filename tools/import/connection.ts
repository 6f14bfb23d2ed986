import { randomBytes } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { SpanIds } from '@feusa/platform/telemetry/trace-ids';
import type { Problem } from '@feusa/contracts/views';
import { Interrupted, persist } from './retry.js';

const PATIENCE_MS = 60_000;
const SILENCE_MS = 60_000;
const SOCKETS = 16;
const RETRIED = new Set([408, 423, 429, 502, 503, 504]);

/** `body` makes the bytes anew for every try; `length` is their number. */
export interface ImportRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => Readable | Buffer;
  readonly length?: number;
}

export interface ImportResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a refusal tells of the thing that was in the way. */
interface InTheWay {
  readonly id?: string;
  readonly kind?: string;
}

/** The server said no, for good. `message` is what it said, field by field where it named fields. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly inTheWay: InTheWay = {},
  ) {
    super(message);
  }
}

/** What was to be sent cannot be read, or is no longer what it was. */
export class SourceFault extends Error {}

/** One server, over connections that are kept open, as one user once `cookie` or `token` is set. */
export class Connection {
  cookie: string | undefined;
  token: string | undefined;
  /** What is written over this connection belongs together. */
  readonly flow: SpanIds = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
  private readonly agent: http.Agent;

  constructor(readonly address: string) {
    const { Agent } = address.startsWith('https:') ? https : http;
    this.agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  }

  /**
   * Asks, again and again where the connection breaks or the server is busy: only for what may be repeated.
   * @throws Refused, or Interrupted after `patienceMs`
   */
  ask(ask: ImportRequest, patienceMs = PATIENCE_MS): Promise<ImportResponse> {
    return persist(() => this.once(ask), patienceMs);
  }

  /** As `ask`, for clients that speak as fetch does. */
  async fetch(request: Request, patienceMs?: number): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const { pathname, search } = new URL(request.url);
    const { status, headers, text } = await this.ask(
      {
        method: request.method as ImportRequest['method'],
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        ...(body.length > 0 && { body: () => body, length: body.length }),
      },
      patienceMs,
    );
    const type = headers['content-type'] ?? 'application/json';
    const cookies = (headers['set-cookie'] ?? []).map((each) => ['set-cookie', each]);
    const received = [['content-type', type], ...cookies] as [string, string][];
    return new Response(status === 204 ? null : text, { status, headers: received });
  }

  /** Asks one time. @throws Refused, Interrupted, SourceFault */
  async once(ask: ImportRequest): Promise<ImportResponse> {
    const answer = await this.exchange(ask).catch((fault: NodeJS.ErrnoException) => {
      if (fault instanceof SourceFault) throw fault;
      throw new Interrupted(`No answer from ${this.address} (${fault.code ?? fault.message})`);
    });
    if (answer.status < 400) return answer;
    const refused = refusedBy(answer);
    if (!RETRIED.has(answer.status)) throw refused;
    const seconds = Number(answer.headers['retry-after']) || 0;
    throw new Interrupted(refused.message, seconds * 1000, refused.code !== UNKNOWN);
  }

  close(): void {
    this.agent.destroy();
  }

  private async exchange(ask: ImportRequest): Promise<ImportResponse> {
    const { method, path, headers, body, length } = ask;
    const { request: open } = this.address.startsWith('https:') ? https : http;
    const request = open(new URL(path, this.address), {
      agent: this.agent,
      method,
      timeout: SILENCE_MS,
      headers: {
        ...headers,
        ...(this.cookie && { cookie: this.cookie }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(length !== undefined && { 'content-length': String(length) }),
      },
    });
    request.on('timeout', () => request.destroy(new Error('silence')));
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const bytes = body?.();
    if (bytes === undefined || Buffer.isBuffer(bytes)) request.end(bytes);
    else await Promise.race([answered, pipeline(bytes, request)]);
    const response = await answered;
    const answer = await text(response);
    return { status: response.statusCode ?? 0, headers: response.headers, text: answer };
  }
}

/** Of what answers in front of the product, or in its place. */
const UNKNOWN = 'unknown';

const unknownText = (status: number): string =>
  status === 413
    ? 'A server in front of FEUSA takes no request of this size (status 413)'
    : `The server answered with status ${status}`;

function refusedBy({ status, text }: ImportResponse): Refused {
  try {
    const { code, detail, fields, ...facts } = JSON.parse(text) as Problem & InTheWay;
    const named = Object.entries(fields ?? {}).map(([field, message]) => `${field}: ${message}`);
    return new Refused(status, code, named.join('; ') || detail, facts);
  } catch {
    return new Refused(status, UNKNOWN, unknownText(status));
  }
}
