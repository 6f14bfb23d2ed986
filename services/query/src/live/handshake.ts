import type { IncomingMessage, ServerResponse } from 'node:http';
import { customerOf, trustGiven } from '@feusa/platform/networks';
import type { Sessions } from '@feusa/identity/sessions/port';
import { liveBounds } from '@feusa/contracts/bounds';
import { MOST_SOCKETS, TOO_MANY_SOCKETS } from '@feusa/contracts/live-bounds';
import type { Role } from '@feusa/contracts/users';
import { callerAddress, settleForwarded, type Front } from '@feusa/http/forwarded';
import { tokenOf } from '@feusa/http/request';
import { boundBody } from '@feusa/http/slow-bodies';
import type { Server } from 'socket.io';
import { Budget } from './budget.js';

export interface SocketData {
  sessionId: string;
  userId: string;
  role: Role;
  token: string;
  /** The network address that its browser has connected from. */
  address: string;
}

export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const userRoom = (userId: string): string => `user:${userId}`;

interface EngineClient {
  readonly request: AuthorisedRequest;
}
type AuthorisedRequest = IncomingMessage & {
  _query?: { sid?: string };
  feusa?: SocketData;
};

/**
 * Checks the session on every HTTP request of the transport, polling and upgrade too, and that a
 * connection is used only by the session that opened it.
 */
export function guardHandshakes(
  io: Server<never, never, never, SocketData> | Server,
  sessions: Sessions,
  front: Front = { trust: trustGiven() },
): void {
  const opened = new Budget(liveBounds.opened);
  const isOneTooMany = (request: AuthorisedRequest) =>
    !request._query?.sid &&
    !opened.spend(request.feusa?.userId ?? customerOf(callerAddress(request)));
  io.engine.use(
    (request: AuthorisedRequest, response: ServerResponse, next: (e?: Error) => void) => {
      settleForwarded(request, front);
      boundBody(request, response, () => request.socket.destroy());
      void authorise(io as Server, sessions, request).then(
        (ok) => {
          if (!ok) refuse(response, 401);
          else if (isOneTooMany(request)) refuse(response, 429);
          else next();
        },
        () => refuse(response, 401),
      );
    },
  );
  (io as Server).use((socket, next) => {
    const known = (socket.request as AuthorisedRequest).feusa;
    if (!known) return next(new Error('unauthorized'));
    const own = (io as Server).sockets.adapter.rooms.get(userRoom(known.userId));
    if (own && own.size >= MOST_SOCKETS) return next(new Error(TOO_MANY_SOCKETS));
    Object.assign(socket.data as SocketData, known);
    // Counted at once: many may be on their way together.
    void socket.join([sessionRoom(known.sessionId), userRoom(known.userId)]);
    next();
  });
}

/** A handshake without a session goes on to its `connect_error`; nothing else does. */
async function authorise(
  io: Server,
  sessions: Sessions,
  request: AuthorisedRequest,
): Promise<boolean> {
  const token = tokenOf(request.headers);
  const session = token ? await sessions.find(token) : undefined;
  if (token && session && !session.lacksSecondFactor) {
    const { id: userId, role } = session.user;
    const address = callerAddress(request);
    request.feusa = { sessionId: session.id, userId, role, token, address };
  }
  const sid = request._query?.sid;
  const { clients } = io.engine as unknown as { clients: Record<string, EngineClient> };
  const opener = sid ? clients[sid] : undefined;
  return !opener || opener.request.feusa?.sessionId === session?.id;
}

const SAID = { 401: 'unauthorized', 429: TOO_MANY_SOCKETS } as const;

function refuse(response: ServerResponse, status: keyof typeof SAID): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ code: 4, message: SAID[status] }));
}
