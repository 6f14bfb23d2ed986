import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateWebhooks1795382400000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists webhooks;

      create table webhooks.state (
        id uuid primary key,
        cursor bigint not null,
        -- The event by which it was added, or restored last.
        begun bigint not null,
        delivered_at timestamptz,
        failing_since timestamptz,
        failed_at timestamptz,
        failure text,
        tries int not null default 0,
        next_try_at timestamptz,
        paused_at timestamptz
      );
    `;
}

/** How far those who are told of events have been told. */
export const webhookTables: SchemaPart = {
  schema: 'webhooks',
  migrations: [CreateWebhooks1795382400000],
  grants: {
    feusa_service: `
      grant select, insert, update on webhooks.state to feusa_service;
    `,
    feusa_query: `
      grant select, insert, update on webhooks.state to feusa_query;
    `,
  },
};
