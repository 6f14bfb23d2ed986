import type { FolderAccess } from '@feusa/contracts/folders';
import { Id, normalEmail } from '@feusa/contracts/text';
import type { Account, ConstraintTables, Held, KeyedAnswer, NamedIn, Restricted } from './port.js';
import {
  ACCOUNT_ROWS,
  FOLDER_CHAINS,
  FOLDER_HEIGHT,
  HELD_IN,
  NAMED_IN,
  NAMES_IN,
} from './statements.js';

type AccountRow = Omit<Account, 'suspended'> & { readonly suspended: boolean };

const accountOf = ({ suspended, ...account }: AccountRow): Account =>
  suspended ? { ...account, suspended } : account;

const IN_ORDER = 'order by created_at, id';
const uuidsIn = (ids: readonly string[]) => ids.filter((id) => Id.safeParse(id).success);

/** Asks by a statement of this name, which is planned once a connection. */
export type Rows = <T>(name: string, text: string, values?: unknown[]) => Promise<T[]>;

/**
 * The constraint tables of the event store on PostgreSQL. Every decision asks them, so by statements that a
 * connection plans once; they are written by the append's own statement.
 */
export const constraintTables = (rows: Rows): ConstraintTables => ({
  async folderChains(ids) {
    type Row = {
      readonly id: string;
      readonly parent_id: string | null;
      readonly removed: boolean;
      readonly purged: boolean;
      readonly access: FolderAccess | null;
    };
    const chain = await rows<Row>('folder-chains', FOLDER_CHAINS, [ids]);
    return new Map(
      chain.map(({ id, parent_id: parentId, removed, purged, access }) => [
        id,
        { parentId, removed, ...(purged && { purged }), ...(access && { access }) },
      ]),
    );
  },

  restrictedFolders: () =>
    rows<Restricted>(
      'restricted-folders',
      'select id, access from log.folders where access is not null',
    ),

  async folderHeight(id) {
    const [row] = await rows<{ height: number }>('folder-height', FOLDER_HEIGHT, [id]);
    return row?.height ?? 0;
  },

  heldIn: (folders) => rows<Held>('held-in', HELD_IN, [folders]),

  namesIn(folders) {
    const inner = folders.filter((folder) => folder !== null);
    return rows<NamedIn>('names-in', NAMES_IN, [inner, inner.length < folders.length]);
  },

  namedIn: (places) =>
    rows<NamedIn>('named-in', NAMED_IN, [
      places.map(({ folder }) => folder ?? ''),
      places.map(({ name }) => name),
    ]),

  async purged(streams) {
    const text = 'select id from log.purged where id = any($1)';
    const found = await rows<{ id: string }>('purged', text, [streams]);
    return new Set(found.map(({ id }) => id));
  },

  async accounts() {
    const text = `${ACCOUNT_ROWS} ${IN_ORDER}`;
    return (await rows<AccountRow>('accounts', text)).map(accountOf);
  },

  async accountsById(ids) {
    const text = `${ACCOUNT_ROWS} where id = any($1::uuid[]) ${IN_ORDER}`;
    return (await rows<AccountRow>('accounts-by-id', text, [uuidsIn(ids)])).map(accountOf);
  },

  async adminsAnd(ids) {
    const text = `${ACCOUNT_ROWS} where role = 'admin' or id = any($1::uuid[]) ${IN_ORDER}`;
    return (await rows<AccountRow>('admins-and', text, [uuidsIn(ids)])).map(accountOf);
  },

  async accountByEmail(email) {
    const text = `${ACCOUNT_ROWS} where normal_email = $1`;
    const [row] = await rows<AccountRow>('account-by-email', text, [normalEmail(email)]);
    return row && accountOf(row);
  },

  async accountById(id) {
    const text = `${ACCOUNT_ROWS} where id = $1`;
    const [row] = await rows<AccountRow>('account-by-id', text, [id]);
    return row && accountOf(row);
  },

  async adminCount() {
    const [row] = await rows<{ admins: number }>(
      'admin-count',
      `select count(*)::int as admins from log.accounts
       where role = 'admin' and not suspended`,
    );
    return row?.admins ?? 0;
  },

  answers: (keys) =>
    rows<KeyedAnswer>(
      'answers',
      `select a.actor, a.key, a.body_hash as "bodyHash", a.answer from log.answers a
       join unnest($1::text[], $2::uuid[]) as k(actor, key) on a.actor = k.actor and a.key = k.key`,
      [keys.map(({ actor }) => actor), keys.map(({ key }) => key)],
    ),

  async forgetAnswers(days) {
    await rows(
      'forget-answers',
      "delete from log.answers where at < now() - $1 * interval '1 day'",
      [days],
    );
  },
});
