import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does with a request: passes it on, gives an answer of its own, or none. */
export type Behaviour = 'pass' | 'silent' | 'stall' | { readonly status: number };

/** A proxy before the engine of the tests. */
export class TestProxy {
  /** Asked for each request, which is named as `POST /_bulk`. */
  behave: (what: string) => Behaviour | Promise<Behaviour> = () => 'pass';
  /** Requests so far. */
  readonly seen: string[] = [];
  private readonly server = createServer((from, to) => void this.serve(from, to));
  private port = 0;

  constructor(private readonly target: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Takes connections, at the same address as before. */
  async start(): Promise<this> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Refuses connections, and cuts those there are. */
  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async serve(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const what = `${from.method} ${from.url?.replace(/\?.*/, '')}`;
    this.seen.push(what);
    const behaviour = await this.behave(what);
    if (behaviour === 'silent') return;
    if (typeof behaviour === 'object') {
      from.resume();
      to.writeHead(behaviour.status, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { method, headers, url } = from;
    const on = request(new URL(url!, this.target), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      if (behaviour === 'stall') to.write('{');
      else answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    from.pipe(on);
  }
}
