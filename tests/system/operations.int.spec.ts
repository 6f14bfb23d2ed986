import { built, run } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import type { DeadLetterView, OperationsView } from '@feusa/contracts/operations';
import { HEALTH } from '@feusa/http/health';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { problemIn, problemText } from './test-problem.js';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

const soon = { timeout: 20_000, interval: 50 };
let product: Product;
let url: string;
/** Connections of the owner of the tables, whom no grant holds back. */
let owner: ReturnType<typeof openPool>;
beforeAll(async () => {
  product = await Product.open();
  url = product.settings['DATABASE_URL']!;
  owner = openPool({ url, max: 2, name: 'test' });
});
afterAll(async () => {
  await owner.end();
  await product.close();
});

/** The database refuses folders with this name, until it is mended. */
const refuse = (name: string) =>
  owner.query(`create function read.refuse() returns trigger language plpgsql as $$
      begin raise exception 'cannot take "%"', new.name using errcode = '22023'; end $$;
    create trigger refuse before insert or update on read.folders for each row
      when (new.name = '${name}') execute function read.refuse()`);
const mend = () => owner.query('drop function if exists read.refuse() cascade');
afterEach(async () => {
  await mend();
  await owner.query('delete from parking.letters');
});

const view = async () =>
  (await product.get('/api/operations', product.people.admin)).body as unknown as OperationsView;
const letters = async () => (await view()).deadLetters;
const act = (letter: number | string, what: string, body: Body, as = product.people.admin) =>
  product.ask('POST', `/api/operations/dead-letters/${letter}/${what}`, { as, body });

/** The past refuses what becomes of this folder, until it is mended. */
const refusePast = (id: string) =>
  owner.query(`create function past.refuse() returns trigger language plpgsql as $$
      begin raise exception 'cannot take "%"', new.id using errcode = '22023'; end $$;
    create trigger refuse before insert on past.versions_folder for each row
      when (new.id = '${id}') execute function past.refuse()`);
const mendPast = () => owner.query('drop function if exists past.refuse() cascade');

/** A folder that cannot be shown, and that it is blocked. */
async function blockedFolder(name: string): Promise<DeadLetterView> {
  await refuse(name);
  const { id } = await product.done('add-folder', { name, parentId: null });
  await poll(letters, soon).toContainEqual(
    expect.objectContaining({ stream: `folder-${id}`, state: 'blocked' }),
  );
  return (await letters()).find(({ stream }) => stream === `folder-${id}`)!;
}

