import type { Change, Topic } from '@feusa/contracts/live';
import type { Role } from '@feusa/contracts/users';
import type { Server, Socket } from 'socket.io';
import type { PersonalChange } from '../read-model/read-model.js';
import type { SocketData } from './handshake.js';

/** What goes over a socket, and what is known of its owner. */
export interface FromServer {
  change(change: Change): void;
  /** The page of a topic is to be read again, as it is at this position at least. */
  resync(message: { topic: Topic }, position: string): void;
  /** What the person of this session may do now: told at the beginning, and when it changes. */
  session(message: { role: Role }): void;
  /** What the person keeps beside the log has changed, or what they may see. */
  personal(message: { what: PersonalChange | 'access' }, position?: string): void;
  'signed-out'(): void;
}
/** Nothing of a request is done that is refused. */
export interface Refused {
  readonly error: string;
}
export type Acknowledge = (answer: { position: string } | Refused) => void;
export interface FromClient {
  watch(request: unknown, acknowledge?: unknown): void;
  unwatch(request: unknown, acknowledge?: unknown): void;
}
export type LiveServer = Server<FromClient, FromServer, Record<string, never>, SocketData>;
export type LiveSocket = Socket<FromClient, FromServer, Record<string, never>, SocketData>;
