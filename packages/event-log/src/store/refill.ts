import { idOf, nounOf, type StoredEvent, type DomainEvent } from '@feusa/contracts/events';
import type { FolderEvents } from '@feusa/contracts/folders';
import { ERASED } from '@feusa/contracts/personal';
import { normalEmail } from '@feusa/contracts/text';
import { folders } from '@feusa/domain/folders';
import type { FolderNode, NamedNode } from '@feusa/domain/tree';
import type { PoolClient } from 'pg';
import { purgeOf } from './append.js';
import { rawOf } from './chain.js';
import type { Account, LogRecord, StoredForms } from './port.js';
import { PURGE } from './statements.js';

const EVENTS = `insert into log.events (position, stream, version, type, actor, at, bytes, hash)
  select position, stream, version, type, actor, at, bytes, decode(hash, 'hex')
  from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[],
    string_to_array($7, chr(10)), $8::text[]) as e(position, stream, version, type, actor, at, bytes, hash)`;

const FOLDERS = `insert into log.folders (id, parent_id, removed)
  select * from unnest($1::uuid[], $2::uuid[], $3::boolean[])
  on conflict (id) do update set parent_id = excluded.parent_id, removed = excluded.removed`;

const ACCESS = `update log.folders f set access = a.access::jsonb
   from unnest($1::uuid[], $2::text[]) as a(id, access) where f.id = a.id`;

const ACCOUNTS = `insert into log.accounts (id, email, normal_email, role, created_at, suspended)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[])`;

/**
 * Puts events back that a log had, as they were, into a log that was empty: in order, in one transaction,
 * with the head moved by the caller. The constraint tables come to what they are after the last event. What
 * they were in between cannot be made again: of the erased nobody knows any more what set them apart.
 */
export class Refill {
  private readonly accounts = new Map<string, Account>();
  private readonly purges: unknown[][] = [];
  private readonly access = new Map<string, string | null>();

  constructor(
    private readonly client: PoolClient,
    private readonly forms: Pick<StoredForms, 'decrypt'>,
  ) {}

  async add(records: readonly LogRecord[]): Promise<void> {
    await this.client.query({ name: 'refill-events', text: EVENTS, values: columnsOf(records) });
    const events = await this.forms.decrypt(records.map(({ bytes }) => rawOf(bytes)));
    const placed = [...foldersOf(events)];
    if (placed.length > 0) {
      const parents = placed.map(([, { parentId }]) => parentId);
      const removed = placed.map(([, node]) => node.removed);
      await this.client.query(FOLDERS, [placed.map(([id]) => id), parents, removed]);
    }
    for (const event of events) {
      this.takeAccount(event);
      const purge = purgeOf(event);
      if (purge) this.purges.push(purge);
      if (event.type !== 'FolderAccessSet') continue;
      const { access } = event.data;
      this.access.set(idOf(event.stream), access && JSON.stringify(access));
    }
  }

  /** After the last event. Whoever was erased since the log was copied keeps the account until that is done again. */
  async end(): Promise<void> {
    for (const purge of this.purges) await this.client.query(PURGE, purge);
    await this.client.query(ACCESS, [[...this.access.keys()], [...this.access.values()]]);
    const left = [...this.accounts.values()];
    const emails = left.map(({ id, email }) => (email === ERASED ? `${ERASED} ${id}` : email));
    await this.client.query(ACCOUNTS, [
      ...[left.map(({ id }) => id), emails, emails.map(normalEmail)],
      ...[left.map(({ role }) => role), left.map(({ createdAt }) => createdAt)],
      left.map((account) => account.suspended ?? false),
    ]);
  }

  private takeAccount({ type, data, stream, at }: StoredEvent): void {
    const id = idOf(stream);
    switch (type) {
      case 'UserRegistered':
        this.accounts.set(id, { id, ...data, createdAt: at });
        break;
      case 'UserRoleSet': {
        const account = this.accounts.get(id);
        if (account) this.accounts.set(id, { ...account, role: data.role });
        break;
      }
      case 'UserSuspended':
      case 'UserReinstated': {
        const account = this.accounts.get(id);
        if (account) this.accounts.set(id, suspended(account, type === 'UserSuspended'));
        break;
      }
      case 'UserRemoved':
      case 'PersonErased':
        this.accounts.delete(id);
        break;
      default:
    }
  }
}

const columnsOf = (records: readonly LogRecord[]): unknown[] => [
  records.map(({ position }) => position),
  records.map(({ index }) => index.stream),
  records.map(({ index }) => index.version),
  records.map(({ index }) => index.type),
  records.map(({ index }) => index.actor),
  records.map(({ index }) => index.at),
  records.map(({ bytes }) => bytes).join('\n'),
  records.map(({ hash }) => hash),
];

/** Where these events leave their folders; a new name leaves a folder where it is. */
function foldersOf(events: readonly StoredEvent[]): Map<string, FolderNode> {
  const nodes = new Map<string, NamedNode>();
  for (const event of events) {
    if (nounOf(event.stream) !== 'folder') continue;
    const id = idOf(event.stream);
    const node = folders.evolve(
      nodes.get(id) ?? null,
      event as DomainEvent<keyof typeof FolderEvents>,
    );
    if (node) nodes.set(id, node);
  }
  return nodes;
}

const suspended = ({ suspended: _before, ...account }: Account, isSuspended: boolean): Account =>
  isSuspended ? { ...account, suspended: true } : account;
