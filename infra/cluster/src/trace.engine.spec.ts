import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase } from '@feusa/testing/database';
import { describeWithEngine } from '@feusa/testing/engines';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { openProduct, type Product } from './cluster.js';
import {
  canary,
  everywhere,
  newEmployee,
  newPicture,
  resetToken,
  runTool,
} from './test-canaries.js';
import { TestCollector } from './test-collector.js';

const TEAM = 'green tractor canary';
const PASSWORD = 'brisk walnut canary';
const EMAIL = 'ada@feusa.example';
const person = {
  firstName: 'Anna',
  lastName: 'Nowak',
  phoneNumber: '+1 (402) 555-0100',
  email: 'anna@feusa.example',
  role: 'Combine Technician',
  location: 'Kraków',
  department: 'Service',
  manager: 'Maria Lopez',
};

interface Answer {
  readonly id: string;
  readonly position: string;
}

/** Needs kafka, opensearch, redis and s3, and the built services. */
describeWithEngine('kafka', 'a trace from the click to the screen', () => {
  let dir: string;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let collector: TestCollector;
  let product: Product;
  let cookie: string;
  let socket: Socket;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'feusa-trace-'));
    [database, collector] = await Promise.all([freshDatabase(), TestCollector.open()]);
    const settings = {
      FEUSA_NAMESPACE: `trace-${path
        .basename(dir)
        .slice(-6)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, 'x')}`,
      FEUSA_TEAM_PASSWORD: TEAM,
      FEUSA_ADMIN_EMAIL: EMAIL,
      FEUSA_ADMIN_PASSWORD: PASSWORD,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      FEUSA_LOG_LEVEL: 'debug',
    };
    const engines = { ...enginesOfTests(), DATABASE_URL: database.url };
    product = await openProduct({ dir, queries: 2, workers: 1, env: settings }, engines);
    cookie = await signIn();
    socket = await watch('employees');
  });
  afterAll(async () => {
    socket?.disconnect();
    await product?.stop();
    await Promise.all([collector?.close(), database?.drop()]);
    await rm(dir, { recursive: true, force: true });
  });

  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(product.address + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  async function signIn(): Promise<string> {
    const body = { email: EMAIL, password: PASSWORD, teamPassword: TEAM };
    const answer = await post('/api/session', body);
    expect(answer.status).toBe(201);
    const own = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    await post('/api/step-up', { password: PASSWORD }, { cookie: own });
    return own;
  }

  async function watch(topic: string): Promise<Socket> {
    const opened = io(product.address, {
      transports: ['websocket'],
      extraHeaders: { cookie },
    });
    await opened.timeout(10_000).emitWithAck('watch', { topics: [topic] });
    return opened;
  }

  /** As the screens send a command; answers with its trace and the span in the browser. */
  async function click(name: string, body: object) {
    const traceId = crypto.randomUUID().replaceAll('-', '');
    const spanId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
    const key = crypto.randomUUID();
    const traceparent = `00-${traceId}-${spanId}-01`;
    const headers = { cookie, traceparent, 'idempotency-key': key };
    const answer = await post(`/api/commands/${name}`, body, headers);
    expect(answer.status).toBe(200);
    return { traceId, spanId, key, answer: (await answer.json()) as Answer };
  }

  const add = (number: number) =>
    click('add-employee', { ...person, email: `anna${number}@feusa.example` });

  const spansOf = (name: string, traceId: string) => collector.named(name, traceId);
  const untilSpans = (name: string, traceId: string, count: number) =>
    poll(() => spansOf(name, traceId).length, { timeout: 30_000 }).toBe(count);
  const logLines = async () => {
    const files = await readdir(path.join(dir, 'logs'));
    const texts = files.map((file) => readFile(path.join(dir, 'logs', file), 'utf8'));
    return (await Promise.all(texts)).join('').split('\n');
  };

  it('holds every step, each a part of the one before', async () => {
    const changed = new Promise<{ id: string }>((resolve) => socket.once('change', resolve));
    const { traceId, spanId, answer } = await add(1);
    expect((await changed).id).toBe(answer.id);
    await untilSpans('project', traceId, 2);
    await untilSpans('emit', traceId, 1);
    await untilSpans('index', traceId, 1);
    // Every service tells its spans at its own time.
    for (const name of ['POST /api/commands/:name', 'command add-employee', 'append', 'relay'])
      await untilSpans(name, traceId, 1);
    const one = (name: string) => {
      const [span, ...others] = spansOf(name, traceId);
      expect({ name, others }).toEqual({ name, others: [] });
      return span!;
    };
    const [http, command] = [one('POST /api/commands/:name'), one('command add-employee')];
    const [append, relay] = [one('append'), one('relay')];
    expect(http.parentSpanId).toBe(spanId);
    expect(command.parentSpanId).toBe(http.spanId);
    expect(append.parentSpanId).toBe(command.spanId);
    expect(relay.parentSpanId).toBe(append.spanId);
    expect(one('index').parentSpanId).toBe(relay.spanId);
    const projections = spansOf('project', traceId);
    expect(projections.map(({ instance }) => instance).sort()).toEqual(['query-1', 'query-2']);
    // A replica may have read the event from the database before it came through the topic.
    for (const each of projections) {
      expect([relay.spanId, append.spanId]).toContain(each.parentSpanId);
    }
    const emit = one('emit');
    const projection = projections.find((each) => each.spanId === emit.parentSpanId);
    expect(projection?.instance).toBe(emit.instance);
    expect(emit.attributes).toMatchObject({ 'feusa.topic': 'employees' });
  });

  it('has its id in the event and in the lines of the log', async () => {
    const { traceId, key, answer } = await add(2);
    const before = Number(answer.position) - 1;
    const url = `${product.address}/api/audit/events?after=${before}`;
    const audit = await fetch(url, { headers: { cookie } });
    expect(audit.status).toBe(200);
    const { events } = (await audit.json()) as { events: object[] };
    const correlationId = traceId.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(events[0]).toMatchObject({ correlationId, commandId: key });
    await poll(async () => {
      const line = (await logLines()).find((each) => each.includes(key));
      return line && (JSON.parse(line) as unknown);
    }).toMatchObject({
      msg: 'request',
      method: 'POST',
      status: 200,
      service: 'command',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string,
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string,
      commandId: key,
      correlationId,
      traceId,
    });
  });

  it('leads from each command to the batch that it was a part of', async () => {
    const clicks = await Promise.all(Array.from({ length: 30 }, (_, index) => add(100 + index)));
    for (const name of ['append', 'relay', 'index']) {
      for (const { traceId } of clicks) await untilSpans(name, traceId, 1);
      const parts = clicks.flatMap(({ traceId }) => spansOf(name, traceId));
      const linkedTo = parts.flatMap(({ links = [] }) => links.map(({ spanId }) => spanId));
      const batchSpans = () => collector.spans.filter((span) => span.name === `${name} batch`);
      const missing = () => {
        const known = new Set(batchSpans().map(({ spanId }) => spanId));
        return linkedTo.filter((spanId) => !known.has(spanId));
      };
      await poll(missing, { timeout: 30_000 }).toEqual([]);
      const batches = batchSpans();
      expect({ name, batches }).not.toEqual({ name, batches: [] });
      for (const { traceId, spanId, links = [] } of batches) {
        const mine = parts.filter((part) => part.links?.some((link) => link.spanId === spanId));
        if (mine.length === 0) continue;
        expect(mine.every((part) => part.links?.[0]?.traceId === traceId)).toBe(true);
        const linked = links.map((link) => link.spanId);
        for (const part of mine) expect(linked).toContain(part.parentSpanId);
      }
    }
  });

  it('goes on in a worker that was not there when the command came', async () => {
    const [worker] = product.workers;
    await worker!.stop();
    const { traceId } = await add(3);
    await untilSpans('relay', traceId, 1);
    expect(spansOf('index', traceId)).toEqual([]);
    await worker!.start();
    await poll(() => spansOf('index', traceId).length, { timeout: 30_000 }).toBe(1);
    const [relay] = spansOf('relay', traceId);
    expect(spansOf('index', traceId)[0]?.parentSpanId).toBe(relay?.spanId);
  });

  it('keeps every secret out of logs and spans', async () => {
    await post('/api/session', { email: EMAIL, password: PASSWORD, teamPassword: TEAM });
    await post('/api/session', { email: EMAIL, password: 'wrong canary', teamPassword: TEAM });
    await post(`/api/session?token=query-canary`, { password: PASSWORD, broken: true });
    const reset = `${product.address}/api/password-resets/token-canary`;
    const body = JSON.stringify({ password: 'another canary' });
    const headers = { 'content-type': 'application/json', cookie };
    await fetch(reset, { method: 'PUT', headers, body });
    const lastLine = async () =>
      (await logLines()).some((line) => line.includes('password-resets'));
    await poll(lastLine).toBe(true);
    const written = `${(await logLines()).join('\n')}\n${JSON.stringify(collector.spans)}`;
    const token = cookie.slice(cookie.indexOf('=') + 1);
    expect(token.length).toBeGreaterThan(20);
    expect(written).not.toContain(token);
    expect(written).not.toMatch(/canary/);
  });

  it('leaves no secret and nothing of the erased in any engine, file, log or export', async () => {
    const get = (url: string) => fetch(product.address + url, { headers: { cookie } });
    const headers = { authorization: `Bearer ${canary()}`, 'x-api-key': canary() };
    const email = `${canary()}@canary.example`;
    const [password, wrong, guess, next, forged] = [
      ...[canary(), canary(), canary(), canary(), canary()],
    ] as const;
    const { answer: user } = await click('register-user', { email, password, teamPassword: TEAM });
    await post('/api/session', { email, password: wrong, teamPassword: TEAM }, headers);
    await post('/api/session', { email, password, teamPassword: guess }, headers);
    const session = await post('/api/session', { email, password, teamPassword: TEAM }, headers);
    const token = /feusa_session=([^;]+)/.exec(session.headers.get('set-cookie') ?? '')![1]!;
    await fetch(`${product.address}/api/tree?token=${forged}`, {
      headers: { cookie: `feusa_session=${forged}` },
    });
    await post('/api/password-resets', { email });
    await poll(() => resetToken(product, email)).toBeDefined();
    const reset = await resetToken(product, email);
    const once = await fetch(`${product.address}/api/password-resets/${reset}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: next }),
    });
    expect(once.status).toBe(204);

    const { fields, values } = newEmployee();
    const picture = newPicture();
    const upload = await fetch(`${product.address}/api/uploads`, {
      method: 'POST',
      headers: {
        ...{ cookie, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' },
        'upload-metadata': `filename ${Buffer.from(`${fields.lastName}.png`).toString('base64')}`,
        'upload-length': String(picture.length),
      },
      body: new Uint8Array(picture),
    });
    const uploadId = upload.headers.get('location')!.slice('/api/uploads/'.length);
    const { answer: person } = await click('add-employee', { ...fields, uploadId });
    /** What is asked for as of a position is refused for a while where a service is behind. */
    const shown = (url: string) => poll(async () => (await get(url)).status).toBe(200);
    await shown(`/files/${person.id}/thumbnail?size=96&after=${person.position}`);
    await shown(`/api/search?q=${fields.lastName}&after=${person.position}`);
    await runTool(product, 'reindex');
    const change = { ...fields, id: person.id, version: 1, role: canary() };
    const { answer: changed } = await click('update-employee', change);
    await shown(`/api/search?q=${fields.lastName}&after=${changed.position}`);
    const photo = createHash('sha256').update(picture).digest('hex');
    const personal = [...values, change.role, email, photo];
    const secrets = [
      ...[TEAM, PASSWORD, password, wrong, guess, next, forged, reset!, token],
      ...[cookie.slice(cookie.indexOf('=') + 1), headers['x-api-key']],
      headers.authorization.slice('Bearer '.length),
    ];
    const places = (some: readonly string[]) => everywhere(product, dir, some);
    const before = (await places(personal)).join('\n');
    const namespace = product.env['FEUSA_NAMESPACE']!;
    expect(before).toContain('table read.employees');
    // The index of people, and the one that it is rebuilt into.
    expect(
      before.split('\n').filter((each) => each.startsWith(`index ${namespace}-v`)),
    ).toHaveLength(2);
    expect(before).toMatch(/^object blobs/m);
    expect(before).toMatch(/^file .*thumbnails/m);
    expect(before).not.toMatch(/^topic|^table log.events/m);

    const name = `${fields.firstName} ${fields.lastName}`;
    await click('erase-person', { id: person.id, name });
    const { answer: last } = await click('erase-person', {
      id: user.id,
      kind: 'user',
      name: email,
    });
    await shown(`/api/employees?after=${last.position}`);
    await poll(() => places(personal), { timeout: 40_000, interval: 500 }).toEqual([]);
    expect(await places(secrets)).toEqual([]);
    const written = `${await (await get('/api/audit/export')).text()}${JSON.stringify(collector.spans)}`;
    expect([...secrets, ...personal].filter((value) => written.includes(value))).toEqual([]);
    const ledger = await places([`employee-${person.id}`]);
    expect(ledger).toContain(`object erasures/employee-${person.id}`);
    const certificate = `/api/audit/erasures/employee-${person.id}`;
    expect(await (await get(certificate)).json()).toMatchObject({ complete: true });
    expect(await (await get('/api/audit/verify')).json()).toMatchObject({ ok: true });
    expect(await (await get('/api/audit/fingerprint?files=1')).json()).toMatchObject({ ok: true });
  });
});

const enginesOfTests = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => {
      const found = /^FEUSA_TEST_((KAFKA|OPENSEARCH|REDIS|S3)_.*)$/.exec(name);
      return found && value ? [[found[1]!, value]] : [];
    }),
  );
