import type { SessionUser } from '@feusa/contracts/users';
import type { Account } from '@feusa/event-log/store/port';
import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import {
  ListAcknowledgements,
  ListAcknowledgementsHandler,
} from '../acknowledgements/list-acknowledgements.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { FolderRow, GroupRow } from '../read-model/rows.js';
import { AccessModel } from './access-model.js';
import { ShowAccess, ShowAccessHandler } from './show-access.js';

const PEOPLE = Array.from({ length: 9 }, (_, n) => `person ${n}`);
const GROUPS = ['group 0', 'group 1', 'group 2'];
const FOLDERS = ['folder 0', 'folder 1', 'folder 2', 'folder 3'];
const FILE = 'f';

const some = (ids: readonly string[]) => fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 4 });
const named = some([...PEOPLE, ...GROUPS, 'nobody']);
const company = fc.record({
  roles: fc.array(fc.constantFrom('admin', 'auditor', 'basic', 'basic', 'basic'), {
    ...{ minLength: PEOPLE.length, maxLength: PEOPLE.length },
  }),
  members: fc.tuple(some(PEOPLE), some(PEOPLE), some(PEOPLE)),
  /** One in the other, the first at the top. */
  accesses: fc.tuple(...FOLDERS.map(() => fc.option(fc.record({ read: named, manage: named })))),
  from: fc.oneof(
    fc.constant({ everyone: true as const }),
    fc.record({ users: some(PEOPLE), groups: some(GROUPS) }),
  ),
  done: some([...PEOPLE, 'gone']),
});
type CompanyOf = typeof company extends fc.Arbitrary<infer T> ? T : never;

const accountsOf = ({ roles }: CompanyOf): Account[] =>
  PEOPLE.map((id, n) => ({
    ...{ id, email: `${id}@x.example`, role: roles[n] as Account['role'], createdAt: String(n) },
  }));

const foldersOf = ({ accesses }: CompanyOf) =>
  FOLDERS.map((id, n) => {
    const place = { parentId: FOLDERS[n - 1] ?? null, removedAt: null };
    return { id, name: id, access: accesses[n] ?? null, ...place } as FolderRow;
  });

const groupsOf = ({ members }: CompanyOf) =>
  GROUPS.map(
    (id, n) =>
      ({ id, name: id, members: members[n] ?? [], removedAt: null }) as unknown as GroupRow,
  );

/** Accounts as they are read by who is looked for; before that all were, always. */
type Accounts = (isFound: (account: Account) => boolean) => Account[];

function modelOf(given: CompanyOf, accounts: Accounts): ReadModel {
  const access = new AccessModel();
  const [folders, groups] = [foldersOf(given), groupsOf(given)];
  for (const row of folders) access.take(`folder-${row.id}`, row);
  for (const row of groups) access.take(`group-${row.id}`, row);
  const chain = async (id: string) => folders.slice(0, FOLDERS.indexOf(id) + 1);
  const done = given.done.map((actor, n) => ({
    ...{ actor, at: String(n), position: n, stream: `file-${FILE}`, data: { fileVersion: 1 } },
  }));
  const asked = {
    type: 'AcknowledgementAsked',
    data: { from: given.from, fileVersion: 1 },
    position: 1,
  };
  const file = { id: FILE, blob: 'b', removedAt: null, folderId: FOLDERS[2], fileVersion: 1 };
  const store = {
    accounts: async () => accounts(() => true),
    accountsById: async (ids: readonly string[]) => accounts(({ id }) => ids.includes(id)),
    adminsAnd: async (ids: readonly string[]) =>
      accounts(({ id, role }) => role === 'admin' || ids.includes(id)),
    readFiles: async () => [{ events: [asked] }],
    readAcknowledgements: async () => done,
    readAcknowledged: async (user: string) => done.filter(({ actor }) => actor === user),
  };
  const model = {
    ...{ access, store },
    actors: { known: async () => (id: string) => ({ id, email: id }) },
    database: {
      find: async (_table: string, ids: readonly string[]) =>
        groups.filter(({ id }) => ids.includes(id)),
      repository: () => ({ find: async () => groups }),
    },
    sourceFor: async () => ({
      source: { chain, file: async () => file },
      position: 99,
      past: undefined,
    }),
  };
  return model as unknown as ReadModel;
}

const boss: SessionUser = { id: 'boss', email: 'boss', role: 'admin' };

it('who sees a folder is told of those accounts as it is of all', async () => {
  const answersOf = (model: ReadModel) =>
    Promise.all(
      FOLDERS.map((id) => new ShowAccessHandler(model).execute(new ShowAccess(id, {}, boss))),
    );
  await fc.assert(
    fc.asyncProperty(company, async (given) => {
      const all = accountsOf(given);
      const ofThose = await answersOf(modelOf(given, (isFound) => all.filter(isFound)));
      expect(ofThose).toEqual(await answersOf(modelOf(given, () => all)));
    }),
    { numRuns: 300 },
  );
});

/** Who is asked and may read the file, and who has acknowledged it; of most people themselves alone. */
function askedOf(given: CompanyOf, access: AccessModel, by: SessionUser): string[] {
  const { from, members, done } = given;
  const groups = 'everyone' in from ? [] : from.groups;
  const users = 'everyone' in from ? PEOPLE : from.users;
  const asked = [...users, ...groups.flatMap((id) => members[GROUPS.indexOf(id)] ?? [])];
  const readers = accountsOf(given).filter((user) => access.sightOf(user).reads(FOLDERS[2]!));
  const shown = [...readers.map(({ id }) => id).filter((id) => asked.includes(id)), ...done];
  const isShown = (id: string) => by.role !== 'basic' || id === by.id;
  return [...new Set(shown)].filter(isShown).toSorted();
}

it('who acknowledged a file is told of those who are asked and may read it', async () => {
  await fc.assert(
    fc.asyncProperty(company, async (given) => {
      const all = accountsOf(given);
      const model = modelOf(given, (isFound) => all.filter(isFound));
      for (const by of [boss, ...all]) {
        const list = new ListAcknowledgementsHandler(model);
        const { asked } = await list.execute(new ListAcknowledgements(FILE, {}, by));
        expect(asked.map(({ user }) => user.id).toSorted()).toEqual(
          askedOf(given, model.access, by),
        );
      }
    }),
    { numRuns: 200 },
  );
});
