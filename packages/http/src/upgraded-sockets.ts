import type { Duplex } from 'node:stream';

/** Sockets that were upgraded: no server counts them any more, or ends them. */
export class UpgradedSockets {
  private readonly open = new Set<Duplex>();

  add(socket: Duplex): void {
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
  }

  destroy(): void {
    for (const socket of this.open) socket.destroy();
  }
}
