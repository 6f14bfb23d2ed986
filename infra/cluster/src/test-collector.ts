import { createServer, type Server } from 'node:http';

/** A span as a collector gets it. `service` is its instance, for example `query-2`. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly instance: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (CollectedSpan & { attributes: readonly Attribute[] })[];
    }[];
  }[];
}

/** A collector of traces that takes OTLP over HTTP, in JSON, on loopback. */
export class TestCollector {
  readonly spans: CollectedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TestCollector> {
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const right = request.method === 'POST' && request.url === '/v1/traces';
        if (right) collector.take(JSON.parse(body) as Export);
        response.writeHead(right ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const collector = new TestCollector(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return collector;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** The spans of one trace with this name. */
  named(name: string, traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name && span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const instance = String(plain(resource.attributes)['service.instance.id']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, instance, attributes: plain(span.attributes) });
      }
    }
  }
}

const plain = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
