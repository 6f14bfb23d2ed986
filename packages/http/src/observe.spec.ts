import { refuse } from '@feusa/contracts/refusals';
import { createLog } from '@feusa/platform/telemetry/log';
import { httpDuration } from '@feusa/platform/telemetry/metrics';
import { traceTo, type SpanOptions } from '@feusa/platform/telemetry/tracing';
import { Controller, Get, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { createHttpApp } from './server.js';

type Line = Record<string, unknown>;
const lines: Line[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
const log = createLog({ level: 'info', destination });

@Controller('things')
class Things {
  @Get()
  list() {
    return [];
  }

  @Post(':id')
  change() {
    return {};
  }

  @Post('broken/:id')
  fail() {
    throw new Error('a bug');
  }

  @Get('late')
  late() {
    refuse('still-updating');
  }

  @Get('away')
  away() {
    refuse('search/unavailable');
  }

  @Get('broken')
  broken() {
    throw new Error('a bug');
  }
}

let app: NestFastifyApplication;
let address: string;
beforeAll(async () => {
  const module = { module: class {}, controllers: [Things] };
  app = await createHttpApp(module, { origin: { reachedAddress: true }, log });
  await app.listen(0, '127.0.0.1');
  address = await app.getUrl();
});
afterAll(() => app.close());
beforeEach(() => void lines.splice(0));

const post = (headers: Record<string, string> = {}) =>
  fetch(`${address}/things/7?token=secret`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"a":1}',
  });
/** The line of the request itself is written when the whole answer has gone. */
const lineOf = (msg: string) => poll(() => lines.find((line) => line['msg'] === msg)).toBeDefined();

it('keeps to itself what somebody typed into an address', async () => {
  await fetch(`${address}/things/broken?page=2&q=Maria%20L/opez&text=Maria&person=Maria&limit=1`);
  expect(JSON.stringify(lines)).not.toMatch(/Maria|opez/);
  const url = '/things/broken?page=2&q=…&text=…&person=…&limit=1';
  expect(lines.at(-1)).toMatchObject({ msg: 'request', url });
});

it('the line of a request says which one it is, and what became of it', async () => {
  await post();
  await post();
  await poll(() => lines.length).toBe(2);
  const [first, second] = lines;
  expect(first).toMatchObject({ msg: 'request', method: 'POST', status: 201, level: 30 });
  expect(first).toMatchObject({ route: '/things/:id', url: '/things/7?token=…' });
  expect(first!['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  expect(first!['requestId']).not.toBe(second!['requestId']);
});

it('a question for what is yet to come is no fault of the service, one that it cannot answer is', async () => {
  for (const [route, level] of [
    ['late', 30],
    ['away', 50],
  ] as const) {
    lines.splice(0);
    const { status } = await fetch(`${address}/things/${route}`);
    expect(status).toBe(503);
    await lineOf('request');
    expect(lines).toMatchObject([{ msg: 'request', status: 503, level }]);
  }
  expect(lines[0]).not.toHaveProperty('err');
});

it('a question that is answered gets no line, one that fails has its request id in the log', async () => {
  await fetch(`${address}/things`);
  const answer = await fetch(`${address}/things/broken`);
  const { requestId } = (await answer.json()) as { requestId: string };
  await lineOf('request');
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
    { requestId, status: 500, level: 50, route: '/things/broken' },
  ]);
  expect(lines.find(({ msg }) => msg === 'fault')).toMatchObject({ requestId, level: 50 });
});

it('the line of what failed says as much of the request as its own does', async () => {
  const traceparent = `00-${'c'.repeat(32)}-${'b'.repeat(16)}-01`;
  await fetch(`${address}/things/broken/7`, { method: 'POST', headers: { traceparent } });
  await lineOf('request');
  const { requestId, correlationId } = lines.find(({ msg }) => msg === 'request')!;
  expect(correlationId).toBe('cccccccc-cccc-cccc-cccc-cccccccccccc');
  expect(lines.find(({ msg }) => msg === 'fault')).toMatchObject({ requestId, correlationId });
});

it('every request is measured by its route', async () => {
  httpDuration.reset();
  await post();
  await fetch(`${address}/things/broken`);
  await fetch(`${address}/nowhere`);
  await poll(async () => (await counts()).length).toBe(3);
  expect(await counts()).toEqual([
    { method: 'POST', route: '/things/:id', status: '2xx' },
    { method: 'GET', route: '/things/broken', status: '5xx' },
    { method: 'GET', route: 'unknown', status: '4xx' },
  ]);
});

const counts = async () => {
  const { values } = await httpDuration.get();
  const all = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  return all
    .map(({ labels }) => labels)
    .sort((a, b) => (String(a.route) < String(b.route) ? -1 : 1));
};

const spans: (SpanOptions & { name: string; ended?: unknown })[] = [];
const recording = () =>
  traceTo({
    begin(name, options) {
      const span: (typeof spans)[number] = { name, ...options };
      spans.push(span);
      const place = {
        traceId: options.parent?.traceId ?? options.traceId!,
        spanId: '1'.repeat(16),
      };
      return { ids: place, end: (_fault, attributes) => void (span.ended = attributes) };
    },
    close: () => Promise.resolve(),
  });
afterEach(() => traceTo(undefined));

it('a write goes on with the trace that it came with, and its line says so', async () => {
  recording();
  const traceId = 'a'.repeat(32);
  await post({ traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
  await lineOf('request');
  expect(lines.map((line) => line['traceId'])).toEqual([traceId]);
  expect(spans).toMatchObject([
    {
      name: 'POST /things/:id',
      parent: { traceId, spanId: 'b'.repeat(16) },
      ended: { 'http.response.status_code': 201 },
    },
  ]);
});

it('a write without a trace begins one, with the id of the request', async () => {
  recording();
  spans.splice(0);
  await post();
  await fetch(`${address}/things`);
  await lineOf('request');
  const [{ traceId } = {}] = spans;
  expect(spans).toHaveLength(1);
  expect(String(lines[0]!['requestId']).replaceAll('-', '')).toBe(traceId);
});
