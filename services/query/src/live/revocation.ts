import type { SessionChange, Sessions } from '@feusa/adapters/sessions/port';
import type { LiveServer, LiveSocket } from './wire.js';

/**
 * With the 10 s for which processes without word of each other rely on a session, well below the 30 s
 * in which every socket of an ended session must be cut.
 */
const RECHECK_MS = 15_000;
const AT_ONCE = 20;

/** Cuts the sockets of sessions that have ended: when that is told, or else at the next recheck. */
export class Revocation {
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private checking = false;

  constructor(
    private readonly io: LiveServer,
    private readonly sessions: Sessions,
  ) {
    this.stopListening = sessions.onChange((change) => this.changed(change));
    this.timer = setInterval(() => void this.recheck(), RECHECK_MS).unref();
  }

  /** Takes a socket in; its session may have ended since the handshake. */
  async admit(socket: LiveSocket): Promise<void> {
    await socket.join([`session:${socket.data.sessionId}`, `user:${socket.data.userId}`]);
    await this.check(socket);
  }

  close(): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  private changed(change: SessionChange): void {
    switch (change.kind) {
      case 'ended':
        return this.cut(`session:${change.sessionId}`);
      case 'user-ended':
        return this.recheckUser(change.userId);
      case 'user-changed':
        return;
    }
  }

  private cut(room: string): void {
    this.io.to(room).emit('signed-out');
    this.io.in(room).disconnectSockets(true);
  }

  /** The change may be told late: a session that has begun since is none of those that ended. */
  private recheckUser(userId: string): void {
    const { adapter, sockets } = this.io.sockets;
    for (const id of adapter.rooms.get(`user:${userId}`) ?? []) {
      const socket = sockets.get(id);
      if (socket) void this.check(socket, 'cut');
    }
  }

  private async recheck(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const sockets = [...this.io.sockets.sockets.values()];
      while (sockets.length > 0) {
        await Promise.all(sockets.splice(-AT_ONCE).map((socket) => this.check(socket)));
      }
    } finally {
      this.checking = false;
    }
  }

  /** Cuts a socket whose session has ended; `inDoubt` is for when the database does not answer. */
  private async check(socket: LiveSocket, inDoubt: 'keep' | 'cut' = 'keep'): Promise<void> {
    const session = await this.sessions.find(socket.data.token).catch(() => null);
    if (session || (session === null && inDoubt === 'keep')) return;
    if (session === undefined) socket.emit('signed-out');
    socket.disconnect(true);
  }
}
