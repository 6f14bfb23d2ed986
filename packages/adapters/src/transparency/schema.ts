/** The Merkle tree over the log and what was signed of it. Applied in order; never edited after a release. */
export const transparencyMigrations: readonly string[] = [
  `
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

  create function transparency.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the tree only grows' using errcode = 'integrity_constraint_violation';
  end $$;
  create trigger only_grows before update on transparency.tree for each row
    when (new.size < old.size) execute function transparency.refuse_change();
  create trigger only_grows before update on transparency.tiles for each row
    when (substring(new.hashes for octet_length(old.hashes)) <> old.hashes)
    execute function transparency.refuse_change();
  create trigger append_only before delete on transparency.tiles
    for each row execute function transparency.refuse_change();
  create trigger append_only before update or delete on transparency.checkpoints
    for each row execute function transparency.refuse_change();
  `,
];

/** Nothing can be taken away. */
export const transparencyGrants = `
  grant usage on schema transparency to feusa_service;
  grant select, update on transparency.tree to feusa_service;
  grant select, insert, update on transparency.tiles to feusa_service;
  grant select, insert on transparency.checkpoints to feusa_service;
`;
