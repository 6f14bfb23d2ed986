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

/** What people keep for themselves: nothing in here ever reaches the log. */
export const personalTables: SchemaPart = {
  schema: 'personal',
  migrations: [CreatePersonalItems1795376400000],
  grants: `
    grant usage on schema personal to feusa_service;
    grant select, insert, update, delete on personal.items to feusa_service;
  `,
};
