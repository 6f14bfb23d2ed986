import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sessions } from '@feusa/adapters/sessions/port';
import type { Role } from '@feusa/contracts/users';
import { tokenOf } from '@feusa/http/request';
import type { Server } from 'socket.io';

export interface SocketData {
  sessionId: string;
  userId: string;
  role: Role;
  token: string;
}

/** Of one person: enough for any number of tabs, too few to use the server up. */
const MOST_SOCKETS = 500;

interface EngineClient {
  readonly request: AuthorisedRequest;
}
type AuthorisedRequest = IncomingMessage & { _query?: { sid?: string }; feusa?: SocketData };

/**
 * Checks the session on every HTTP request of the transport, polling and upgrade too, and that a
 * connection is used only by the session that opened it.
 */
export function guardHandshakes(
  io: Server<never, never, never, SocketData> | Server,
  sessions: Sessions,
): void {
  io.engine.use(
    (request: AuthorisedRequest, response: ServerResponse, next: (e?: Error) => void) => {
      void authorise(io as Server, sessions, request).then(
        (ok) => (ok ? next() : refuse(response)),
        () => refuse(response),
      );
    },
  );
  (io as Server).use((socket, next) => {
    const known = (socket.request as AuthorisedRequest).feusa;
    if (!known) return next(new Error('unauthorized'));
    const own = (io as Server).sockets.adapter.rooms.get(`user:${known.userId}`);
    if (own && own.size >= MOST_SOCKETS) return next(new Error('too many connections'));
    Object.assign(socket.data as SocketData, known);
    next();
  });
}

/** A handshake without a session goes on to its `connect_error`; nothing else does. */
async function authorise(
  io: Server,
  sessions: Sessions,
  request: AuthorisedRequest,
): Promise<boolean> {
  const token = tokenOf(request.headers.cookie);
  const session = token ? await sessions.find(token) : undefined;
  if (token && session) {
    const { id: userId, role } = session.user;
    request.feusa = { sessionId: session.id, userId, role, token };
  }
  const sid = request._query?.sid;
  const { clients } = io.engine as unknown as { clients: Record<string, EngineClient> };
  const opener = sid ? clients[sid] : undefined;
  return !opener || opener.request.feusa?.sessionId === session?.id;
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end('{"code":4,"message":"unauthorized"}');
}
