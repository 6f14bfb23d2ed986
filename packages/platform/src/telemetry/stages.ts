import {
  appendSpanId,
  spanIdsIn,
  spanIdsOfAppend,
  traceparentOf,
  type SpanIds,
  type Traced,
} from './trace-ids.js';
import { begin, isTracing, type Attributes, type Span, type SpanOptions } from './tracing.js';

/** What an event goes through after its command, each with the stage that it follows on. */
const stages = {
  append: { after: undefined, kind: undefined },
  relay: { after: 'append', kind: 'producer' },
  project: { after: 'relay', kind: 'consumer' },
  index: { after: 'relay', kind: 'consumer' },
  emit: { after: 'project', kind: 'producer' },
} as const;

export type Stage = keyof typeof stages;

/** An older event is read again, not on its way: it gets no span. */
const ON_ITS_WAY_MS = 15 * 60_000;
/** A larger batch gets spans for this many of its events. */
const MOST = 256;

const spanIds: Record<Stage, WeakMap<Traced, SpanIds>> = {
  append: new WeakMap(),
  relay: new WeakMap(),
  project: new WeakMap(),
  index: new WeakMap(),
  emit: new WeakMap(),
};

/** Ends the spans that were begun. */
export type End = (fault?: unknown) => void;

export interface StageOptions {
  /** The span that an event's is a part of, where it does not follow from the stage. */
  parentOf?(index: number): SpanIds | undefined;
  readonly since?: number;
  readonly attributes?: Attributes;
}

const nothing: End = () => undefined;

/**
 * Begins a stage for these events: a span for each in the trace of its command and, where there are
 * several, one for the batch in a trace of its own, with links to and from them.
 */
export function beginStage(
  stage: Stage,
  events: readonly Traced[],
  options: StageOptions = {},
): End {
  if (!isTracing() || events.length === 0) return nothing;
  const { after } = stages[stage];
  const parents = events.slice(0, MOST).map((event, index) => {
    if (Date.now() - Date.parse(event.at) > ON_ITS_WAY_MS) return undefined;
    return options.parentOf ? options.parentOf(index) : spanIdsOf(event, after);
  });
  const batch = events.length > 1 ? beginBatch(stage, events.length, parents, options) : undefined;
  const spans = parents.map(
    (parent, index) => parent && beginEvent(stage, events[index]!, { parent, batch, ...options }),
  );
  return (fault) => [batch, ...spans].forEach((span) => span?.end(fault));
}

function beginBatch(
  stage: Stage,
  count: number,
  parents: readonly (SpanIds | undefined)[],
  { since, attributes }: StageOptions,
): Span | undefined {
  const links = parents.filter((ids) => ids !== undefined);
  const about = { ...attributes, 'feusa.events': count };
  return begin(`${stage} batch`, { ...how(stage, since), links, attributes: about });
}

function beginEvent(
  stage: Stage,
  event: Traced,
  { parent, batch, since, attributes }: StageOptions & { parent: SpanIds; batch: Span | undefined },
): Span | undefined {
  const { id, commandId, stream } = event;
  const span = begin(stage, {
    ...how(stage, since),
    parent,
    spanId: stage === 'append' ? appendSpanId(id) : undefined,
    links: batch ? [batch.ids] : [],
    attributes: {
      ...{ 'feusa.event_id': id, 'feusa.command_id': commandId, 'feusa.stream': stream },
      ...attributes,
    },
  });
  if (span) spanIds[stage].set(event, span.ids);
  return span;
}

function how(stage: Stage, since: number | undefined): SpanOptions {
  const { kind } = stages[stage];
  return { ...(kind && { kind }), ...(since && { since }) };
}

/** Traces a stage of these events as long as the work takes. */
export async function traceStage<T>(
  stage: Stage,
  events: readonly Traced[],
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return work();
  const end = beginStage(stage, events);
  try {
    const result = await work();
    end();
    return result;
  } catch (fault) {
    end(fault);
    throw fault;
  }
}

/** How far the event's trace has come at a stage, as far as it is known here. */
const spanIdsOf = (event: Traced, stage: Stage | undefined): SpanIds | undefined =>
  (stage && spanIds[stage].get(event)) ?? spanIdsOfAppend(event);

/** The headers of an event on its way to other processes. */
export function traceHeaders(event: Traced): { traceparent?: string } {
  const ids = isTracing() ? spanIdsOf(event, 'relay') : undefined;
  return ids ? { traceparent: traceparentOf(ids) } : {};
}

/** Takes in the headers with which the event has come. */
export function arrived<E extends Traced>(event: E, traceparent: unknown): E {
  const ids = isTracing() && traceparent ? spanIdsIn(traceparent) : undefined;
  if (ids) spanIds.relay.set(event, ids);
  return event;
}
