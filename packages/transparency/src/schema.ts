import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

/** Databases keep the indentation of a function's text, so that it has to stay as it was. */
const REFUSE_CHANGE = `create function transparency.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the tree only grows' using errcode = 'integrity_constraint_violation';
  end $$;`;

const KEEP_LOG_KEY = `create function transparency.keep_log_key(own text, line text) returns text
    language plpgsql security definer set search_path = pg_catalog as $$
  declare
    since int := (select coalesce(max(epoch), 0) from transparency.acceptances);
  begin
    if not exists (select from transparency.log_keys) and not exists (
      select from transparency.checkpoints where epoch = since and strpos(note, line) = 0
    ) then
      insert into transparency.log_keys (epoch, key) values (since, own) on conflict do nothing;
    end if;
    return (select key from transparency.log_keys where epoch <= since order by epoch desc limit 1);
  end $$;`;

class CreateTree1795258406000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists transparency;

      -- How many events are in the tiles.
      create table transparency.tree (
        one boolean primary key default true check (one),
        size bigint not null
      );
      insert into transparency.tree (size) values (0);

      create table transparency.tiles (
        level int not null,
        index bigint not null,
        width int not null check (width between 1 and 256),
        hashes bytea not null,
        primary key (level, index),
        check (octet_length(hashes) = 32 * width)
      );
      -- Hashes cannot be compressed.
      alter table transparency.tiles alter column hashes set storage external;

      create table transparency.checkpoints (
        size bigint primary key,
        -- The size that was signed before, -1 for none: two signers cannot both go on from the same.
        previous bigint not null unique check (previous < size),
        root bytea not null check (octet_length(root) = 32),
        note text not null,
        at timestamptz not null default now()
      );

      ${REFUSE_CHANGE}
      create trigger only_grows before update on transparency.tree for each row
        when (new.size < old.size) execute function transparency.refuse_change();
      create trigger only_grows before update on transparency.tiles for each row
        when (substring(new.hashes for octet_length(old.hashes)) <> old.hashes)
        execute function transparency.refuse_change();
      create trigger append_only before delete on transparency.tiles
        for each row execute function transparency.refuse_change();
      create trigger append_only before update or delete on transparency.checkpoints
        for each row execute function transparency.refuse_change();
    `;
}

class CreateWitnessed1795263290000 extends ForwardMigration {
  readonly sql = `
      -- The newest checkpoint that was signed here of each log of others.
      create table transparency.witnessed (
        origin text primary key,
        size bigint not null,
        note text not null,
        at timestamptz not null default now()
      );
      create trigger only_grows before update on transparency.witnessed for each row
        when (new.size < old.size) execute function transparency.refuse_change();

      -- What witnesses have signed of this log: a signature line each.
      create table transparency.cosignatures (
        size bigint not null,
        root bytea not null,
        witness text not null,
        line text not null,
        at timestamptz not null default now(),
        primary key (size, root, witness)
      );

      -- How far each place outside has been told; since when that fails, and why.
      create table transparency.deliveries (
        target text primary key,
        size bigint not null default 0,
        at timestamptz,
        fault text,
        since timestamptz
      );

      -- Statements of operators that the log is to go on although it is not what was known of it.
      create table transparency.acceptances (
        epoch int primary key check (epoch > 0),
        statement text not null,
        at timestamptz not null default now()
      );
      create trigger append_only before update or delete on transparency.acceptances
        for each row execute function transparency.refuse_change();

      -- Each statement begins another row of checkpoints.
      alter table transparency.checkpoints add column epoch int not null default 0,
        drop constraint checkpoints_pkey, drop constraint checkpoints_previous_key,
        add primary key (epoch, size), add unique (epoch, previous);
    `;
}

class CreateStartedOver1795270495000 extends ForwardMigration {
  readonly sql = `
      -- Logs of others that it was started over with: what was known of them, and the statement by which the log
      -- itself has given it up.
      create table transparency.started_over (
        origin text not null,
        by text not null,
        reason text not null,
        statement text not null,
        was text not null,
        at timestamptz not null default now()
      );
      create trigger append_only before update or delete on transparency.started_over
        for each row execute function transparency.refuse_change();
    `;
}

class AddContradicts1795284200000 extends ForwardMigration {
  readonly sql = `
      -- Whether it does not take what it is told as it knows another log.
      alter table transparency.deliveries add column contradicts boolean not null default false;
    `;
}

class CreateLogKeys1795349553000 extends ForwardMigration {
  readonly sql = `
      -- By whose signatures the log is known, from which acceptance on: NAME+ID+KEY.
      create table transparency.log_keys (
        epoch int primary key check (epoch >= 0),
        key text not null,
        at timestamptz not null default now()
      );
      create trigger append_only before update or delete on transparency.log_keys
        for each row execute function transparency.refuse_change();

      -- Whoever starts first writes the key, once, and only where nobody has signed with another one before.
      ${KEEP_LOG_KEY}
      revoke execute on function transparency.keep_log_key from public;
    `;
}

/** A succession says which key it is now, whatever the first start of a restored database would write. */
const KEEP_TURNED_LOG_KEY = `create or replace function transparency.keep_log_key(own text, line text) returns text
    language plpgsql security definer set search_path = pg_catalog as $$
  declare
    since int := (select coalesce(max(epoch), 0) from transparency.acceptances);
  begin
    if not exists (select from transparency.log_keys)
      and not exists (select from transparency.successions where epoch = since)
      and not exists (
        select from transparency.checkpoints where epoch = since and strpos(note, line) = 0
      ) then
      insert into transparency.log_keys (epoch, key) values (since, own) on conflict do nothing;
    end if;
    return (select key from transparency.log_key);
  end $$;`;

class CreateSuccessions1795416000000 extends ForwardMigration {
  readonly sql = `
      -- That the log has another key from a size on, signed by the one before and the one after.
      create table transparency.successions (
        epoch int not null,
        number int not null check (number > 0),
        key text not null,
        note text not null,
        at timestamptz not null default now(),
        primary key (epoch, number)
      );
      create trigger append_only before update or delete on transparency.successions
        for each row execute function transparency.refuse_change();

      -- While it is being turned: the private key, encrypted for who has the one before.
      create table transparency.next_keys (
        one boolean primary key default true check (one),
        wrapped text not null
      );

      create view transparency.log_key as select coalesce(
        (select s.key from transparency.successions s
          where s.epoch = (select coalesce(max(epoch), 0) from transparency.acceptances)
          order by s.number desc limit 1),
        (select k.key from transparency.log_keys k
          where k.epoch <= (select coalesce(max(epoch), 0) from transparency.acceptances)
          order by k.epoch desc limit 1)
      ) as key;
      ${KEEP_TURNED_LOG_KEY}
    `;
}

/** The Merkle tree over the log and what was signed of it. */
export const transparencyTables: SchemaPart = {
  schema: 'transparency',
  migrations: [
    CreateTree1795258406000,
    CreateWitnessed1795263290000,
    CreateStartedOver1795270495000,
    AddContradicts1795284200000,
    CreateLogKeys1795349553000,
    CreateSuccessions1795416000000,
  ],
  // Nothing can be taken away.
  grants: {
    feusa_service: `
      grant select, update on transparency.tree to feusa_service;
      grant select, insert, update on transparency.tiles to feusa_service;
      grant select, insert on transparency.checkpoints, transparency.cosignatures to feusa_service;
      grant select, insert, update on transparency.witnessed, transparency.deliveries to feusa_service;
      grant select on transparency.acceptances, transparency.started_over to feusa_service;
      grant select on transparency.log_keys, transparency.log_key to feusa_service;
      grant select on transparency.successions, transparency.next_keys to feusa_service;
      grant execute on function transparency.keep_log_key to feusa_service;
    `,
    feusa_query: `
      grant select, update on transparency.tree to feusa_query;
      grant select, insert, update on transparency.tiles to feusa_query;
      grant select, insert on transparency.checkpoints, transparency.cosignatures to feusa_query;
      grant select, insert, update on transparency.witnessed, transparency.deliveries to feusa_query;
      grant select on transparency.acceptances, transparency.started_over to feusa_query;
      grant select on transparency.log_keys, transparency.log_key to feusa_query;
      grant select on transparency.successions, transparency.next_keys to feusa_query;
      grant execute on function transparency.keep_log_key to feusa_query;
    `,
  },
};
