import type { SessionChange, Sessions } from '@feusa/identity/sessions/port';
import type { Role } from '@feusa/contracts/users';
import { sessionRoom, userRoom } from './handshake.js';
import type { LiveServer, LiveSocket } from './wire.js';

/**
 * With the 10 s for which processes without word of each other rely on a session, well below the 30 s
 * in which every socket of an ended session must be cut, and every new role be in force.
 */
const RECHECK_MS = 15_000;
const AT_ONCE = 20;

/**
 * Cuts the sockets of sessions that have ended, and tells those whose person has another role now: when
 * that is told, or else at the next recheck.
 */
export class Revocation {
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private checking = false;
  private readonly looks = new WeakMap<LiveSocket, Promise<void>>();

  constructor(
    private readonly io: LiveServer,
    private readonly sessions: Sessions,
    /** A role is another one, and may see other things. */
    private readonly onRole: (socket: LiveSocket) => void,
  ) {
    this.stopListening = sessions.onChange((change) => this.changed(change));
    this.timer = setInterval(() => void this.recheck(), RECHECK_MS).unref();
  }

  /** Takes a socket in; its session may have ended or changed since the handshake. */
  async admit(socket: LiveSocket): Promise<void> {
    socket.emit('session', { role: socket.data.role });
    await this.check(socket);
  }

  close(): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  private changed(change: SessionChange): void {
    switch (change.kind) {
      case 'ended':
        return this.recheckRoom(sessionRoom(change.sessionId));
      case 'user-ended':
      case 'user-changed':
        return this.recheckRoom(userRoom(change.userId));
    }
  }

  /** The change may be told late, or by somebody who must not: what has not ended goes on. */
  private recheckRoom(room: string): void {
    const { adapter, sockets } = this.io.sockets;
    for (const id of adapter.rooms.get(room) ?? []) {
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

  /** One look after the other: what an older one finds must not count after what a newer one does. */
  private check(socket: LiveSocket, inDoubt: 'keep' | 'cut' = 'keep'): Promise<void> {
    const before = this.looks.get(socket) ?? Promise.resolve();
    const look = before.then(() => this.look(socket, inDoubt));
    this.looks.set(socket, look);
    return look;
  }

  /** Cuts a socket whose session has ended; `inDoubt` is for when the database does not answer. */
  private async look(socket: LiveSocket, inDoubt: 'keep' | 'cut'): Promise<void> {
    const session = await this.sessions.find(socket.data.token).catch(() => null);
    if (session && !session.lacksSecondFactor) return this.give(socket, session.user.role);
    if (session === null && inDoubt === 'keep') return;
    if (session === undefined) socket.emit('signed-out');
    socket.disconnect(true);
  }

  private give(socket: LiveSocket, role: Role): void {
    if (socket.data.role === role) return;
    socket.data.role = role;
    socket.emit('session', { role });
    this.onRole(socket);
  }
}
