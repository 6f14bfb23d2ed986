import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runImport } from '@feusa/tools/import/import';
import { SIGN_IN, employee, type Answer, type Body, type Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const undo = (body: unknown, as?: Person, headers: Record<string, string> = {}): Promise<Answer> =>
  product.ask('POST', '/api/undo', { as: as ?? product.people.admin, body, headers });
const preview = (query: string, as: Person = product.people.admin) =>
  product.get(`/api/undo?${query}`, as);
const code = ({ status, body }: Answer) => `${status} ${String(body['code'])}`;
const names = async (address: string, list: string) => {
  const { body } = await product.get(address);
  return (body[list] as Body[]).map(({ name, role }) => name ?? role);
};
const shown = async ({ body }: Answer) => product.settled(String(body['position']));
const rename = async (id: string, name: string) =>
  String((await product.done('rename-folder', { id, name }))['position']);

describe('undoing', () => {
  it('shows what it will do, does it, and is undone itself', async () => {
    const { id } = await product.done('add-folder', { name: 'Safety', parentId: null });
    const position = await rename(id, 'Danger');
    const seen = await preview(`position=${position}`);
    expect(seen.body).toMatchObject({
      total: 1,
      counts: { ready: 1, conflict: 0, blocked: 0, done: 0 },
      steps: [
        {
          ...{ position, type: 'FolderRenamed', state: 'ready', name: 'Danger' },
          command: 'rename-folder',
          changes: [{ field: 'name', from: 'Danger', to: 'Safety' }],
        },
      ],
      next: null,
    });
    const answer = await undo({ position, plan: seen.body['plan'] });
    expect(answer).toMatchObject({ status: 200, body: { done: 1, total: 1, skipped: [] } });
    await shown(answer);
    expect(await names('/api/folders', 'folders')).toEqual(['Safety']);
    await shown(await undo({ correlationId: answer.body['id'] }));
    expect(await names('/api/folders', 'folders')).toEqual(['Danger']);
  });

  it('appends one event that names what it takes back, and the chain stays whole', async () => {
    const { id } = await product.done('add-folder', { name: 'One', parentId: null });
    const position = await rename(id, 'Two');
    expect(await product.appends(() => undo({ position }))).toEqual(['FolderRenamed']);
    const [undone] = await product.store.read(Number(position) - 1, 1);
    const { position: head } = await product.store.head();
    const [compensating] = await product.store.read(head - 1, 1);
    expect(compensating?.undoes).toBe(undone?.id);
    await product.settled(String(head));
    const verified = await product.get('/api/audit/verify', product.people.auditor);
    expect(verified.body).toMatchObject({ ok: true, size: String(head) });
  });

  it('names what stands in the way, and goes on as it is told', async () => {
    const { id } = await product.done('add-employee', employee);
    const first = { ...employee, role: 'Foreman', location: 'Poznań', id, version: 1 };
    const { position } = await product.done('update-employee', first);
    await product.done('update-employee', { ...first, role: 'Driver', version: 2 });
    expect((await preview(`position=${String(position)}`)).body).toMatchObject({
      steps: [{ state: 'conflict', conflicts: [{ field: 'role', was: 'Foreman', is: 'Driver' }] }],
    });
    expect(
      await product.appends(async () =>
        expect(code(await undo({ position }))).toBe('409 undo/in-the-way'),
      ),
    ).toEqual([]);
    const answer = await undo({ position, onConflict: 'skip' });
    expect(answer.body).toMatchObject({ done: 1, skippedCount: 1 });
    await shown(answer);
    const { body } = await product.get(`/api/employees/${id}`);
    expect(body).toMatchObject({ role: 'Driver', location: employee.location });
  });

  it('is for whoever may do what compensates, of their own, and for administrators', async () => {
    const { admin, auditor, basic } = product.people;
    const mine = await product.done('log-error', { details: 'Mine' }, basic);
    const position = String(mine['position']);
    const theirs = [
      await undo({ position }, auditor),
      await preview(`position=${position}`, auditor),
    ];
    const nobodys = await preview('position=999999999', auditor);
    for (const answer of theirs) {
      expect(code(answer)).toBe('404 undo/not-found');
      expect({ ...answer.body, requestId: '' }).toEqual({ ...nobodys.body, requestId: '' });
    }
    expect(code(await undo({ position }, { id: '' }))).toBe('401 not-signed-in');
    expect((await undo({ position }, basic)).status).toBe(200);
    const added = await product.done('add-folder', { name: 'Theirs', parentId: null }, admin);
    expect(code(await undo({ position: String(added['position']) }, basic))).toBe(
      '404 undo/not-found',
    );
  });

  it('is done once for a key, and answered again', async () => {
    const { id } = await product.done('add-folder', { name: 'Key', parentId: null });
    const position = await rename(id, 'Keys');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const types = await product.appends(async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => undo({ position }, undefined, headers)),
      );
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
      expect(answers[0]?.body).toMatchObject({ done: 1 });
    });
    expect(types).toEqual(['FolderRenamed']);
    expect(code(await undo({ position: '1' }, undefined, headers))).toBe('409 request/key-reused');
    const malformed = { 'idempotency-key': 'nonsense' };
    expect((await undo({ position }, undefined, malformed)).status).toBe(400);
  });

  it.each([
    [{}, '400 invalid'],
    [{ position: '1', commandId: 'x' }, '400 invalid'],
    [{ position: 'nonsense' }, '400 invalid'],
    [{ position: '1', plan: 'x' }, '400 invalid'],
    [{ position: '1', onConflict: 'hope' }, '400 invalid'],
    [{ position: '1', more: 1 }, '400 invalid'],
    [{ position: '999999999' }, '404 undo/not-found'],
    [{ position: '0' }, '404 undo/not-found'],
    [{ commandId: 'unknown' }, '404 undo/not-found'],
    [{ correlationId: '\0' }, '400 invalid'],
  ])('%j is answered with %s, and nothing happens', async (body, expected) => {
    const types = await product.appends(async () => expect(code(await undo(body))).toBe(expected));
    expect(types).toEqual([]);
  });
});

