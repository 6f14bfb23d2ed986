import type { Logger } from 'pino';
import { traceTo } from './tracing.js';

const REPORT_EVERY_MS = 60_000;

export interface TracingOptions {
  /** Where a collector takes OTLP over HTTP; without one nothing is traced, and nothing is loaded. */
  readonly endpoint: string | undefined;
  readonly service: string;
  readonly instance: string;
  /** The part of all traces that is kept, 0 to 1. */
  readonly ratio: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Traces what this process does; answers with the way to end that, which sends what is left. */
export async function startTracing({
  endpoint,
  log,
  ...about
}: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { openTelemetry } = await import('./opentelemetry.js');
  let reportedAt = -Infinity;
  const failed = (message: string) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    log.warn({ endpoint, reason: message }, 'traces cannot be sent');
  };
  const tracer = openTelemetry({ endpoint, ...about, failed });
  traceTo(tracer);
  return async () => {
    traceTo(undefined);
    await tracer.close();
  };
}
