/** Thrown away and made again where it changes. */
export const AUDIT_TABLES = `
create table audit.events (
  position bigint primary key,
  stream text collate "C" not null,
  type text collate "C" not null,
  actor text collate "C" not null,
  correlation text collate "C" not null,
  at timestamptz not null,
  -- The latest time up to here: with it, moments are found by position though clocks differ.
  latest timestamptz not null,
  words tsvector not null
);
create index on audit.events (stream, position);
create index on audit.events (type, position);
create index on audit.events (actor, position);
create index on audit.events (correlation, position);
create index on audit.events (latest, position);
create index on audit.events using gin (words);

create table audit.things (
  stream text collate "C" primary key,
  name text not null,
  words tsvector not null
);
create index on audit.things using gin (words);

create table audit.progress (
  one boolean primary key default true check (one),
  position bigint not null default 0,
  latest timestamptz not null default '-infinity',
  -- The most by which any event's time lay before that of an earlier event.
  skew interval not null default '0'
);
insert into audit.progress default values;
`;
