import type { Change, Topic } from '@feusa/contracts/live';
import type { Server, Socket } from 'socket.io';
import type { SocketData } from './handshake.js';

/** What goes over a socket, and what is known of its owner. */
export interface FromServer {
  change(change: Change): void;
  resync(message: { topic: Topic }): void;
  'signed-out'(): void;
}
export type Acknowledge = (answer: { position: string } | { error: string }) => void;
export interface FromClient {
  watch(request: unknown, acknowledge?: Acknowledge): void;
}
export type LiveServer = Server<FromClient, FromServer, Record<string, never>, SocketData>;
export type LiveSocket = Socket<FromClient, FromServer, Record<string, never>, SocketData>;
