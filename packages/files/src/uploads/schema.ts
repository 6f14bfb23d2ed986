/** What uploads were promised; it is forgotten with them. Applied in order, once each. */
export const uploadsMigrations: readonly string[] = [
  `
  create table uploads.reservations (
    id text collate "C" primary key,
    owner text collate "C" not null,
    bytes bigint not null,
    blob text,
    at timestamptz not null default now()
  );
  create index reservations_owner on uploads.reservations (owner);
  `,
];

export const uploadsGrants = `
  grant usage on schema uploads to feusa_service;
  grant select, insert, update, delete on uploads.reservations to feusa_service;
`;
