import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A server's double that keeps back what the server says, or resets everybody. */
export interface HeldProxy {
  /** The same address by way of the proxy. */
  readonly url: string;
  hold(): void;
  /** Hands on what was kept back: each connection's in one piece, as after a pause of the network. */
  release(): void;
  reset(): void;
  close(): Promise<void>;
}

/** @param target the address of a server on this machine */
export async function openHeldProxy(target: string): Promise<HeldProxy> {
  const url = new URL(target);
  const port = Number(url.port);
  const pairs = new Map<Socket, { readonly to: Socket; held: Buffer[] }>();
  let isHeld = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const pair = { to: client, held: [] as Buffer[] };
    pairs.set(upstream, pair);
    client.pipe(upstream);
    upstream.on('data', (piece: Buffer) =>
      isHeld ? pair.held.push(piece) : void client.write(piece),
    );
    upstream.on('end', () => !isHeld && client.end());
    for (const one of [client, upstream]) one.on('error', () => undefined);
    client.on('close', () => (upstream.destroy(), pairs.delete(upstream)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const reset = () => {
    for (const { to } of pairs.values()) to.resetAndDestroy();
  };
  return {
    url: url.href,
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      for (const [upstream, { to, held }] of pairs) {
        to.write(Buffer.concat(held.splice(0)));
        if (upstream.readableEnded) to.end();
      }
    },
    reset,
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