describe('the operations', () => {
  it('show how each part is and how far it is behind', async () => {
    await poll(async () => (await view()).parts, soon).toEqual(
      expect.arrayContaining([
        { name: 'postgres', required: true, state: 'ok', lag: null },
        { name: 'read-model', required: false, state: 'ok', lag: 0 },
      ]),
    );
    expect(await view()).toMatchObject({ deadLetters: [], waiting: 0 });
  });

  it('show what waits; a redrive after the fix lets it flow and is remembered', async () => {
    const socket = product.connect(product.people.basic);
    const [changes, resyncs] = [[] as Body[], [] as Body[]];
    socket.on('change', (change: Body) => changes.push(change));
    socket.on('resync', (message: Body) => resyncs.push(message));
    await socket.emitWithAck('watch', { topics: ['folder:root'] });

    const letter = await blockedFolder('Poison');
    const { id } = await product.done('add-folder', { name: 'Fine', parentId: null });
    expect(letter).toMatchObject({
      ...{ consumer: 'read-model', fromVersion: 1, eventType: 'FolderAdded', tries: 5 },
      error: 'The database refused the data: SQL 22023',
      position: expect.stringMatching(/^\d+$/),
    });
    await poll(() => changes.map((change) => change['id']), soon).toEqual([id]);
    expect(resyncs).toEqual([]);

    await mend();
    expect((await act(letter.id, 'redrive', {})).body).toMatchObject({ state: 'due' });
    await poll(letters, soon).toEqual([]);
    const { folders } = (await product.get('/api/folders')).body as { folders: Body[] };
    expect(folders.map((folder) => folder['name'])).toEqual(['Fine', 'Poison']);
    await poll(() => resyncs, soon).toEqual([{ topic: 'folder:root' }]);
    socket.close();
    expect((await view()).actions).toMatchObject([
      { letter: letter.id, kind: 'redrive', by: 'ada@feusa.example', outcome: 'done' },
    ]);
  });

  it('are figures too', async () => {
    const letter = await blockedFolder('Measured');
    await act(letter.id, 'redrive', {});
    await poll(letters, soon).toMatchObject([{ state: 'blocked', redrives: 1 }]);
    const texts = await Promise.all(
      product
        .parts<{ metrics: { metrics(): Promise<string> } }>(HEALTH)
        .map((health) => health.metrics.metrics()),
    );
    const text = texts.join('\n');
    expect(text).toContain('feusa_dead_letters{consumer="read-model",state="blocked"} 1');
    expect(text).toMatch(
      /feusa_dead_letter_redrives_total\{consumer="read-model",outcome="failed"\} [1-9]/,
    );
  });

  it('refuse a redrive of what is quarantined, given up or not there, unless it is forced', async () => {
    const { id } = await blockedFolder('Quarantined');
    await owner.query('update parking.letters set redrives = 3');
    expect(problemText(await act(id, 'redrive', {}))).toBe('409 dead-letter/quarantined');
    expect((await act(id, 'discard', { reason: 'A test' })).body).toMatchObject({
      state: 'discarded',
    });
    expect(await view()).toMatchObject({ waiting: 0, deadLetters: [{ state: 'discarded' }] });
    expect(problemText(await act(id, 'redrive', {}))).toBe('409 dead-letter/given-up');
    await mend();
    expect((await act(id, 'redrive', { force: true })).status).toBe(200);
    await poll(letters, soon).toEqual([]);
    for (const gone of [id, 999_999, 'x', '1e3', '-1', '9'.repeat(30)]) {
      expect(problemText(await act(gone, 'redrive', {}))).toBe('404 dead-letter/not-found');
      expect(problemText(await act(gone, 'discard', { reason: 'x' }))).toBe(
        '404 dead-letter/not-found',
      );
    }
  });

  it('want a reason for what is given up, and nothing else', async () => {
    const { id } = await blockedFolder('Unreasonable');
    const refusalOf = async (body: Body) => problemText(await act(id, 'discard', body));
    expect(await refusalOf({})).toBe('400 reason: Required');
    expect(await refusalOf({ reason: '  ' })).toBe('400 reason: Required');
    expect(await refusalOf({ reason: 'x'.repeat(501) })).toBe('400 reason: Too Long!');
    expect(await refusalOf({ reason: 'x', more: 1 })).toBe('400 more: Unknown field');
    expect(problemText(await act(id, 'redrive', { force: 'yes' }))).toMatch(/^400 force/);
    expect(await letters()).toMatchObject([{ id, state: 'blocked' }]);
  });

  it('are for administrators', async () => {
    for (const as of [product.people.basic, product.people.auditor]) {
      expect(problemIn(await product.get('/api/operations', as)).code).toBe('not-allowed');
      expect(problemIn(await act(1, 'redrive', {}, as)).code).toBe('not-allowed');
      expect(problemIn(await act(1, 'discard', { reason: 'x' }, as)).code).toBe('not-allowed');
    }
  });
});

/** Writes an event that no release knows, as a newer one might. */
async function paint(stream: string, version: number): Promise<void> {
  const { position } = await product.store.head();
  const [before] = await product.store.readRecorded(position - 1, 1);
  const event = {
    ...before!.event,
    ...{ type: 'EmployeePainted', data: {}, stream, version, position: String(position + 1) },
    ...{ id: crypto.randomUUID(), at: new Date().toISOString() },
  };
  await owner.query(
    `with head as (update log.head set position = $1 returning hash)
     insert into log.events (position, stream, version, type, actor, at, bytes, hash)
     select $1, $2, $3, 'EmployeePainted', 'system', now(), $4, hash from head`,
    [position + 1, stream, version, JSON.stringify(event)],
  );
}

describe('what cannot be written down of the past', () => {
  const rename = async (id: string, name: string) =>
    String((await product.done('rename-folder', { id, name }))['position']);
  const namesAt = async (position: string) => {
    const { status, body } = await product.get(`/api/folders?at=${position}`, product.people.admin);
    const folders = (body['folders'] ?? []) as { id: string; name: string }[];
    return [status, ...folders.map(({ name }) => name).filter((name) => name.startsWith('Past'))];
  };

  it('stops one folder, until a redrive, and no other', async () => {
    const add = async (name: string) =>
      (await product.done('add-folder', { name, parentId: null })).id;
    const [refused, fine] = [await add('Past A'), await add('Past B')];
    await poll(() => namesAt('999999'), soon).toEqual([200, 'Past A', 'Past B']);
    await refusePast(refused);
    try {
      const first = await rename(refused, 'Past A, renamed');
      const second = await rename(fine, 'Past B, renamed');
      await poll(() => namesAt(second), soon).toEqual([200, 'Past A', 'Past B, renamed']);
      const [letter, ...others] = await letters();
      expect(others).toEqual([]);
      expect(letter).toMatchObject({
        ...{ consumer: 'past', stream: `folder-${refused}`, fromVersion: 2, position: first },
        error: 'The database refused the data: SQL 22023',
      });
      await mendPast();
      await act(letter!.id, 'redrive', {});
      await poll(letters, soon).toEqual([]);
      expect(await namesAt(first)).toEqual([200, 'Past A, renamed', 'Past B']);
      expect(await namesAt(second)).toEqual([200, 'Past A, renamed', 'Past B, renamed']);
    } finally {
      await mendPast();
    }
  });
});

