import { downloadBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import type { RequestRule } from './access.js';
import type { AppRequest } from './request.js';

const RULE = 'feusa:few-at-once';
const AT_ONCE = downloadBounds.atOnce.value;

/** Counts the downloads of each user, from the first work for them to their last byte. */
@Injectable()
class FewAtOnceInterceptor implements NestInterceptor {
  private readonly underWay = new Map<string, number>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const rule = Reflect.getMetadata(RULE, context.getHandler()) as RequestRule;
    if (!rule(request)) return next.handle();
    const { id } = request.session!.user;
    const running = this.underWay.get(id) ?? 0;
    if (running >= AT_ONCE) refuse('download/too-many', { retryAfter: 1 });
    this.underWay.set(id, running + 1);
    const sent = ended(context.switchToHttp().getResponse<FastifyReply>());
    return next.handle().pipe(finalize(() => void sent.then(() => this.leave(id))));
  }

  private leave(id: string): void {
    const left = (this.underWay.get(id) ?? 1) - 1;
    if (left > 0) this.underWay.set(id, left);
    else this.underWay.delete(id);
  }
}

/** Answers that are made while they are sent: a user has few of them at once. */
export const FewAtOnce = (rule: RequestRule = () => true) =>
  applyDecorators(SetMetadata(RULE, rule), UseInterceptors(FewAtOnceInterceptor));

/** An answer that waits for its turn on a connection is not told when that is closed. */
const ended = ({ raw, request }: FastifyReply) =>
  new Promise<void>((resolve) => {
    const { socket } = request.raw;
    const end = () => {
      raw.off('close', end);
      socket.off('close', end);
      resolve();
    };
    raw.once('close', end);
    socket.once('close', end);
    if (raw.closed || socket.destroyed) end();
  });
