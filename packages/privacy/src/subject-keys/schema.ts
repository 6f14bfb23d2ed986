import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateSubjectKeys1795262278000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists keys;

      create table keys.master (
        one boolean primary key default true check (one),
        fingerprint text not null
      );
      create table keys.subjects (subject text collate "C" primary key, wrapped bytea not null);
      create table keys.images (
        blob text not null,
        subject text collate "C" not null,
        primary key (blob, subject)
      );
      create index images_subject on keys.images (subject);
      create table keys.erased (subject text collate "C" primary key, at timestamptz not null default now());
    `;
}

class TurnMasterKey1795402200000 extends ForwardMigration {
  readonly sql = `
      -- How often it was turned.
      alter table keys.master add column turned int not null default 0;

      -- The key that it is turned to, while that goes on: each is there under the other.
      create table keys.turning (
        one boolean primary key default true check (one),
        next text not null,
        next_key bytea not null,
        old_key bytea not null,
        at timestamptz not null default now()
      );

      -- Secrets that were made from the master key and must outlive it.
      create table keys.derived (name text collate "C" primary key, wrapped bytea not null);

      -- What is wrapped by a key that is gone could never be read. It begins with the name of its key, but for what
      -- was wrapped before keys were turned. The lock lets the end of a turn wait for who writes.
      create function keys.refuse_other_master() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $$
      declare
        given bytea := (to_jsonb(new) ->> tg_argv[0])::bytea;
      begin
        if given is null then
          return new;
        end if;
        perform pg_advisory_xact_lock_shared(hashtext('feusa-master-key'));
        if exists (select from keys.master) and not exists (
          select from keys.master m left join keys.turning t on true
          where case when octet_length(given) = 60 then m.turned = 0 and t.one is null
            else encode(substring(given for 8), 'hex') in (left(m.fingerprint, 16), left(t.next, 16)) end
        ) then
          raise exception 'this master key is not accepted any more' using errcode = 'integrity_constraint_violation';
        end if;
        return new;
      end $$;
      create trigger of_master before insert or update of wrapped on keys.subjects
        for each row execute function keys.refuse_other_master('wrapped');
      create trigger of_master before insert or update of wrapped on keys.derived
        for each row execute function keys.refuse_other_master('wrapped');
      do $$ begin
        if to_regclass('auth.second_factors') is not null then
          create trigger of_master before insert or update of totp on auth.second_factors
            for each row execute function keys.refuse_other_master('totp');
        end if;
      end $$;
    `;
}

/**
 * What makes the personal fields of the log readable, apart from the log: whoever takes a key away takes
 * the fields away. `images` says whose photos the encrypted fields speak of. Keys of the erased never return.
 */
export const keysTables: SchemaPart = {
  schema: 'keys',
  migrations: [CreateSubjectKeys1795262278000, TurnMasterKey1795402200000],
  grants: {
    feusa_service: `
      grant select, insert on keys.master, keys.erased, keys.derived to feusa_service;
      grant select on keys.turning to feusa_service;
      grant select, insert, delete on keys.subjects, keys.images to feusa_service;
    `,
    feusa_query: `
      grant select, insert on keys.master, keys.derived to feusa_query;
      grant select on keys.turning, keys.erased, keys.subjects, keys.images to feusa_query;
    `,
    feusa_indexer: `
      grant select, insert on keys.master, keys.derived to feusa_indexer;
      grant select on keys.turning, keys.erased, keys.subjects, keys.images to feusa_indexer;
    `,
  },
};
