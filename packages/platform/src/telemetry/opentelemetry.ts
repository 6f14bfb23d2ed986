import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as RawSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace';
import { faultText } from './fault-text.js';
import type { SpanIds } from './trace-ids.js';
import type { Span, SpanOptions, Tracer } from './tracing.js';

const SEND_EVERY_MS = 1000;
const CLOSE_MS = 1000;

export interface OpenTelemetryOptions {
  /** `http://host:port` of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  readonly service: string;
  readonly instance: string;
  /** The part of all traces that is kept, 0 to 1: by their ids, so the same ones in every process. */
  readonly ratio: number;
  /** Notified when spans cannot be sent. */
  failed(message: string): void;
}

/** Sends spans to a collector; what that does not take in time is given up. */
export function openTelemetry(options: OpenTelemetryOptions): Tracer {
  const { endpoint, service, instance, ratio, failed } = options;
  const ignore = () => undefined;
  const logger = { error: failed, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, DiagLogLevel.ERROR);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 });
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `feusa-${service}`,
      'service.instance.id': instance,
    }),
    idGenerator: ids,
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: 8192,
      }),
    ],
  });
  const tracer = provider.getTracer('feusa');
  return {
    begin(name, given) {
      const { parent, kind, links = [], attributes = {}, since } = given;
      ids.next = given;
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT;
      const about = { attributes, links: links.map((each) => ({ context: contextOf(each) })) };
      const options = {
        ...about,
        kind: kindOf[kind ?? 'internal'],
        ...(since && { startTime: since }),
      };
      return spanOf(tracer.startSpan(name, options, context));
    },
    async close() {
      const late = new Promise<void>((end) => setTimeout(end, CLOSE_MS).unref());
      await Promise.race([provider.shutdown().catch(ignore), late]);
      diag.disable();
    },
  };
}

const kindOf = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const contextOf = (ids: SpanIds) => ({ ...ids, traceFlags: TraceFlags.SAMPLED });

function spanOf(raw: RawSpan): Span {
  const { traceId, spanId } = raw.spanContext();
  return {
    ids: { traceId, spanId },
    end(fault, attributes) {
      if (attributes) raw.setAttributes(attributes);
      if (fault !== undefined)
        raw.setStatus({ code: SpanStatusCode.ERROR, message: faultText(fault) });
      raw.end();
    },
  };
}

/** Random ids, but for those that a span is to have. */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  next: Pick<SpanOptions, 'spanId' | 'traceId'> = {};

  generateSpanId = (): string => this.next.spanId ?? this.random.generateSpanId();

  generateTraceId = (): string => this.next.traceId ?? this.random.generateTraceId();
}
