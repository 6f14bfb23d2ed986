import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { Adoption, MIGRATIONS } from './adoption.js';
import { ensureRoles, HAND_OVER, hasGrants, QUERY_ROLE, type ServiceRole } from './roles.js';
import type { SchemaPart } from './schema-part.js';
import { openSource } from './source.js';
import { enterVersion, VERSIONS } from './version.js';

/**
 * Runs what is missing of the migrations under an advisory lock, so that services may start at once.
 * Answers with the roles that services can act as; none where this database user may not make one.
 * @throws StartFault where a newer version has worked on it
 */
export async function migrate(
  url: string,
  parts: readonly SchemaPart[],
): Promise<readonly ServiceRole[]> {
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
    const roles = await ensureRoles(client);
    await bringUp(runner, parts, roles);
    return roles;
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

/** Runs all due migrations in one transaction. */
async function bringUp(
  runner: QueryRunner,
  parts: readonly SchemaPart[],
  roles: readonly ServiceRole[],
) {
  await runner.startTransaction();
  try {
    const adoption = new Adoption(runner);
    const adopted = await adoption.adopt(parts);
    const run = await adoption.executePendingMigrations();
    const isNew = adopted || run.length > 0;
    for (const role of roles)
      if (isNew || !(await hasGrants(runner, role))) await grant(runner, parts, role);
    if (roles.includes(QUERY_ROLE)) await runner.query(HAND_OVER);
    await runner.commitTransaction();
  } catch (fault) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw fault;
  }
}

async function grant(runner: QueryRunner, parts: readonly SchemaPart[], role: ServiceRole) {
  await runner.query(`grant select on ${MIGRATIONS.table}, ${VERSIONS} to ${role}`);
  for (const { schema, grants } of parts) {
    const given = grants[role];
    if (given) await runner.query(`grant usage on schema ${schema} to ${role}; ${given}`);
  }
}
