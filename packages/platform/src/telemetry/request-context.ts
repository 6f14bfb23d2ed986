import type { SpanIds } from './trace-ids.js';

/** What is told of a request in logs and traces; filled in as it gets known. */
export interface RequestContext {
  readonly requestId: string;
  /** The span that whatever is done in the request is a part of. */
  readonly spanIds?: SpanIds | undefined;
  userId?: string;
  commandId?: string;
  correlationId?: string;
}

/** What each line of the log that is about a request says of it. */
export function ofRequest(about: RequestContext) {
  const { requestId, userId, commandId, correlationId, spanIds } = about;
  return { requestId, userId, commandId, correlationId, traceId: spanIds?.traceId };
}
