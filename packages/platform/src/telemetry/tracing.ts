import type { SpanIds } from './trace-ids.js';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** The span that this one is a part of; a trace of its own where it is left out. */
  readonly parent?: SpanIds | undefined;
  /** The ids to have, where others know them in advance; `traceId` without a parent only. */
  readonly spanId?: string | undefined;
  readonly traceId?: string | undefined;
  readonly kind?: 'server' | 'producer' | 'consumer';
  readonly links?: readonly SpanIds[];
  readonly attributes?: Attributes;
  /** When it began, ms since 1970; now where it is left out. */
  readonly since?: number;
}

/** A piece of work under way. */
export interface Span {
  readonly ids: SpanIds;
  /** A fault is what went wrong with it. */
  end(fault?: unknown, attributes?: Attributes): void;
}

/** Receives spans. */
export interface Tracer {
  begin(name: string, options: SpanOptions): Span;
  /** Sends what is left, for 1 s at most. Never rejects. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** From now on spans of this process go here; undefined: nowhere. */
export const traceTo = (another: Tracer | undefined): void => void (tracer = another);

export const isTracing = (): boolean => tracer !== undefined;

/** Begins a span; undefined where nobody wants to know. */
export const begin = (name: string, options: SpanOptions = {}): Span | undefined =>
  tracer?.begin(name, options);

/** The time, ms since 1970, as precise as it is known here. */
export const now = (): number => performance.timeOrigin + performance.now();
