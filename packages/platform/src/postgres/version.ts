import { isNewer, VERSION } from '@feusa/contracts/version';
import type pg from 'pg';
import { StartFault } from '../start-fault.js';

/** The one version that kept no record of itself. */
const UNRECORDED = '0.1.0';

/** Made by hand: it is read before anything is migrated, and by programs that know no migration of it. */
export const VERSIONS = 'public.feusa_versions';

const MIGRATED = 'select exists (select from public.feusa_migrations) as found';
const NEWEST = `select version from ${VERSIONS} order by at desc limit 1`;
const RECORD = `insert into ${VERSIONS} (version) values ($1)
  on conflict (version) do update set at = now()`;

/**
 * Records that this version works on the database from now on, and answers with the one that did before,
 * undefined for a new database. To be called while no other process migrates.
 * @throws StartFault where a newer version has written to it, before anything is changed
 */
export async function enterVersion(client: pg.ClientBase): Promise<string | undefined> {
  const before = await refuseNewer(client);
  await client.query(
    `create table if not exists ${VERSIONS} (version text primary key, at timestamptz not null default now())`,
  );
  if (before !== VERSION) await client.query(RECORD, [VERSION]);
  return before;
}

/** Answers with the version that worked on a database last. @throws StartFault where it is a newer one */
export async function refuseNewer(client: pg.ClientBase): Promise<string | undefined> {
  const before = await lastVersion(client);
  if (before !== undefined && isNewer(before)) throw tooOld(before);
  return before;
}

/** The version that worked on a database last, undefined where none has. */
export async function lastVersion(client: pg.ClientBase): Promise<string | undefined> {
  if (await hasTable(client, VERSIONS)) {
    const { rows } = await client.query<{ version: string }>(NEWEST);
    if (rows[0]) return rows[0].version;
  }
  if (!(await hasTable(client, 'public.feusa_migrations'))) return undefined;
  const { rows } = await client.query<{ found: boolean }>(MIGRATED);
  return rows[0]?.found ? UNRECORDED : undefined;
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const text = 'select to_regclass($1) is not null as found';
  const { rows } = await client.query<{ found: boolean }>(text, [name]);
  return rows[0]?.found ?? false;
}

const tooOld = (version: string) =>
  new StartFault(
    `FEUSA ${version} has worked on this installation, and this is ${VERSION}, which cannot read what a newer ` +
      `version writes. Nothing was changed. Start ${version} or newer, or restore a backup that was made before.`,
  );
