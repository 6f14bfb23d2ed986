import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateAccessLog1795381200000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists access;

      -- One row: the end of the chain, and where it begins since what was old is gone.
      create table access.head (
        one boolean primary key default true check (one),
        position bigint not null,
        hash bytea not null,
        pruned_position bigint not null default 0,
        pruned_hash bytea not null
      );
      -- The columns before the body say nothing that it does not say.
      create table access.entries (
        position bigint primary key,
        at timestamptz not null,
        kind text not null,
        user_id uuid,
        files uuid[] not null,
        body text not null,
        hash bytea not null
      );
      create index entries_at on access.entries (at);
      create index entries_user on access.entries (user_id, position);
      create index entries_files on access.entries using gin (files);
      create table access.anchors (
        position bigint primary key,
        at timestamptz not null default now(),
        note text not null
      );

      -- Services cannot remove what they like, but only the oldest, in order and to the last one before a time.
      create function access.prune(until timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog as $$
        declare last bigint;
        begin
          if until > now() - interval '23 hours' then
            raise exception 'entries are kept for a day at least';
          end if;
          select coalesce(min(position) - 1, (select position from access.head)) into last
            from access.entries where at >= until;
          update access.head set pruned_position = last,
            pruned_hash = (select hash from access.entries where position = last)
            where exists (select from access.entries where position = last) and last > pruned_position;
          if not found then return; end if;
          delete from access.entries where position <= last;
          delete from access.anchors where position < last;
        end $$;
      revoke execute on function access.prune from public;
    `;
}

/** Who did what, for some days; nothing in here ever reaches the log. */
export const accessTables: SchemaPart = {
  schema: 'access',
  migrations: [CreateAccessLog1795381200000],
  grants: {
    feusa_service: `
      grant select, insert, update on access.head to feusa_service;
      grant select, insert on access.entries, access.anchors to feusa_service;
      grant execute on function access.prune to feusa_service;
    `,
    feusa_query: `
      grant select, insert, update on access.head to feusa_query;
      grant select, insert on access.entries, access.anchors to feusa_query;
      grant execute on function access.prune to feusa_query;
    `,
  },
};
