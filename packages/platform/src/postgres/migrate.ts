import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { Adoption, MIGRATIONS } from './adoption.js';
import type { SchemaPart } from './schema-part.js';
import { openSource } from './source.js';
import { enterVersion, VERSIONS } from './version.js';

/** The role that services act as, so that even a fault of theirs cannot rewrite the log. */
export const SERVICE_ROLE = 'feusa_service';

/**
 * Runs what is missing of the migrations under an advisory lock, so that services may start at once.
 * Answers with the role that services can act as, undefined where this database user may not make one.
 * @throws StartFault where a newer version has worked on it
 */
export async function migrate(
  url: string,
  parts: readonly SchemaPart[],
): Promise<string | undefined> {
  const pool = openUnhurried(url);
  try {
    const migrations = parts.flatMap((part) => [...part.migrations]);
    const source = await openSource(pool, { migrations, migrationsTableName: MIGRATIONS.name });
    return await migrateBy(source.createQueryRunner(), parts);
  } finally {
    await pool.end();
  }
}

async function migrateBy(runner: QueryRunner, parts: readonly SchemaPart[]) {
  try {
    const client = (await runner.connect()) as pg.PoolClient;
    await client.query(`select pg_advisory_lock(hashtext('feusa-migrate'))`);
    await enterVersion(client);
    const role = await ensureRole(client);
    await bringUp(runner, parts, role);
    return role;
  } finally {
    await runner.release();
  }
}

/** One connection, whose statements take as long as a large log needs. */
function openUnhurried(url: string): pg.Pool {
  const options = { connectionString: url, max: 1, connectionTimeoutMillis: 10_000 };
  const pool = new pg.Pool(options).on('error', () => undefined);
  return pool.on('connect', (client) => void client.on('error', () => undefined));
}

/** All of it or nothing. */
async function bringUp(runner: QueryRunner, parts: readonly SchemaPart[], role?: string) {
  await runner.startTransaction();
  try {
    const adoption = new Adoption(runner);
    const adopted = await adoption.adopt(parts);
    const run = await adoption.executePendingMigrations();
    if (role && (adopted || run.length > 0)) await grant(runner, parts, role);
    await runner.commitTransaction();
  } catch (fault) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw fault;
  }
}

async function grant(runner: QueryRunner, parts: readonly SchemaPart[], role: string) {
  await runner.query(`grant select on ${MIGRATIONS.table}, ${VERSIONS} to ${role}`);
  for (const { grants } of parts) await runner.query(grants);
}

/** Roles belong to the server, so another database's migration may be making the same one. */
export const MADE_MEANWHILE = ['42710', '23505', 'XX000'];
const NOT_ALLOWED = '42501';

async function ensureRole(client: pg.ClientBase, tries = 5): Promise<string | undefined> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [
    SERVICE_ROLE,
  ]);
  try {
    if (!rowCount) await client.query(`create role ${SERVICE_ROLE} nologin`);
    const { rows } = await client.query<{ member: boolean }>(
      `select pg_has_role(current_user, $1, 'member') as member`,
      [SERVICE_ROLE],
    );
    if (!rows[0]?.member) await client.query(`grant ${SERVICE_ROLE} to current_user`);
    await client.query(
      `do $$ begin
        execute format('grant create, connect on database %I to ${SERVICE_ROLE}', current_database());
      end $$`,
    );
    return SERVICE_ROLE;
  } catch (fault) {
    const { code = '' } = fault as { code?: string };
    if (code === NOT_ALLOWED) return undefined;
    if (tries > 1 && MADE_MEANWHILE.includes(code)) return ensureRole(client, tries - 1);
    throw fault;
  }
}
