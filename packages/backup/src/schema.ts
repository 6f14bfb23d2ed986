/** Where it is remembered when the last whole backup was made; no copy of it is needed. */
export const backupMigrations: readonly string[] = [
  `
  create table backup.last (
    one boolean primary key default true check (one),
    at timestamptz not null,
    position bigint not null
  );
  `,
];

export const backupGrants = `
  grant usage on schema backup to feusa_service;
  grant select on backup.last to feusa_service;
`;
