/** A span in a trace: ids as in W3C trace context, 32 and 16 lower-case hex digits. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NOTHING = /^0+$/;

/** What a `traceparent` header says; undefined where it says nothing of use. */
export function spanIdsIn(traceparent: unknown): SpanIds | undefined {
  const [, traceId = '0', spanId = '0'] = TRACEPARENT.exec(String(traceparent)) ?? [];
  return NOTHING.test(traceId) || NOTHING.test(spanId) ? undefined : { traceId, spanId };
}

export const traceparentOf = ({ traceId, spanId }: SpanIds): string => `00-${traceId}-${spanId}-01`;

/** The correlation id in events and logs is the id of the trace, written as a UUID. */
export const correlationIdOf = (traceId: string): string =>
  traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Undefined where the correlation id is of another kind, as in tests and at the first run. */
export function traceIdOf(correlationId: string): string | undefined {
  const id = correlationId.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) && !NOTHING.test(id) ? id : undefined;
}

/**
 * Where an event's append stands in the trace of its command. Known from the event alone, so that a trace
 * goes on in any process at any time: after a restart, in a relay elsewhere, after a read from the database.
 */
export function spanIdsOfAppend(event: Traced): SpanIds | undefined {
  const traceId = traceIdOf(event.correlationId);
  return traceId === undefined ? undefined : { traceId, spanId: appendSpanId(event.id) };
}

/** The first 16 digits of the event's id. */
export const appendSpanId = (eventId: string): string => eventId.replaceAll('-', '').slice(0, 16);

/** What is known of an event wherever it is handled. */
export interface Traced {
  readonly id: string;
  readonly correlationId: string;
  readonly commandId: string;
  readonly stream: string;
  /** ISO-8601. */
  readonly at: string;
}
