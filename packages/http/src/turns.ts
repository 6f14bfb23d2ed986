import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpBounds } from '@feusa/contracts/bounds';
import { refuse, Refusal } from '@feusa/contracts/refusals';

const { underWay, waiting: mostWaiting } = httpBounds;

interface Share {
  running: number;
  /** Whose turn it is not yet, in order. */
  readonly waiting: Set<() => void>;
}

/** A request: how it came, and what it is answered with. */
interface Pair {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * What each user has under way in a service: more of it waits until some is answered, so that thousands of
 * requests, or of answers that nobody reads, cost nobody else theirs.
 */
export class Turns {
  private readonly shares = new Map<string, Share>();

  /** Waits for the turn of a request; it ends with the answer. @throws Refusal where too many wait */
  async take(user: string, { request, response }: Pair): Promise<void> {
    const { socket } = request;
    if (socket.closed) refuse('busy');
    const share = this.shares.get(user) ?? { running: 0, waiting: new Set() };
    this.shares.set(user, share);
    if (share.running < underWay.value) share.running += 1;
    else await turnOf(share, socket);
    const end = () => {
      const [next] = share.waiting;
      if (next) return next();
      share.running -= 1;
      if (share.running === 0) this.shares.delete(user);
    };
    const stop = onClose(socket, end);
    response.once('close', () => stop() && end());
  }
}

/** Waits until another request hands its turn over. */
function turnOf({ waiting }: Share, socket: Socket): Promise<void> {
  if (waiting.size >= mostWaiting.value) refuse('too-many-requests', { retryAfter: 1 });
  return new Promise((resolve, reject) => {
    const begin = () => {
      waiting.delete(begin);
      stop();
      resolve();
    };
    const stop = onClose(socket, () => {
      waiting.delete(begin);
      reject(new Refusal('busy'));
    });
    waiting.add(begin);
  });
}

const closing = new WeakMap<Socket, Set<() => void>>();

/** An answer that waits behind another one is not told that its connection has ended. @returns the way to stop listening */
function onClose(socket: Socket, work: () => void): () => boolean {
  let all = closing.get(socket);
  if (!all) {
    closing.set(socket, (all = new Set()));
    socket.once('close', () => {
      const ended = [...(closing.get(socket) ?? [])];
      closing.delete(socket);
      for (const each of ended) each();
    });
  }
  all.add(work);
  return () => all.delete(work);
}
