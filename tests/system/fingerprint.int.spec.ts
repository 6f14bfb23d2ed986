import 'reflect-metadata';
import { Readable } from 'node:stream';
import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { readConfig } from '@feusa/profiles/config';
import { openPool } from '@feusa/platform/postgres/pool';
import { SEARCH_INDEX, type SearchIndex } from '@feusa/search/port';
import type { ComparisonLine, FingerprintReport } from '@feusa/contracts/fingerprint';
import { HEALTH } from '@feusa/http/health';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { compareWithLog } from '@feusa/tools/fingerprint/compare';
import { reportText } from '@feusa/tools/fingerprint/texts';
import { engines } from './test-distributed.js';
import { employee } from './test-calls.js';
import { isDistributed, Product } from './test-product.js';

let product: Product;
let owner: ReturnType<typeof openPool>;
const made = {} as Record<'folder' | 'link' | 'person' | 'file', { id: string; position: string }>;
beforeAll(async () => {
  product = await Product.open({ FEUSA_COMPARE_EVENTS: '0' });
  owner = openPool({ url: product.settings['DATABASE_URL']!, max: 2, name: 'test' });
  await build();
});
afterAll(async () => {
  await owner.end();
  await product.close();
});

type Made = { id: string; position: string };

async function build(): Promise<void> {
  const done = async (...given: Parameters<Product['done']>) =>
    (await product.done(...given)) as unknown as Made;
  made.folder = await done('add-folder', { name: 'Manuals', parentId: null });
  await done('rename-folder', { id: made.folder.id, name: 'Handbooks' });
  const folderId = made.folder.id;
  made.link = await done('add-link', { folderId, name: 'Dealer', link: 'https://a.example/' });
  made.person = await done('add-employee', employee);
  made.file = await done('add-file', { folderId, uploadId: await upload() });
}

const upload = () => product.upload(Buffer.from('bytes'), 'plan.txt');

const report = async (query = '') => {
  const { body } = await product.get(`/api/audit/fingerprint${query}`, product.people.auditor);
  return body as unknown as FingerprintReport;
};
const replays = ({ tables }: FingerprintReport) =>
  tables.map(({ fingerprint, replay }) => fingerprint === replay);

/** What is found after something has been done behind the product's back; it is put right again. */
async function foundAfter(harm: string, values: unknown[], mend: () => Promise<unknown>) {
  await owner.query(harm, values);
  const found = await report();
  await mend();
  return found;
}

it('finds everything as a replay makes it, and the same sums each time', async () => {
  const [first, second] = [await report('?files=1'), await report()];
  expect(first.differences).toEqual([]);
  expect(first).toMatchObject({ ok: true, found: 0, leftOut: 0, index: { compared: 1 } });
  expect(first.tables.map(({ table, rows }) => [table, rows])).toEqual([
    ['folders', 1],
    ['docs', 2],
    ['employees', 1],
    ['errors', 0],
    ['groups', 0],
    ['users', 3],
  ]);
  expect(replays(first)).toEqual([true, true, true, true, true, true]);
  expect(second.tables).toEqual(first.tables);
  expect(first.files).toMatchObject({ checked: 1, bytes: 5, fault: null });
  expect(second.files).toEqual(first.files);
});

it('tells in lines how far it is, and at the end what it found', async () => {
  const accept = { accept: 'application/x-ndjson' };
  const as = product.people.auditor;
  const answer = await product.ask('GET', '/api/audit/fingerprint?files=1', {
    as,
    headers: accept,
  });
  const lines = String(answer.body['text']).trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as ComparisonLine);
  const stages = parsed.flatMap(({ step }) => step?.stage ?? []);
  expect([...new Set(stages)]).toEqual(['events', 'search-index', 'files']);
  expect(parsed.at(-1)?.result).toMatchObject({ ok: true, found: 0, files: { checked: 1 } });
});

/** As `npm run fingerprint` does, beside the running product. */
const beside = async () => {
  const config = readConfig({
    ...product.settings,
    FEUSA_PROFILE: isDistributed ? 'distributed' : 'standalone',
    ...(isDistributed && engines()),
  });
  return reportText(
    await compareWithLog(config, product.settings['DATABASE_URL']!, { files: true }),
  );
};

