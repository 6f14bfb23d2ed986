import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateDeadLetters1795246348000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists parking;

      create table parking.letters (
        id bigint generated always as identity primary key,
        consumer text not null,
        stream text collate "C" not null,
        from_version int not null,
        position bigint not null,
        event_id text not null,
        event_type text not null,
        error text not null,
        tries int not null,
        parked_at timestamptz not null default now(),
        redrives int not null default 0,
        allowed int not null default 3,
        due_at timestamptz,
        claimed_until timestamptz,
        discarded_at timestamptz,
        unique (consumer, stream)
      );

      create table parking.actions (
        id bigint generated always as identity primary key,
        letter bigint not null,
        consumer text not null,
        stream text not null,
        kind text not null,
        by text not null,
        at timestamptz not null default now(),
        note text,
        outcome text,
        ended_at timestamptz
      );
      create index actions_letter on parking.actions (letter);
    `;
}

/** Where streams are blocked. */
export const deadLetterTables: SchemaPart = {
  schema: 'parking',
  migrations: [CreateDeadLetters1795246348000],
  grants: {
    feusa_service: `
      grant select, insert, update, delete on all tables in schema parking to feusa_service;
    `,
    feusa_query: `
      grant select, insert, update, delete on all tables in schema parking to feusa_query;
    `,
    feusa_indexer: `
      grant select, insert, update, delete on all tables in schema parking to feusa_indexer;
    `,
  },
};