describe('an event that this release does not know', () => {
  const found = async (text: string) => {
    const { body } = await product.get(`/api/search?q=${text}`);
    return (body['hits'] as { objectID: string }[] | undefined)?.map(({ objectID }) => objectID);
  };

  it('stops its person in the directory and in the search, and nobody else, also after a restart', async () => {
    const ann = await product.done('add-employee', { ...employee, firstName: 'Annabel' });
    await paint(`employee-${ann.id}`, 2);
    const bea = await product.done('add-employee', { ...employee, firstName: 'Beatrix' });
    await poll(() => found('Beatrix'), soon).toEqual([bea.id]);
    const blocked = async () => (await letters()).map(({ consumer, stream }) => [consumer, stream]);
    const expected = [
      ['read-model', `employee-${ann.id}`],
      ['search-indexer', `employee-${ann.id}`],
    ];
    await poll(async () => (await blocked()).toSorted(), soon).toEqual(expected);
    expect((await letters())[0]).toMatchObject({
      eventType: 'EmployeePainted',
      error: expect.stringContaining('cannot read the event'),
    });
    await product.restart();
    const cleo = await product.done('add-employee', { ...employee, firstName: 'Cleopatra' });
    await poll(() => found('Cleopatra'), soon).toEqual([cleo.id]);
    expect(await found('Beatrix')).toEqual([bea.id]);
    expect((await blocked()).toSorted()).toEqual(expected);
  });
});

/** Runs the tool as an operator does, beside the running product. */
const cli = (...words: string[]) =>
  run(built('cli/dead-letters', ...words), {
    env: {
      ...process.env,
      DATABASE_URL: url,
      FEUSA_DATA_DIR: product.settings['FEUSA_DATA_DIR'],
    },
  });

describe('the command line, beside the running product', () => {
  it('lists, rehearses and redrives', async () => {
    const { id, stream } = await blockedFolder('Typed');
    const listed = await cli('list');
    expect([listed.code, listed.err]).toEqual([0, '']);
    expect(listed.out).toMatch(
      new RegExp(`${id} +read-model +${stream} +FolderAdded at \\d+ +blocked`),
    );
    const rehearsed = await cli('redrive', '--all', '--dry-run');
    expect(rehearsed.out).toContain('would work');
    expect(await letters()).toMatchObject([{ id, state: 'blocked', redrives: 0 }]);
    const schemas = await owner.query(`select from pg_namespace where nspname = 'read_rehearsal'`);
    expect(schemas.rowCount).toBe(0);

    const redriven = await cli('redrive', String(id), '--per-minute', '30');
    expect(redriven).toMatchObject({ code: 0, err: '' });
    expect(redriven.out).toContain('1 stream marked, at most 30 a minute');
    await poll(letters, soon).toMatchObject([{ id, state: 'blocked', redrives: 1 }]);
    expect((await cli('show', String(id))).out).toMatch(/redrive +\S.*at the command line +failed/);
  });

  it('says of what cannot work that it would fail, before anything is tried', async () => {
    const { id } = await product.done('add-folder', { name: 'Painted', parentId: null });
    await paint(`folder-${id}`, 2);
    await poll(letters, soon).toHaveLength(1);
    const { out, code } = await cli('redrive', '--all', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      rehearsed: [{ verdict: expect.stringMatching(/^would fail: .*cannot read the event/) }],
      refused: {},
    });
  });

  it('rehearses once at a time', async () => {
    const held = await owner.connect();
    try {
      await held.query(`select pg_advisory_lock(hashtext('feusa-dead-letters'))`);
      const second = await cli('redrive', '--all', '--dry-run');
      expect(second).toMatchObject({
        ...{ code: 1, out: '' },
        err: 'Redrives are being rehearsed by another `npm run dead-letters`. Wait until it ends; nothing was changed by this one.\n',
      });
    } finally {
      held.release(true);
    }
  });

  it('finds fault with wrong arguments in one line and shows how it is used', async () => {
    const [unknown, wrong] = [await cli('show', '999999'), await cli('redrive')];
    expect(unknown).toMatchObject({
      ...{ code: 1, out: '' },
      err: 'There is no dead letter 999999.\n',
    });
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(wrong.err).toMatch(/^Which streams\?.*\n\nUsage: npm run dead-letters/);
  });
});
