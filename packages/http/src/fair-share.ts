import type { ServerResponse } from 'node:http';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { httpBounds } from '@feusa/contracts/bounds';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { refuse } from '@feusa/contracts/refusals';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { isSafe } from './observe.js';
import type { AppRequest } from './request.js';

const { atWork, waiting } = httpBounds;
const NO_ANSWER = { defaultValue: undefined };

/** The connection, for an answer that goes out as fast as its reader takes it: such a one keeps no turn. */
export function takeOver(reply: FastifyReply): ServerResponse {
  (reply.request as AppRequest).endTurn?.();
  return reply.hijack().raw;
}

/**
 * Works on a few reads of each user at once; more of them wait for their turn, so that whoever asks for hundreds of
 * lists keeps nobody else from the database. A read ends with its answer, not with the last byte of it: who reads
 * slowly, or nothing, keeps no turn.
 */
@Injectable()
export class FairShare implements NestInterceptor {
  private readonly shares = new LRUCache<string, LimitFunction>({ max: memoryBounds.shares.value });

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (!request.session || !isSafe(request.method)) return next.handle();
    const share = this.shareOf(request.session.user.id);
    if (share.pendingCount >= waiting.value) refuse('too-many-requests', { retryAfter: 1 });
    const begun = new Promise<void>((settle) => (request.endTurn = settle));
    const { answer } = await share(async () => {
      // What has arrived meanwhile is read first, so that turns are taken between all that wait.
      await othersFirst();
      // Nobody waits any more for what comes to its turn on a connection that has ended.
      if (request.raw.socket.destroyed) return { answer: undefined };
      const made = lastValueFrom(next.handle(), NO_ANSWER);
      await Promise.race([made, begun]);
      return { answer: made };
    });
    return of(await answer);
  }

  private shareOf(user: string): LimitFunction {
    const known = this.shares.get(user);
    const share = known ?? pLimit(atWork.value);
    if (!known) this.shares.set(user, share);
    return share;
  }
}
