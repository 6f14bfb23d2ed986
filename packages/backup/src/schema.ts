import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateBackupNote1795273441000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists backup;

      create table backup.last (
        one boolean primary key default true check (one),
        at timestamptz not null,
        position bigint not null
      );
    `;
}

/** Where it is remembered when the last whole backup was made; no copy of it is needed. */
export const backupTables: SchemaPart = {
  schema: 'backup',
  migrations: [CreateBackupNote1795273441000],
  grants: {
    feusa_service: `
      grant select on backup.last to feusa_service;
    `,
    feusa_query: `
      grant select on backup.last to feusa_query;
    `,
  },
};
