import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreatePersonalItems1795376400000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists personal;

      create table personal.items (
        -- A restore brings accounts back last.
        user_id uuid not null references log.accounts (id) on delete cascade
          deferrable initially deferred,
        id uuid not null,
        kind text not null check (kind in ('folder', 'file', 'link', 'person')),
        starred_at timestamptz,
        followed_at timestamptz,
        followed_from bigint,
        opened_at timestamptz,
        seen bigint,
        primary key (user_id, id)
      );
      create index items_thing on personal.items (id);
    `;
}

/** Two at most for a request to acknowledge a document: the position is that of its event. */
class CreateReminders1795400000001 extends ForwardMigration {
  readonly sql = `
      create table personal.reminders (
        position bigint not null,
        kind text not null check (kind in ('before', 'overdue')),
        at timestamptz not null default now(),
        primary key (position, kind)
      );
    `;
}

/** What people keep for themselves, and what they were reminded of: nothing in here ever reaches the log. */
export const personalTables: SchemaPart = {
  schema: 'personal',
  migrations: [CreatePersonalItems1795376400000, CreateReminders1795400000001],
  grants: {
    feusa_service: `
      grant select, insert, update, delete on personal.items to feusa_service;
      grant select, insert on personal.reminders to feusa_service;
    `,
    feusa_query: `
      grant select, insert, update, delete on personal.items to feusa_query;
    `,
  },
};
