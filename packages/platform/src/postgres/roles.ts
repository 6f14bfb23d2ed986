import type pg from 'pg';
import type { QueryRunner } from 'typeorm';

/** What one process, command services and tools act as: they write the log, and cannot rewrite it. */
export const SERVICE_ROLE = 'feusa_service';

/** What query services act as: they read the log, and own what is made from it. */
export const QUERY_ROLE = 'feusa_query';

/** What index workers act as: they read, and note how far they are. */
export const INDEXER_ROLE = 'feusa_indexer';

export type ServiceRole = typeof SERVICE_ROLE | typeof QUERY_ROLE | typeof INDEXER_ROLE;

export const serviceRoles: readonly ServiceRole[] = [SERVICE_ROLE, QUERY_ROLE, INDEXER_ROLE];

/** Roles belong to the server, so another database's migration may be making the same one. */
export const MADE_MEANWHILE = ['42710', '23505', 'XX000'];
const NOT_ALLOWED = '42501';
const TRIES = 5;

/**
 * Makes what is missing of the roles, and answers with those that services can act as: with none, or the first alone,
 * where this user may not make them.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<readonly ServiceRole[]> {
  const { rows } = await client.query<{ areWhole: boolean }>(WHOLE);
  if (rows[0]?.areWhole) return serviceRoles;
  if (!(await isAllowed(() => ensureRole(client, SERVICE_ROLE)))) return [];
  const isWhole = await isAllowed(async () => {
    for (const role of [QUERY_ROLE, INDEXER_ROLE] as const) {
      await ensureRole(client, role);
      // The service that writes the log may do all that the others may.
      await ensureMember(client, role, SERVICE_ROLE);
    }
  });
  return isWhole ? serviceRoles : [SERVICE_ROLE];
}

/** All of them, with what `ensureRole` and `ensureMember` give them: one question in place of eleven, at each start. */
const WHOLE = `select count(*) = ${serviceRoles.length} as "areWhole" from pg_roles r
  where rolname in (${serviceRoles.map((role) => `'${role}'`).join()})
    and pg_has_role(current_user, oid, 'member')
    and has_database_privilege(oid, current_database(), 'connect')
    and (rolname = '${INDEXER_ROLE}' or has_database_privilege(oid, current_database(), 'create'))
    and pg_has_role((select oid from pg_roles where rolname = '${SERVICE_ROLE}'), r.oid, 'member')`;

async function isAllowed(work: () => Promise<void>, tries = TRIES): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (fault) {
    const { code = '' } = fault as { code?: string };
    if (code === NOT_ALLOWED) return false;
    if (tries > 1 && MADE_MEANWHILE.includes(code)) return isAllowed(work, tries - 1);
    throw fault;
  }
}

async function ensureRole(client: pg.ClientBase, role: ServiceRole): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${role} nologin`);
  await ensureMember(client, role, 'current_user');
  await client.query(
    `do $$ begin
      execute format('grant ${role === INDEXER_ROLE ? '' : 'create, '}connect on database %I to ${role}', current_database());
    end $$`,
  );
}

async function ensureMember(client: pg.ClientBase, role: ServiceRole, member: string) {
  const who = member === 'current_user' ? member : `'${member}'`;
  const { rows } = await client.query<{ is: boolean }>(
    `select pg_has_role(${who}, '${role}', 'member') as is`,
  );
  if (!rows[0]?.is) await client.query(`grant ${role} to ${member}`);
}

/** Whether it may do in this database what it has to: roles belong to the server, rights to a database. */
export async function hasGrants(runner: QueryRunner, role: ServiceRole): Promise<boolean> {
  const text = `select has_schema_privilege('${role}', 'log', 'usage') as has`;
  const [row] = (await runner.query(text)) as { has: boolean }[];
  return row?.has ?? false;
}

/**
 * What one process or an earlier version made from the log becomes query's, which lets those who made it go on.
 * Anything else belongs to the owner.
 */
export const HAND_OVER = `reassign owned by ${SERVICE_ROLE} to ${QUERY_ROLE}`;
