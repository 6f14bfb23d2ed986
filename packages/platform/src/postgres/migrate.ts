import type pg from 'pg';
import { inSession } from './session.js';
import { enterVersion } from './version.js';

/** The role that services act as, so that even a fault of theirs cannot rewrite the log. */
export const SERVICE_ROLE = 'feusa_service';

export interface SchemaPlan {
  readonly schema: string;
  readonly migrations: readonly string[];
  readonly grants: string;
}

/**
 * Brings the database to the newest schema under an advisory lock, so that services may start at once.
 * Answers with the role that services can act as, undefined where this database user may not make one.
 * @throws StartFault where a newer version has worked on it
 */
export function migrate(url: string, plans: readonly SchemaPlan[]): Promise<string | undefined> {
  return inSession(url, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('feusa-migrate'))`);
    await enterVersion(client);
    await client.query(
      'create table if not exists public.feusa_migrations (schema text, step int)',
    );
    const role = await ensureRole(client);
    for (const plan of plans) await apply(client, plan, role);
    return role;
  });
}

/** Roles belong to the server, so another database's migration may be making the same one. */
export const MADE_MEANWHILE = ['42710', '23505', 'XX000'];
const NOT_ALLOWED = '42501';

async function ensureRole(client: pg.Client, tries = 5): Promise<string | undefined> {
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
    const known = 'public.feusa_migrations, public.feusa_versions';
    await client.query(`grant select on ${known} to ${SERVICE_ROLE}`);
    return SERVICE_ROLE;
  } catch (fault) {
    const { code = '' } = fault as { code?: string };
    if (code === NOT_ALLOWED) return undefined;
    if (tries > 1 && MADE_MEANWHILE.includes(code)) return ensureRole(client, tries - 1);
    throw fault;
  }
}

/** Whether a database has these schemas already. */
export async function isMigrated(
  client: pg.Client,
  plans: readonly SchemaPlan[],
): Promise<boolean> {
  const text = 'select schema, count(*)::int as done from public.feusa_migrations group by schema';
  const { rows } = await client.query<{ schema: string; done: number }>(text);
  const done = new Map(rows.map((row) => [row.schema, row.done]));
  return plans.every(({ schema, migrations }) => (done.get(schema) ?? 0) >= migrations.length);
}

async function apply(client: pg.Client, plan: SchemaPlan, role: string | undefined): Promise<void> {
  const { rows } = await client.query<{ done: number }>(
    'select count(*)::int as done from public.feusa_migrations where schema = $1',
    [plan.schema],
  );
  const done = rows[0]?.done ?? 0;
  if (done >= plan.migrations.length) return;
  await client.query('begin');
  if (done === 0) await client.query(`create schema if not exists ${plan.schema}`);
  for (const [step, sql] of plan.migrations.entries()) {
    if (step < done) continue;
    await client.query(sql);
    await client.query('insert into public.feusa_migrations values ($1, $2)', [plan.schema, step]);
  }
  if (role) await client.query(plan.grants);
  await client.query('commit');
}
