import { randomUUID } from 'node:crypto';
import { idOf, streamOf } from '@feusa/contracts/events';
import type { NewEvent } from '@feusa/event-log/store/port';
import { folderStream, sample, userRegistered } from '@feusa/event-log/store/test-samples';
import type { AccountList } from '@feusa/contracts/users';
import { rowsRead } from '@feusa/testing/rows-read';
import { openPool } from '@feusa/platform/postgres/pool';
import { waitFor } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { hearingStatements, type Statement } from './test-statements.js';
import { employee, SIGN_IN } from './test-calls.js';
import { about } from './test-hidden-about.js';
import { openCompany, type Company } from './test-hidden.js';
import { Product } from './test-product.js';

/** Of each kind, and far from what is looked at. */
const OTHERS = 4000;
const AT_ONCE = 2000;
/** A page has 100 lines at most, each of which may be looked up in a few tables. */
const MOST = 1000;

/** What names all who have an account, and so reads them. */
const ABOUT_EVERYBODY = '/api/folders/:open/access';

/** What names some of all who have an account, and what counts them. */
const commands: Record<string, (company: Company) => unknown> = {
  'set-group-members': ({ group, people }) => ({ id: group, userIds: [people.group.id] }),
  'set-folder-access': ({ pay, group, people: { person, manager } }) => ({
    ...{ id: pay, access: { read: [group, person.id], manage: [manager.id] } },
  }),
  'ask-acknowledgement': ({ file, people: { person } }) => ({
    ...{ id: file, fileVersion: 1, from: { users: [person.id] } },
  }),
  'set-user-role': ({ people }) => ({ userId: people.none.id, role: 'basic' }),
};

const hear = hearingStatements();
let product: Product;
let company: Company;
let person: string;
let pool: pg.Pool;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
  const { admin } = company.people;
  person = (await product.done('add-employee', employee, admin)).id;
  const { id } = await product.done('add-folder', { name: 'Removed', parentId: null }, admin);
  await product.done('remove-folder', { id }, admin);
  pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  await addOthers();
});
afterAll(async () => {
  await pool.end();
  await product.close();
});

/** Appended as another service does, so that every table has them. */
async function addOthers(): Promise<void> {
  const far = await product.done('add-folder', { name: 'Far', parentId: null });
  const kinds: readonly ((n: number) => NewEvent)[] = [
    (n) => {
      const data = { name: `Folder ${n}`, parentId: far.id };
      return sample(folderStream(), 1, { type: 'FolderAdded', data });
    },
    (n) => {
      const data = { folderId: far.id, name: `Link ${n}`, link: 'https://far.example/' };
      return sample(streamOf('link', randomUUID()), 1, { type: 'LinkAdded', data });
    },
    (n) => {
      const data = { ...employee, email: `far-${n}@feusa.example`, lastName: `Far ${n}` };
      return sample(streamOf('employee', randomUUID()), 1, { type: 'EmployeeAdded', data });
    },
    (n) => userRegistered(`account-${n}@feusa.example`),
  ];
  for (const eventOf of kinds) {
    for (let n = 0; n < OTHERS; n += AT_ONCE)
      await append(Array.from({ length: AT_ONCE }, (_, at) => eventOf(n + at)));
  }
  await product.settled(String((await product.store.head()).position));
  await waitFor(async () => expect(await countOf('find.entries')).toBeGreaterThan(2 * OTHERS));
  await waitFor(async () => expect(await countOf('audit.events')).toBeGreaterThan(4 * OTHERS));
  await pool.query('analyze');
}

const countOf = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!.count;

async function append(events: readonly NewEvent[]): Promise<void> {
  const folders = new Map(
    events
      .filter(({ type }) => type === 'FolderAdded')
      .map(({ stream, data }) => {
        const { parentId } = data as { readonly parentId: string };
        return [idOf(stream), { parentId, removed: false }];
      }),
  );
  const { store } = product;
  const appended = await store.append({
    ...{ expected: await store.head(), events, folders, answers: [] },
  });
  expect(appended).toBeDefined();
}

const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete) /i.test(text);

