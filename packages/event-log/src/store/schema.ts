import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';
import { absentIndex } from './absent.js';
import { acknowledgedIndex, fileIndex } from './file-histories.js';
import { removalIndex } from './long-removed.js';
import {
  causeIndexes,
  firstHomeIndex,
  firstNameIndexes,
  homeIndex,
  nameIndexes,
} from './lookups.js';

/** Databases keep the indentation of a function's text, so that it has to stay as it was. */
const REFUSE_CHANGE = `create function log.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the event log is append-only' using errcode = 'integrity_constraint_violation';
  end $$;`;

class CreateLog1795234051000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists log;

      create table log.events (
        position bigint primary key,
        stream text collate "C" not null,
        version int not null,
        type text not null,
        actor text not null,
        at timestamptz not null,
        bytes text not null,
        hash bytea not null,
        unique (stream, version)
      );
      create index events_at on log.events (at);

      create table log.head (
        one boolean primary key default true check (one),
        position bigint not null,
        hash bytea not null
      );
      insert into log.head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

      ${REFUSE_CHANGE}
      create trigger append_only before update or delete on log.events
        for each row execute function log.refuse_change();
      create trigger no_truncate before truncate on log.events
        for each statement execute function log.refuse_change();

      create table log.folders (id uuid primary key, parent_id uuid, removed boolean not null);
      create index folders_parent on log.folders (parent_id);

      create table log.accounts (
        id uuid primary key,
        email text not null,
        normal_email text not null unique,
        role text not null,
        created_at timestamptz not null
      );

      create table log.answers (
        actor text not null,
        key uuid not null,
        body_hash text not null,
        answer jsonb not null,
        at timestamptz not null default now(),
        primary key (actor, key)
      );
      create index answers_at on log.answers (at);
    `;
}

class IndexHomes1795259297000 extends ForwardMigration {
  readonly sql = firstHomeIndex;
}

class IndexCauses1795259297001 extends ForwardMigration {
  readonly sql = causeIndexes;
}

class AddSuspensions1795378800001 extends ForwardMigration {
  readonly sql = `alter table log.accounts add column suspended boolean not null default false;`;
}

class IndexMoves1795370400000 extends ForwardMigration {
  readonly sql = homeIndex;
}

/** Streams of what was removed for good; `position` is that of the event that did it. */
class CreatePurged1795376100000 extends ForwardMigration {
  readonly sql = `
      create table log.purged (id text collate "C" primary key, position bigint not null);
      create index purged_position on log.purged (position);
    `;
}

/** Lets the log be asked who is to acknowledge something, and who has. */
class IndexAcknowledgements1795376100001 extends ForwardMigration {
  readonly sql = `
      create index events_acknowledgements on log.events (type, actor)
        where type in ('AcknowledgementAsked', 'AcknowledgementWithdrawn', 'FileAcknowledged');
    `;
}

class IndexRemovals1795390500000 extends ForwardMigration {
  readonly sql = removalIndex;
}

class RestrictFolders1795391000000 extends ForwardMigration {
  readonly sql = `
    alter table log.folders add column access jsonb;
    create index folders_restricted on log.folders (id) where access is not null;
  `;
}

class IndexFiles1795400000000 extends ForwardMigration {
  readonly sql = fileIndex;
}

class IndexNames1795413000000 extends ForwardMigration {
  readonly sql = firstNameIndexes;
}

class IndexAcknowledged1795418400000 extends ForwardMigration {
  readonly sql = acknowledgedIndex;
}

class IndexNamesByParts1795428600000 extends ForwardMigration {
  readonly sql = nameIndexes;
}

class IndexAbsent1795478400000 extends ForwardMigration {
  readonly sql = absentIndex;
}

/** They are counted for decisions about accounts, and see every folder. */
class IndexAdmins1795766400000 extends ForwardMigration {
  readonly sql = `create index accounts_admins on log.accounts (id) where role = 'admin';`;
}

/** The log's own schema. */
export const logTables = {
  schema: 'log',
  migrations: [
    ...[CreateLog1795234051000, IndexHomes1795259297000, IndexCauses1795259297001],
    ...[IndexMoves1795370400000, CreatePurged1795376100000],
    ...[IndexAcknowledgements1795376100001, AddSuspensions1795378800001],
    ...[IndexRemovals1795390500000, RestrictFolders1795391000000, IndexFiles1795400000000],
    ...[IndexNames1795413000000, IndexAcknowledged1795418400000],
    ...[IndexNamesByParts1795428600000, IndexAbsent1795478400000, IndexAdmins1795766400000],
  ],
  // What the services may do: everything but rewrite the log.
  grants: {
    feusa_service: `
      grant select, insert on log.events to feusa_service;
      grant select, update on log.head to feusa_service;
      grant select, insert on log.purged to feusa_service;
      grant select, insert, update, delete on log.folders, log.accounts, log.answers to feusa_service;
    `,
    feusa_query: `
      grant select on log.events, log.head, log.purged, log.folders, log.accounts to feusa_query;
      grant select (actor) on log.answers to feusa_query;
    `,
    feusa_indexer: `
      grant select on log.events, log.head, log.purged to feusa_indexer;
    `,
  },
} as const satisfies SchemaPart;
