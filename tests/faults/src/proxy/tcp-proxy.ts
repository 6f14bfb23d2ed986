import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** Changes what passes on one connection; each is given whatever came and answers with what goes on. */
export interface Change {
  toServer(piece: Buffer): Buffer;
  toClient(piece: Buffer): Buffer;
}

export interface TcpProxyOptions {
  /** Of a server on this machine. */
  readonly target: number;
  /** Default any free one. */
  readonly port?: number;
  /** Made for each connection. */
  readonly change?: () => Change;
}

/** A server's double that breaks connections in every way that a network does. */
export class TcpProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private state: 'open' | 'cut' | 'stalled' = 'open';
  private delayMs = 0;
  private canned: string | undefined;
  private passed: () => void = () => undefined;
  private gate: Promise<void> = Promise.resolve();
  /** Notified of every piece that a client sends. */
  onRequest: ((piece: Buffer) => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly options: TcpProxyOptions,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  static async open(options: TcpProxyOptions): Promise<TcpProxy> {
    const server = createServer({ noDelay: true });
    server.listen(options.port ?? 0, LOOPBACK);
    await once(server, 'listening');
    return new TcpProxy(server, options);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets every connection, and each new one. */
  cut(): void {
    this.state = 'cut';
    this.reset();
  }

  /** Keeps connections, and takes new ones, but nothing gets through: as with a half-open connection. */
  stall(): void {
    if (this.state === 'stalled') return;
    this.state = 'stalled';
    this.gate = new Promise((pass) => (this.passed = pass));
  }

  /** Lets every piece wait so long on its way, ms. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** Answers every request with these words, and ends the connection. */
  answer(words: string): void {
    this.canned = words;
  }

  /** Everything passes again, at once. */
  heal(): void {
    this.state = 'open';
    this.delayMs = 0;
    this.canned = undefined;
    this.passed();
  }

  async close(): Promise<void> {
    this.heal();
    this.reset();
    this.server.close();
    await once(this.server, 'close');
  }

  private reset(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.resetAndDestroy();
    this.passed();
  }

  private accept(client: Socket): void {
    if (this.state === 'cut') return void client.resetAndDestroy();
    const server = connect({ port: this.options.target, host: LOOPBACK, noDelay: true });
    const pair = [client, server] as const;
    this.pairs.add(pair);
    const change = this.options.change?.();
    this.pump(client, server, (piece) => {
      this.onRequest?.(piece);
      if (this.canned !== undefined) return void client.end(this.canned);
      return change ? change.toServer(piece) : piece;
    });
    this.pump(server, client, (piece) => (change ? change.toClient(piece) : piece));
    for (const [one, other] of [pair, [server, client] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.pairs.delete(pair);
        other.destroy();
      });
    }
  }

  /** One piece at a time, so that their order stays. */
  private pump(from: Socket, to: Socket, change: (piece: Buffer) => Buffer | undefined): void {
    from.on('data', (piece) => {
      from.pause();
      void this.pass(change(piece), to).finally(() => from.resume());
    });
    from.on('end', () => to.end());
  }

  private async pass(piece: Buffer | undefined, to: Socket): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs);
    if (this.state === 'stalled') await this.gate;
    if (!piece || piece.length === 0 || to.destroyed) return;
    if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(noop);
  }
}

const noop = () => undefined;
