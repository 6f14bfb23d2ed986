import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCheckpoint } from '@feusa/transparency/checkpoint';
import { leafHash, verifyInclusion } from '@feusa/transparency/merkle';
import { verifyEvents } from '@feusa/query/audit/bundle/verify.mjs';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemText } from './test-problem.js';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';
import { verifyExport } from '@feusa/tools/verify-log/verify-export';

let product: Product;
let safety: string;
let manuals: string;
let maria: string;
beforeAll(async () => {
  product = await Product.open();
  const add = async (name: string) => {
    const { id } = await product.done('add-folder', { name, parentId: null });
    return id as string;
  };
  [manuals, safety] = [await add('Manuals'), await add('Safety')];
  await product.done('move-folder', { id: safety, parentId: manuals });
  const person = { ...employee, firstName: 'María', lastName: 'Lopez' };
  maria = (await product.done('add-employee', person))['id'] as string;
  await product.done('remove-folder', { id: safety });
});
afterAll(() => product.close());

interface List {
  readonly events: readonly Body[];
  readonly next: string | null;
  readonly names?: Readonly<Record<string, string>>;
  readonly people?: Readonly<Record<string, Body>>;
}
const list = async (query: string) => {
  const { status, body } = await product.read(`/api/audit/events?${query}`, product.people.auditor);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as unknown as List;
};
const types = async (query: string) => (await list(query)).events.map(({ type }) => type);
const bytes = (encoded: string) => Buffer.from(encoded, 'base64');

describe('the list of events', () => {
  it('finds by words, also in events that name nothing', async () => {
    expect(await types('text=safe')).toEqual(['FolderAdded', 'FolderMoved', 'FolderRemoved']);
    expect(await types('text=safe&order=newest&limit=1')).toEqual(['FolderRemoved']);
    expect(await types('text=MARIA%20lop')).toEqual(['EmployeeAdded']);
  });

  it('finds what a person did and what befell them, by id and by name', async () => {
    const { auditor, admin } = product.people;
    expect(await types(`person=${maria}`)).toEqual(['EmployeeAdded']);
    expect(await types('person=lopez')).toEqual(['EmployeeAdded']);
    expect(await types(`person=${auditor.id}`)).toEqual(['UserRegistered', 'UserRoleSet']);
    expect(await types('person=auditor@feusa')).toEqual(['UserRegistered', 'UserRoleSet']);
    const ofBoth = await types(`person=${auditor.id},${admin.id}`);
    expect(ofBoth).toHaveLength((await types('')).length);
    expect(await types('person=nobody-here')).toEqual([]);
  });

  it('goes through everything from either end, and says where it goes on', async () => {
    const all = (await list('')).events.map(({ position }) => position);
    const folders = (await list('type=FolderAdded')).events.map(({ position }) => position);
    const cases = [
      ['', all],
      ['&type=FolderAdded', folders],
      ['&from=2000-01-01T00:00:00Z', all],
    ] as const;
    for (const [asked, wanted] of cases) {
      const found: unknown[] = [];
      for (let before: string | null = ''; before !== null;) {
        const at = before && `&before=${before}`;
        const page: List = await list(`order=newest&limit=1${at}${asked}`);
        found.push(...page.events.map(({ position }) => position));
        before = page.next;
      }
      expect(found).toEqual(wanted.toReversed());
    }
    expect((await list('after=2&before=5')).events.map(({ position }) => position)).toEqual([
      '3',
      '4',
    ]);
  });

  it('has an event as soon as its command is answered', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await product.done('add-folder', { name: `Round ${n}`, parentId: null });
      expect(await types(`stream=folder-${String(id)}`)).toEqual(['FolderAdded']);
    }
  });

  it('names things on request, removed ones too', async () => {
    const { names } = await list(`stream=folder-${safety}&names=true`);
    expect(names).toMatchObject({
      [`folder-${safety}`]: 'Safety',
      [`folder-${manuals}`]: 'Manuals',
      [`user-${product.people.admin.id}`]: 'ada@feusa.example',
    });
    expect(await list('limit=1')).not.toHaveProperty('names');
  });

  it('says what a renamed folder was called before', async () => {
    const { id } = await product.done('add-folder', { name: 'First', parentId: null });
    for (const name of ['Second', 'Third']) await product.done('rename-folder', { id, name });
    const { events, names } = await list(`stream=folder-${String(id)}&names=true`);
    const earlier = events.map(({ position }) => names?.[position as string]);
    expect(earlier).toEqual([undefined, 'First', 'Second']);
  });

  it.each([
    ['order=backwards', '400 order: Either oldest or newest'],
    ['names=no', '400 names: Either true or left out'],
    ['before=x', '400 before: Not a position'],
    ['text=', '400'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', '400 from: The start lies behind'],
  ])('?%s is %s', async (query, answer) => {
    const { auditor } = product.people;
    expect(problemText(await product.get(`/api/audit/events?${query}`, auditor))).toContain(answer);
  });
});

