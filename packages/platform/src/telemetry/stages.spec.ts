import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { arrived, beginStage, traceHeaders, traceStage } from './stages.js';
import { correlationIdOf, type SpanIds, type Traced } from './trace-ids.js';
import { traceTo, type SpanOptions } from './tracing.js';

interface Recorded extends SpanOptions {
  readonly name: string;
  readonly ids: SpanIds;
  fault?: unknown;
  ended?: true;
}

let spans: Recorded[];
beforeEach(() => {
  spans = [];
  traceTo({
    begin(name, options) {
      const spanId = options.spanId ?? String(spans.length + 1).padStart(16, '0');
      const traceId = options.parent?.traceId ?? 'f'.repeat(32);
      const span: Recorded = { ...options, name, ids: { traceId, spanId } };
      spans.push(span);
      return {
        ids: span.ids,
        end: (fault) => void Object.assign(span, { fault, ended: true }),
      };
    },
    close: () => Promise.resolve(),
  });
});
afterEach(() => traceTo(undefined));

const traceId = '0af7651916cd43dd8448eb211c80319c';
const newEvent = (more: Partial<Traced> = {}): Traced => ({
  id: crypto.randomUUID(),
  correlationId: correlationIdOf(traceId),
  commandId: crypto.randomUUID(),
  stream: 'employee-1',
  at: new Date().toISOString(),
  ...more,
});
const named = (name: string) => spans.filter((span) => span.name === name);
const appendOf = ({ id }: Traced) => ({ traceId, spanId: id.replaceAll('-', '').slice(0, 16) });

it('an append is a part of its command, in the place that others know from the event alone', () => {
  const event = newEvent();
  const command = { traceId, spanId: '00f067aa0ba902b7' };
  beginStage('append', [event], { parentOf: () => command })();
  expect(spans).toMatchObject([{ name: 'append', parent: command, ids: appendOf(event) }]);
});

it('an append whose command is not traced gets no span', () => {
  beginStage('append', [newEvent()], { parentOf: () => undefined })();
  expect(spans).toEqual([]);
});

it('an event from the database goes on with its trace after the append', () => {
  const event = newEvent();
  beginStage('project', [event])();
  expect(named('project')).toMatchObject([{ parent: appendOf(event), ended: true }]);
});

it('an event that was sent goes on where its headers say, in each stage after the one before', async () => {
  const sent = newEvent();
  await traceStage('relay', [sent], () => Promise.resolve());
  const [relay] = named('relay');
  const received = arrived({ ...sent }, traceHeaders(sent).traceparent);
  await traceStage('project', [received], async () => beginStage('emit', [received])());
  beginStage('index', [received])();
  const [project] = named('project');
  expect(relay?.parent).toEqual(appendOf(sent));
  expect(project?.parent).toEqual(relay?.ids);
  expect(named('index')[0]?.parent).toEqual(relay?.ids);
  expect(named('emit')[0]?.parent).toEqual(project?.ids);
});

it('a batch of several has a span of its own, linked both ways', () => {
  const events = [newEvent(), newEvent()];
  beginStage('relay', events)();
  const [batch] = named('relay batch');
  expect(batch).toMatchObject({ attributes: { 'feusa.events': 2 }, ended: true });
  expect(batch?.parent).toBeUndefined();
  expect(batch?.links).toEqual(events.map(appendOf));
  expect(named('relay').map(({ links }) => links)).toEqual([[batch?.ids], [batch?.ids]]);
});

it('work that fails ends its spans with the fault', async () => {
  const fault = new Error('away');
  const failing = traceStage('index', [newEvent()], () => Promise.reject(fault));
  await expect(failing).rejects.toBe(fault);
  expect(named('index')).toMatchObject([{ fault, ended: true }]);
});

it('an event that is read again later, or was no part of a trace, gets no span', () => {
  const old = newEvent({ at: new Date(Date.now() - 3_600_000).toISOString() });
  beginStage('project', [old])();
  beginStage('project', [newEvent({ correlationId: 'first-run' })])();
  expect(spans).toEqual([]);
});

it('headers that make no sense are left alone', () => {
  const event = newEvent();
  for (const header of ['', '00-zz-11-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined]) {
    beginStage('project', [arrived(event, header)])();
  }
  expect(named('project').map(({ parent }) => parent)).toEqual(Array(4).fill(appendOf(event)));
});

it('where nobody traces, nothing is sent along', async () => {
  traceTo(undefined);
  expect(traceHeaders(newEvent())).toEqual({});
  expect(await traceStage('relay', [newEvent()], () => Promise.resolve('done'))).toBe('done');
});
