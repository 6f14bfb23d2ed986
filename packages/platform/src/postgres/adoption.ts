import type { ClientBase } from 'pg';
import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { SchemaPart } from './schema-part.js';

const NAME = 'feusa_migrations';

/** The table that remembers which migrations were run. */
export const MIGRATIONS = { name: NAME, table: `public.${NAME}` } as const;

/**
 * Until 0.2.0 a table of this name counted the steps of each schema, which are the first migrations of each
 * part now.
 */
const COUNTED = `select exists (select from pg_attribute
  where attrelid = to_regclass('public.${NAME}') and attname = 'step' and not attisdropped) as found`;
const COUNTS = `select schema, count(*)::int as done from ${MIGRATIONS.table} group by schema`;

interface Counted {
  readonly schema: string;
  readonly done: number;
}

/** Runs migrations on one connection, and knows what was done before there were any. */
export class Adoption extends MigrationExecutor {
  constructor(private readonly runner: QueryRunner) {
    super(runner.dataSource, runner);
  }

  /** Marks as run what an earlier version has done. Answers whether one has. */
  async adopt(parts: readonly SchemaPart[]): Promise<boolean> {
    const [counted] = (await this.runner.query(COUNTED)) as { found: boolean }[];
    if (!counted?.found) return false;
    const counts = (await this.runner.query(COUNTS)) as Counted[];
    await this.runner.query(`drop table ${MIGRATIONS.table}`);
    await this.createMigrationsTableIfNotExist(this.runner);
    const names = new Set(parts.flatMap((part) => doneOf(part, counts)));
    for (const migration of await this.getPendingMigrations())
      if (names.has(migration.name)) await this.insertMigration(migration);
    return true;
  }
}

function doneOf({ schema, migrations }: SchemaPart, counts: readonly Counted[]): string[] {
  const done = counts.find((each) => each.schema === schema)?.done ?? 0;
  return migrations.slice(0, done).map(({ name }) => name);
}

/** Whether a database has all of these parts already. */
export async function isMigrated(
  client: ClientBase,
  parts: readonly SchemaPart[],
): Promise<boolean> {
  // TypeORM would make its table where there is none, which services may not do.
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS.table}`);
  const run = new Set(rows.map(({ name }) => name));
  return parts.every(({ migrations }) => migrations.every(({ name }) => run.has(name)));
}