describe('one event', () => {
  const read = async (position: unknown) =>
    (await product.get(`/api/audit/events/${String(position)}`, product.people.auditor)).body;

  it('comes with its thing before and after, its neighbours and names', async () => {
    const [, moved] = (await list(`stream=folder-${safety}`)).events;
    const [first, , last] = (await list(`stream=folder-${safety}`)).events;
    expect(await read(moved?.['position'])).toMatchObject({
      event: moved,
      before: { name: 'Safety', parentId: null },
      after: { name: 'Safety', parentId: manuals },
      previous: first?.['position'],
      next: last?.['position'],
      siblings: [{ position: moved?.['position'] }],
      moreSiblings: false,
      names: { [`folder-${manuals}`]: 'Manuals' },
    });
    const role = (await list('type=UserRoleSet')).events[0];
    expect(await read(role?.['position'])).toMatchObject({
      before: { email: 'auditor@feusa.example', role: 'basic' },
      after: { email: 'auditor@feusa.example', role: 'auditor' },
      next: null,
    });
  });

  it('is proved by its own bytes', async () => {
    const {
      bytes: text,
      proof,
      event,
    } = (await read(2)) as unknown as {
      bytes: string;
      event: Body;
      proof: { proof: string[]; size: string; checkpoint: string };
    };
    expect(JSON.parse(text)).toMatchObject({ position: '2', id: event['id'] });
    const { root, size } = readCheckpoint(proof.checkpoint)!;
    const claim = { leaf: 1, leafHash: leafHash(text), proof: proof.proof.map(bytes) };
    expect(verifyInclusion(claim, { size, root })).toBe(true);
  });

  it.each(['0', '999999', 'x', '-1', '1.5', '%00', randomUUID()])('%s is nowhere', async (at) => {
    expect((await read(at))['code']).toBe('not-found');
  });
});

it('exports a selection with the checkpoint that its proofs lead to', async () => {
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(`${product.address}/api/audit/export?text=safe`, {
    headers: { cookie },
  });
  expect(answer.headers.get('content-disposition')).toContain('feusa-log-selection.ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  const head = JSON.parse(lines[0]!) as { checkpoint: string; size: string };
  expect(head).toMatchObject({
    selection: { text: 'safe' },
    key: expect.any(String) as unknown as string,
  });
  expect(String(readCheckpoint(head.checkpoint)!.size)).toBe(head.size);
  expect(lines).toHaveLength(7);
});

describe('an exported selection checked with no server', () => {
  let file: string;
  beforeAll(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'feusa-selection-')), 'log.ndjson');
  });
  afterAll(() => rm(path.dirname(file), { recursive: true }));

  const verdict = async (query: string, tamper = (lines: string[]) => lines) => {
    const { cookie = '' } = product.people.auditor;
    const address = `${product.address}/api/audit/export?${query}`;
    const text = await (await fetch(address, { headers: { cookie } })).text();
    const lines = tamper(text.split('\n'));
    await writeFile(file, lines.join('\n'));
    const [tool, script] = await Promise.all([verifyExport(file), verifyEvents(lines, {})]);
    return { tool, script };
  };

  it.each([
    ['text=safe', 3],
    ['type=EmployeeAdded', 1],
    ['type=Nothing', 0],
  ])('%s is whole', async (query, selected) => {
    const whole = { ok: true, selected };
    expect(await verdict(query)).toMatchObject({ tool: whole, script: whole });
  });

  it.each([
    ['edited', (lines: string[]) => lines.with(1, lines[1]!.replace('Safety', 'Safely'))],
    ['without a proof', (lines: string[]) => lines.toSpliced(2, 1)],
    ['with the proof of another', (lines: string[]) => lines.with(2, lines[4]!)],
    ['twice', (lines: string[]) => [...lines.slice(0, 3), ...lines.slice(1)]],
  ])('with an event %s is not', async (_, tamper) => {
    const found = { ok: false };
    expect(await verdict('text=safe', tamper)).toMatchObject({ tool: found, script: found });
  });
});

describe('people in the log', () => {
  it('names members and those who may see a folder, and tells whose accounts are in the directory', async () => {
    const { admin, auditor } = product.people;
    const group = String((await product.done('add-group', { name: 'Shop' }))['id']);
    await product.done('set-group-members', { id: group, userIds: [auditor.id] });
    const access = { read: [group], manage: [auditor.id] };
    await product.done('set-folder-access', { id: manuals, access });
    const [set, restricted] = await Promise.all(
      [`group-${group}`, `folder-${manuals}`].map((stream) => list(`stream=${stream}&names=true`)),
    );
    const user = { [`user-${auditor.id}`]: 'auditor@feusa.example' };
    expect(set?.names).toMatchObject(user);
    expect(restricted?.names).toMatchObject({ ...user, [`group-${group}`]: 'Shop' });
    await product.done('set-folder-access', { id: manuals, access: null });
    const ada = { ...employee, firstName: 'Ada', lastName: 'Baker', email: 'ada@feusa.example' };
    await product.done('add-employee', ada);
    const shownName = async () =>
      (await list('order=newest&limit=1&names=true')).people?.[admin.id];
    await poll(shownName).toMatchObject({ email: ada.email, name: 'Ada Baker' });
    expect(await list('limit=1')).not.toHaveProperty('people');
  });
});
