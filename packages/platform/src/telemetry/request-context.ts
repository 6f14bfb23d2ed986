import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanIds } from './trace-ids.js';

/** What log lines say of the request that they are written in; filled in as it gets known. */
export interface RequestContext {
  readonly requestId: string;
  /** The span that whatever is done in the request is a part of. */
  readonly spanIds?: SpanIds | undefined;
  userId?: string;
  commandId?: string;
  correlationId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Everything that is done in the work belongs to the request. */
export const inRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** For what a request sets going that then serves others, too. */
export const outsideRequests = <T>(work: () => T): T => storage.exit(work);