/** How many rows are read for a request, at its second time. */
async function readFor(method: string, address: string, body?: unknown): Promise<number> {
  const { admin } = company.people;
  await hear(product, [method, address, body], admin);
  const { status, statements } = await hear(product, [method, address, body], admin);
  expect(status).toBeLessThan(300);
  return rowsOf(statements);
}

async function rowsOf(statements: readonly Statement[]): Promise<number> {
  let rows = 0;
  for (const { text, values } of statements.filter((each) => isRead(each.text)))
    rows += await rowsRead(pool, text, [...values]);
  return rows;
}

function named(address: string): string {
  const { open, pay, people } = company;
  const ids: Record<string, string> = { person, open, pay, account: people.person.id };
  return address.replace(/:(\w+)/, (_all, name: string) => ids[name]!);
}

describe('a page reads no more rows where there is much beside it', () => {
  it.each(Object.entries(about))('%s', async (_name, [of, ask]) => {
    expect(await readFor(...ask(company[of]))).toBeLessThan(MOST);
  });

  it.each([
    '/api/trash',
    '/api/me/home',
    '/api/me/waiting',
    '/api/me/marks',
    '/api/own-profile',
    '/api/profile-requests',
    '/api/groups',
    '/api/accounts',
    '/api/access-log',
    '/api/audit/events',
    '/api/errors',
    '/api/webhooks',
    '/api/operations',
    '/api/folders/:pay/access',
    '/api/access/:account',
    '/api/search?q=lovelace',
    '/api/find?q=obsidian',
    '/api/employees?limit=50',
    '/api/employees/:person',
    '/api/employees/:person/reports',
  ])('GET %s', async (address) => {
    expect(await readFor('GET', named(address))).toBeLessThan(MOST);
  });

  it('GET who sees what is open to all, but for every account, which is named', async () => {
    const readAndSorted = 2 * OTHERS;
    expect(await readFor('GET', named(ABOUT_EVERYBODY))).toBeLessThan(readAndSorted + MOST);
  });

  it('GET every account again once one of them changes, or what it is called', async () => {
    const { admin } = company.people;
    const all = async (after: unknown) => {
      const { body } = await product.ask('GET', `/api/accounts?after=${String(after)}`, {
        as: admin,
      });
      return (body as unknown as AccountList).accounts.map(({ email, name }) => name ?? email);
    };
    const email = 'account-7@feusa.example';
    expect(await all('0')).toContain(email);
    const given = { ...employee, email: email.toUpperCase(), firstName: 'Account', lastName: '7' };
    const added = await product.done('add-employee', given, admin);
    const called = await all(added.position);
    expect([called.includes(email), called.includes('Account 7')]).toEqual([false, true]);
    const gone = await product.done('remove-employee', { id: added.id }, admin);
    expect(await all(gone.position)).toContain(email);
    const other = { ...SIGN_IN, email: 'one-more@feusa.example' };
    const { position } = await product.done('register-user', other, admin);
    expect(await all(position)).toContain(other.email);
  });

  it.each(Object.entries(commands))('POST %s', async (name, bodyFor) => {
    expect(await readFor('POST', `/api/commands/${name}`, bodyFor(company))).toBeLessThan(MOST);
  });

  it('GET what groups are called without who is in them', async () => {
    const asked = ['GET', named('/api/folders/:pay/access')] as const;
    const { statements } = await hear(product, asked, company.people.admin);
    const ofGroups = statements.filter(({ text }) => text.includes('"groups"'));
    expect(ofGroups).toHaveLength(1);
    expect(ofGroups[0]!.text).not.toContain('members');
  });

  it('GET a folder after some account has changed', async () => {
    const { admin } = company.people;
    const address = `/api/folders/${company.inner}`;
    await readFor('GET', address);
    await product.done('set-user-role', { userId: company.people.none.id, role: 'auditor' }, admin);
    const { statements } = await hear(product, ['GET', address], admin);
    expect(await rowsOf(statements)).toBeLessThan(MOST);
  });

  it('and more where something asks for all of it, so that this is seen', async () => {
    expect(await rowsRead(pool, 'select * from read.folders', [])).toBeGreaterThan(OTHERS);
  });
});
