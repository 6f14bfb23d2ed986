import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sessions } from '@feusa/identity/sessions/port';
import { Server } from 'socket.io';
import { Manager, type Socket } from 'socket.io-client';
import { guardHandshakes } from './handshake.js';
import { Revocation } from './revocation.js';
import type { LiveServer } from './wire.js';

/** The sockets of one query service, without what they carry. */
export class Replica {
  private readonly http = createServer();
  private readonly io: LiveServer = new Server(this.http);
  private readonly revocation: Revocation;
  private readonly clients: Socket[] = [];

  private constructor(readonly sessions: Sessions) {
    guardHandshakes(this.io, sessions);
    this.io.on('connection', (socket) => void this.revocation.admit(socket));
    this.revocation = new Revocation(this.io, sessions, () => undefined);
  }

  static async open(sessions: Sessions): Promise<Replica> {
    const replica = new Replica(sessions);
    await once(replica.http.listen(0, '127.0.0.1'), 'listening');
    return replica;
  }

  /** Opens the transport alone: the handshake is done, no socket is connected. */
  async shakeHands(token: string): Promise<Socket> {
    const { port } = this.http.address() as AddressInfo;
    const manager = new Manager(`http://127.0.0.1:${port}`, {
      autoConnect: false,
      reconnection: false,
      transports: ['websocket'],
      extraHeaders: { cookie: `feusa_session=${token}` },
    });
    await new Promise<void>((resolve, reject) =>
      manager.open((fault) => (fault ? reject(fault) : resolve())),
    );
    const socket = manager.socket('/');
    this.clients.push(socket);
    return socket;
  }

  /** A connected browser, and what it hears of its end. */
  async connect(token: string): Promise<Browser> {
    const browser = new Browser(await this.shakeHands(token));
    browser.socket.connect();
    await once(browser.socket as unknown as EventTarget & Socket, 'connect');
    return browser;
  }

  async close(): Promise<void> {
    this.revocation.close();
    for (const client of this.clients) client.disconnect();
    await this.io.close();
  }
}

export class Browser {
  signedOut = false;
  /** What it was told of the role, from the beginning. */
  readonly roles: string[] = [];
  constructor(readonly socket: Socket) {
    socket.on('signed-out', () => (this.signedOut = true));
    socket.on('session', ({ role }: { role: string }) => this.roles.push(role));
  }
  get state(): string {
    if (this.socket.connected) return 'connected';
    return this.signedOut ? 'signed out' : 'disconnected';
  }
}