describe('an import', () => {
  /** A file takes ten times as long as a person, with services apart. */
  const FILES = 30;
  const PEOPLE = 240;
  let home: string;
  let output = '';
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'feusa-undo-'));
    const files = Array.from({ length: FILES }, (_, n) =>
      path.join('Manuals', `${n % 6}`, `${n}.txt`),
    );
    for (const file of files) {
      await mkdir(path.join(home, 'in', path.dirname(file)), { recursive: true });
      await writeFile(path.join(home, 'in', file), `file ${file}`);
    }
    const fields = Object.entries(employee).filter(([name]) => name !== 'email');
    const rows = Array.from({ length: PEOPLE }, (_, n) =>
      [...fields.map(([, value]) => value), `person${n}@feusa.example`]
        .map((value) => `"${value}"`)
        .join(),
    );
    const head = [...fields.map(([name]) => name), 'email'];
    await writeFile(path.join(home, 'people.csv'), [head.join(), ...rows].join('\n'));
    const { email, password, teamPassword } = SIGN_IN;
    const config = readConfig({
      ...{ FEUSA_PUBLIC_URL: product.address, FEUSA_ADMIN_EMAIL: email },
      ...{ FEUSA_ADMIN_PASSWORD: password, FEUSA_TEAM_PASSWORD: teamPassword },
    });
    const only = { into: undefined, dryRun: false, yes: true, help: false };
    const what = { directory: path.join(home, 'in'), employees: path.join(home, 'people.csv') };
    const screen = { write: (text: string) => (output += text) };
    const world = { config, screen, signal: new AbortController().signal, ask: undefined };
    expect(await runImport({ ...what, ...only }, world)).toBe(true);
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const all = FILES + PEOPLE + 7;
  const flow = () => /belongs to (\S+)\.\n/.exec(output)?.[1] ?? '';
  const people = async () =>
    ((await product.get('/api/employees')).body['employees'] as Body[]).length;

  it('is shown in pages as one, and its folder as what others have used since', async () => {
    const first = await preview(`correlationId=${flow()}&limit=100`);
    expect(first.body).toMatchObject({ total: all, counts: { ready: all, conflict: 0 } });
    const next = String(first.body['next']);
    const second = await preview(`correlationId=${flow()}&limit=100&before=${next}`);
    const steps = [first, second].flatMap(({ body }) => body['steps'] as Body[]);
    expect(new Set(steps.map(({ position }) => position)).size).toBe(200);
    const { folders } = (await product.get('/api/folders')).body as Record<string, Body[]>;
    const manuals = folders?.find(({ name }) => name === 'Manuals');
    const link = { folderId: manuals?.['id'], name: 'Mine', link: 'https://feusa.example/' };
    const { id } = await product.done('add-link', link);
    const used = await preview(
      `correlationId=${flow()}&limit=1&before=${String(manuals?.['timestamp'])}`,
    );
    expect(used.body['counts']).toMatchObject({ ready: all - 1, conflict: 1 });
    expect(code(await undo({ correlationId: flow() }))).toBe('409 undo/in-the-way');
    await product.done('remove-link', { id });
  });

  it('is not undone under a key that was stopped, and then is under another', async () => {
    const key = crypto.randomUUID();
    const stop = () =>
      product.ask('POST', '/api/undo/stop', { as: product.people.admin, body: { key } });
    expect([(await stop()).status, (await stop()).status]).toEqual([204, 204]);
    const headers = { 'idempotency-key': key };
    const types = await product.appends(async () => {
      const { body: result } = await undo({ correlationId: flow() }, undefined, headers);
      const expected = { code: 'asked', text: expect.stringContaining('stopped') };
      expect(result).toMatchObject({ done: 0, left: all, total: all, stopped: expected });
    });
    expect(types).toEqual([]);
    const { body } = await preview(`correlationId=${flow()}&limit=1`);
    expect(body['counts']).toMatchObject({ ready: all, done: 0 });
  });

  it('is undone as one, is told in lines how far it is, and done again', async () => {
    const before = await people();
    const accept = { accept: 'application/x-ndjson' };
    const answer = await undo({ correlationId: flow() }, undefined, accept);
    const lines = String(answer.body['text']).trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as Body);
    const result = parsed.at(-1)?.['result'] as Body;
    expect(result).toMatchObject({ done: all, total: all, skippedCount: 0 });
    const progress = parsed.slice(0, -1).map(({ done }) => Number(done));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(3);
    await product.settled(String(result['position']));
    expect(await people()).toBe(before - PEOPLE);
    expect(await names('/api/folders', 'folders')).not.toContain('Manuals');
    expect(code(await undo({ correlationId: flow() }))).toBe('409 undo/nothing-left');
    const again = await undo({ correlationId: result['id'] });
    expect(again.body).toMatchObject({ done: all, skippedCount: 0 });
    await shown(again);
    expect(await people()).toBe(before);
    expect(await names('/api/folders', 'folders')).toContain('Manuals');
  });
});