it('is compared from the command line too, which names the row and the event', async () => {
  const well = await beside();
  expect(well.ok).toBe(true);
  expect(well.lines).toContainEqual(
    expect.stringMatching(/^same {5}folders: 1 rows, [0-9a-f]{64}$/),
  );
  expect(well.lines).toContainEqual(expect.stringMatching(/^same {5}search index: 1 people/));
  expect(well.lines).toContain('same     files on disk: 1, 5 bytes hashed');
  const { id, position } = made.link;
  const set = 'update read.docs set name = $2 where id = $1';
  await owner.query(set, [id, 'Forged']);
  const { ok, lines } = await beside();
  await owner.query(set, [id, 'Dealer']);
  expect(ok).toBe(false);
  expect(lines).toContain(
    `files and links ${id} altered: name is "Forged" instead of "Dealer" – since event ${position}, LinkAdded`,
  );
});

it('names an altered row, how it differs and since which event', async () => {
  const { id, position } = made.folder;
  const renamed = String(Number(position) + 1);
  const set = 'update read.folders set name = $2 where id = $1';
  const found = await foundAfter(set, [id, 'Forged'], () => owner.query(set, [id, 'Handbooks']));
  expect(found).toMatchObject({ ok: false, found: 1 });
  expect(found.differences).toEqual([
    {
      ...{ what: 'folders', id, kind: 'altered', position: renamed, eventType: 'FolderRenamed' },
      detail: 'name is "Forged" instead of "Handbooks"',
    },
  ]);
  expect(replays(found)).toEqual([false, true, true, true, true, true]);
  const old = `update read.folders set name = $2, version = $3 where id = $1`;
  const behind = await foundAfter(old, [id, 'Manuals', 1], () =>
    owner.query(old, [id, 'Handbooks', 2]),
  );
  expect(behind.differences).toMatchObject([{ kind: 'older', id, position: renamed }]);
});

it('names a row that is gone and one too many', async () => {
  const { id, position } = made.link;
  await owner.query('create table kept as select * from read.docs where id = $1', [id]);
  const gone = await foundAfter('delete from read.docs where id = $1', [id], () =>
    owner.query('insert into read.docs select * from kept'),
  );
  expect(gone.differences).toMatchObject([
    { what: 'docs', id, kind: 'missing', position, eventType: 'LinkAdded' },
  ]);
  const stranger = crypto.randomUUID();
  await owner.query('update kept set id = $1', [stranger]);
  const extra = await foundAfter('insert into read.docs select * from kept', [], () =>
    owner.query('delete from read.docs where id = $1', [stranger]),
  );
  expect(extra.differences).toMatchObject([
    { what: 'docs', id: stranger, kind: 'extra', position: null },
  ]);
  expect((await report()).ok).toBe(true);
});

it('names an account with another role', async () => {
  const { id } = product.people.basic;
  const set = 'update log.accounts set role = $2 where id = $1';
  const found = await foundAfter(set, [id, 'admin'], () => owner.query(set, [id, 'basic']));
  expect(found.differences).toMatchObject([
    { what: 'users', id, kind: 'altered', detail: 'role is admin instead of basic' },
  ]);
});

it('names a file that is another one or is gone, and tells of it in figures', async () => {
  const { id, position } = made.file;
  const [event] = await product.store.readAt([Number(position)]);
  const { blob } = event!.data as { blob: string };
  const [blobs] = product.parts<Blobs>(BLOBS);
  await blobs!.remove(blob);
  const missing = await report('?files=1');
  expect(missing.differences).toMatchObject([
    { what: 'files', id, kind: 'missing', position, eventType: 'FileAdded' },
  ]);
  await blobs!.adopt({ size: 5, read: async () => Readable.from([Buffer.from('other')]) }, blob);
  const altered = await report('?files=1');
  expect(altered.differences).toMatchObject([{ what: 'files', id, kind: 'altered', position }]);
  expect(await report('?last=1')).toEqual(altered);
  const healths = product.parts<{ metrics: { metrics(): Promise<string> } }>(HEALTH);
  const texts = await Promise.all(healths.map((each) => each.metrics.metrics()));
  expect(texts.join()).toContain('feusa_drift_differences{what="files"} 1');
});

it('names a person who is found by other words than those of the log', async () => {
  const { id, position } = made.person;
  const [search] = product.parts<SearchIndex>(SEARCH_INDEX);
  // Where workers mend the index meanwhile, it is altered again.
  const found = async () => {
    await search!.put({ id, version: 2, ...employee, firstName: 'Mallory' });
    return (await report()).differences.filter(({ what }) => what === 'search-index');
  };
  await poll(found, { timeout: 30_000 }).toMatchObject([
    { id, kind: 'altered', position, eventType: 'EmployeeAdded' },
  ]);
});
