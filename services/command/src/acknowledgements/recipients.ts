import type { AcknowledgementRecipients } from '@feusa/contracts/acknowledgements';
import { mailBounds } from '@feusa/contracts/bounds';
import { accessTo } from '@feusa/domain/access';
import type { Account, EventStore } from '@feusa/event-log/store/port';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { membersOf } from '../features/members-of.js';

type Store = Pick<
  EventStore,
  'accounts' | 'accountsById' | 'adminsAnd' | 'readStreams' | 'folderChains'
>;
type Members = ReadonlyMap<string, readonly string[]>;

/** A request, and the folder in which its document lies by now. */
interface Request {
  readonly from: AcknowledgementRecipients;
  readonly folderId: string;
}

/** Accounts that are asked, are not suspended, and may read the document now. */
export async function requestedAccounts(store: Store, request: Request): Promise<Account[]> {
  const { from, folderId } = request;
  const chain = await store.folderChains([folderId]);
  const named = [...chain.values()].flatMap(({ access }) => [
    ...(access?.read ?? []),
    ...(access?.manage ?? []),
  ]);
  const members = await membersIn(store, [...named, ...groupsIn(from)]);
  const asked = 'everyone' in from ? undefined : usersIn(from, members);
  const accounts = asked
    ? await store.accountsById([...asked])
    : await accountsNamed(store, [...named, ...Array.from(members.values()).flat()]);
  const mayRead = ({ id, role }: Account) => {
    const groups = { has: (group: string) => members.get(group)?.includes(id) ?? false };
    return accessTo(folderId, (folder) => chain.get(folder), { id, role, groups }).reads;
  };
  return accounts.filter((account) => !account.suspended && mayRead(account));
}

/** Of a folder that names nobody everybody is a reader. */
const accountsNamed = (store: Store, named: readonly string[]): Promise<Account[]> =>
  named.length > 0 ? store.adminsAnd(named) : store.accounts();

/** Of ids of groups and users those that are groups. */
async function membersIn(store: Store, ids: readonly string[]): Promise<Members> {
  const members = new Map<string, readonly string[]>();
  for (const id of new Set(ids)) {
    const own = await membersOf(store, id);
    if (own) members.set(id, own);
  }
  return members;
}

const groupsIn = (from: AcknowledgementRecipients) =>
  'everyone' in from ? [] : (from.groups ?? []);

const usersIn = (from: Exclude<AcknowledgementRecipients, { everyone: true }>, members: Members) =>
  new Set([...(from.users ?? []), ...groupsIn(from).flatMap((id) => members.get(id) ?? [])]);

/** Writes to so many of them as the bounds allow. */
export async function writeTo(
  accounts: readonly Account[],
  letterTo: (email: string) => Letter,
  { mail, log }: Pick<Ports, 'mail' | 'log'>,
): Promise<void> {
  const asked = accounts.slice(0, mailBounds.asking.value);
  for (const { email } of asked) await mail.send(letterTo(email));
  const left = accounts.length - asked.length;
  if (left > 0) log.warn({ left }, 'too many are asked to write to all of them');
}

/** Where the document stands for whoever reads the letter. */
export const whereItWaits = (origin: string | undefined): string =>
  `It stands at the top of your files, under “Waiting for you”${origin ? `:\n\n${origin}/dashboard` : '.'}\n`;
