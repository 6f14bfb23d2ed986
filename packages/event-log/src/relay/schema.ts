import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateRelay1795245671000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists relay;

      create table relay.cursor (
        one boolean primary key default true check (one),
        position bigint not null,
        -- Which topic this is: one more each time that it had to be made.
        epoch int not null
      );
      insert into relay.cursor (position, epoch) values (0, 0);
      create table relay.progress (
        consumer text not null,
        partition int not null,
        position bigint not null,
        epoch int not null,
        primary key (consumer, partition)
      );
    `;
}

/** Of this database and none that is made from it: what is proved for one is not for another. */
class AddLogOfRelay1795349553001 extends ForwardMigration {
  readonly sql = `
      alter table relay.cursor add log uuid not null default gen_random_uuid()
    `;
}

/** How far the relay has come, and how far the workers of each group have come in each partition. */
export const relayTables: SchemaPart = {
  schema: 'relay',
  migrations: [CreateRelay1795245671000, AddLogOfRelay1795349553001],
  grants: {
    feusa_service: `
      grant select, update on relay.cursor to feusa_service;
      grant select, insert, update, delete on relay.progress to feusa_service;
    `,
    feusa_query: `
      grant select on relay.cursor to feusa_query;
      grant select, insert, update, delete on relay.progress to feusa_query;
    `,
    feusa_indexer: `
      grant select on relay.cursor to feusa_indexer;
      grant select, insert, update, delete on relay.progress to feusa_indexer;
    `,
  },
};
