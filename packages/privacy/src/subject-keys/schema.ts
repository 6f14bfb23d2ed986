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

/**
 * What makes the personal fields of the log readable, apart from the log: whoever takes a key away takes
 * the fields away. `images` says whose photos the sealed fields speak of. Keys of the erased never return.
 */
export const keysTables: SchemaPart = {
  schema: 'keys',
  migrations: [CreateSubjectKeys1795262278000],
  grants: `
    grant usage on schema keys to feusa_service;
    grant select, insert on keys.master, keys.erased to feusa_service;
    grant select, insert, delete on keys.subjects, keys.images to feusa_service;
  `,
};
