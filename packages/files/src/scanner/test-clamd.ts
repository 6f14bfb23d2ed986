import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What every scanner finds, split so that none finds it here. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}',
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

/** How a server of the protocol behaves; it may be changed while it runs. */
export interface ClamdManners {
  delayMs: number;
  /** Says that there is more than it takes, and hangs up. */
  most: number;
  manner: 'well' | 'hangs-up' | 'babbles' | 'stammers';
}

/** A server of clamd's protocol that finds what is to be found by every scanner. */
export class TestClamd {
  readonly manners: ClamdManners = { delayMs: 0, most: Infinity, manner: 'well' };
  scans = 0;
  private readonly sockets = new Set<Socket>();
  private constructor(private server: Server) {}

  static async open(port = 0): Promise<TestClamd> {
    const clamd = new TestClamd(createServer({ allowHalfOpen: true }));
    clamd.server.on('connection', (socket) => {
      clamd.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => clamd.sockets.delete(socket));
      void clamd.answer(socket).catch(() => socket.destroy());
    });
    await new Promise<void>((begun) => clamd.server.listen(port, '127.0.0.1', begun));
    return clamd;
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  private async answer(socket: Socket): Promise<void> {
    this.scans += 1;
    const { delayMs, most, manner } = this.manners;
    const bytes = await received(socket, most);
    await sleep(delayMs, undefined, { ref: false });
    if (manner === 'hangs-up') return void socket.destroy();
    if (manner === 'babbles') return void socket.end(Buffer.alloc(1 << 20, 'x'));
    if (manner === 'stammers') return void socket.end('what?\0');
    if (!bytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    const isFound = bytes.includes(EICAR);
    socket.end(isFound ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  }
}

/** Undefined where it is more than is taken. */
async function received(socket: Socket, most: number): Promise<Buffer | undefined> {
  let waiting = Buffer.alloc(0);
  const taken: Buffer[] = [];
  let isBegun = false;
  const parts = socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const part of parts) {
    waiting = Buffer.concat([waiting, part]);
    if (!isBegun && waiting.length >= 10) {
      if (waiting.subarray(0, 10).toString() !== 'zINSTREAM\0') throw new Error('unknown command');
      isBegun = true;
      waiting = waiting.subarray(10);
    }
    while (isBegun && waiting.length >= 4) {
      const length = waiting.readUInt32BE();
      if (length === 0) return Buffer.concat(taken);
      if (waiting.length < 4 + length) break;
      taken.push(waiting.subarray(4, 4 + length));
      waiting = waiting.subarray(4 + length);
      if (taken.reduce((sum, each) => sum + each.length, 0) > most) return undefined;
    }
  }
  throw new Error('broken off');
}
