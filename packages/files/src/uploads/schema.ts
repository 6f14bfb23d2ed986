import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';
import { blobIndex, firstBlobIndex } from './references.js';

/** Of the log, which this capability asks for blobs. */
export class IndexBlobs1795235851000 extends ForwardMigration {
  readonly sql = firstBlobIndex;
}

export class IndexVersions1795369500000 extends ForwardMigration {
  readonly sql = blobIndex;
}

class CreateReservations1795349553002 extends ForwardMigration {
  readonly sql = `
      create schema if not exists uploads;

      create table uploads.reservations (
        id text collate "C" primary key,
        owner text collate "C" not null,
        bytes bigint not null,
        blob text,
        at timestamptz not null default now()
      );
      create index reservations_owner on uploads.reservations (owner);
    `;
}

/** What uploads were promised; it is forgotten with them. */
export const uploadsTables: SchemaPart = {
  schema: 'uploads',
  migrations: [CreateReservations1795349553002],
  grants: {
    feusa_service: `
      grant select, insert, update, delete on uploads.reservations to feusa_service;
    `,
  },
};
