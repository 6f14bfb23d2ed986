import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { employee, SIGN_IN, type Body } from '@feusa/system-tests/test-calls';
import { Product } from '@feusa/system-tests/test-product';
import { runImport } from './import.js';
import { upload } from './upload.js';
import { openSession } from './session.js';

let product: Product;
let home: string;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-import-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const put = async (name: string, content: string) => {
  const file = path.join(home, 'in', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
};
const addFolder = async (name: string, parentId: string | null = null) =>
  (await product.done('add-folder', { name, parentId })).id;

/** Adds a file as a person does it at the screen. */
async function addFile(folderId: string, name: string, content: string): Promise<void> {
  const { connection } = await openSession(product.address, SIGN_IN);
  const all = async () => Buffer.from(content);
  const read = () => {
    throw new Error('too large');
  };
  const uploadId = await upload(connection, { name, size: content.length, all, read });
  connection.close();
  await product.done('add-file', { folderId, uploadId });
}

/** Everything below a folder, as paths. */
async function paths(id: string, above = ''): Promise<string[]> {
  const { body } = await product.get(`/api/folders/${id}`);
  const { folders = [], docs = [] } = body as Record<string, { id: string; name: string }[]>;
  const below = await Promise.all(
    folders.map(async (each) => [
      `${above}${each.name}/`,
      ...(await paths(each.id, `${above}${each.name}/`)),
    ]),
  );
  return [...docs.map(({ name }) => above + name), ...below.flat()].toSorted();
}

/** Runs the tool, and what somebody else does between its plan and what it then does. */
async function importInto(into: string, meanwhile: () => Promise<unknown>, people?: string) {
  const { email, password, teamPassword } = SIGN_IN;
  const config = readConfig({
    ...{ FEUSA_PUBLIC_URL: product.address, FEUSA_ADMIN_EMAIL: email },
    ...{ FEUSA_ADMIN_PASSWORD: password, FEUSA_TEAM_PASSWORD: teamPassword },
  });
  let output = '';
  const screen = { write: (text: string) => (output += text) };
  const ask = async () => {
    await meanwhile();
    return true;
  };
  const options = { into, employees: people, dryRun: false, yes: false, help: false };
  const world = { config, screen, signal: new AbortController().signal, ask };
  const worked = await runImport({ ...options, directory: path.join(home, 'in') }, world);
  const { position } = await product.store.head();
  await product.settled(String(position));
  return { worked, output: output };
}

describe('what somebody else adds while an import is on its way', () => {
  it('is there already and is added no second time', async () => {
    const into = await addFolder('Busy');
    await put('Plans/a.txt', 'text');
    await put('Plans/North/b.txt', 'text');
    await put('c.txt', 'text');
    const csv = path.join(home, 'people.csv');
    const [columns, cells] = [Object.keys(employee), Object.values(employee)];
    await writeFile(csv, `${columns.join()}\n${cells.map((cell) => `"${cell}"`).join()}`);
    const busy = async () => {
      const plans = await addFolder('Plans', into);
      await addFile(plans, 'a.txt', 'text');
      await addFolder('North', plans);
      await product.done('add-employee', employee);
    };
    const { worked, output: output } = await importInto(into, busy, csv);
    expect(output).toContain('2 folders to add, 0 there already');
    expect(output).toContain('Added: 0 folders, 2 files (8 bytes), 0 people.');
    expect(output).toContain('Skipped, there already: 4. Refused: 0. Failed: 0.');
    expect(worked).toBe(true);
    const all = ['Plans/', 'Plans/North/', 'Plans/North/b.txt', 'Plans/a.txt', 'c.txt'];
    expect(await paths(into)).toEqual(all);
    const { employees } = (await product.get('/api/employees')).body as Record<string, Body[]>;
    expect(employees?.filter(({ email }) => email === employee.email)).toHaveLength(1);
  });

  it('stays beside nothing of its name: what is another thing is told', async () => {
    const into = await addFolder('Other things');
    await put('a.txt', 'text');
    await put('b.txt', 'text');
    await put('Plans/c.txt', 'text');
    const busy = async () => {
      await addFile(into, 'a.txt', 'another text');
      for (const name of ['b.txt', 'Plans'])
        await product.done('add-link', { folderId: into, name, link: 'https://feusa.example/' });
    };
    const { worked, output: output } = await importInto(into, busy);
    expect(worked).toBe(false);
    expect(output).toContain('Skipped, there already: 0. Refused: 0. Failed: 4.');
    for (const failed of ['a.txt', 'b.txt', 'Plans/'])
      expect(output).toContain(`  ${failed}: Something with this name is already there`);
    expect(await paths(into)).toEqual(['Plans', 'a.txt', 'b.txt']);
  });
});

it('signs in with an access token in place of a password, and ends no session of anybody', async () => {
  const into = await addFolder('By a program');
  await put('a.txt', 'text');
  const newToken = async (scope: string, as = product.people.admin) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: `${scope} ${into}`, scope, expiresAt };
    return (await product.ask('POST', '/api/me/tokens', { as, body })).body['token'] as string;
  };
  const run = async (token: string) => {
    const config = readConfig({ FEUSA_PUBLIC_URL: product.address, FEUSA_TOKEN: token });
    let output = '';
    const screen = { write: (text: string) => (output += text) };
    const options = { into, employees: undefined, dryRun: false, yes: true, help: false };
    const ask = async () => true;
    const world = { config, screen, signal: new AbortController().signal, ask };
    const worked = await runImport({ ...options, directory: path.join(home, 'in') }, world);
    return { worked, output: output };
  };
  const refused = run(await newToken('write', product.people.basic));
  await expect(refused).rejects.toThrow(/^Cannot sign in at .* is not an administrator’s/);
  await expect(run(`feusa_${'x'.repeat(43)}`)).rejects.toThrow(/^Cannot sign in at /);
  const onlyReads = await run(await newToken('read'));
  expect(onlyReads.worked).toBe(false);
  expect(onlyReads.output).toContain('The access token in FEUSA_TOKEN may only read. Make one');
  const { worked, output: output } = await run(await newToken('write'));
  expect(output).toContain('Added: 0 folders, 1 file (4 bytes).');
  expect(worked).toBe(true);
  const { position } = await product.store.head();
  await product.settled(String(position));
  expect(await paths(into)).toEqual(['a.txt']);
  expect((await product.get('/api/session', product.people.admin)).status).toBe(200);
});
