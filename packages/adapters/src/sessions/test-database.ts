import { randomUUID } from 'node:crypto';
import { normalEmail } from '@feusa/contracts/text';
import type { Role } from '@feusa/contracts/users';
import { freshDatabase } from '@feusa/testing/database';
import type { Pool } from 'pg';
import { keysGrants, keysMigrations } from '../subject-keys/schema.js';
import { logGrants, logMigrations } from '../event-store/schema.js';
import { ACCOUNTS } from '../event-store/statements.js';
import { migrate } from '../postgres/migrate.js';
import { openPool } from '../postgres/pool.js';
import { authGrants, authMigrations } from './schema.js';

export interface TestDatabase {
  readonly pool: Pool;
  /** Writes an account as the event store does; answers with its id. */
  addAccount(email: string, role?: Role): Promise<string>;
  close(): Promise<void>;
}

/** A fresh database with accounts and sign-in, used as the role that services act as. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  const role = await migrate(database.url, [
    { schema: 'log', migrations: logMigrations, grants: logGrants },
    { schema: 'keys', migrations: keysMigrations, grants: keysGrants },
    { schema: 'auth', migrations: authMigrations, grants: authGrants },
  ]);
  const pool = openPool({ url: database.url, max: 8, name: 'test', ...(role && { role }) });
  return {
    pool,
    async addAccount(email, userRole = 'basic') {
      const id = randomUUID();
      const at = new Date().toISOString();
      await pool.query(ACCOUNTS.UserRegistered, [id, email, normalEmail(email), userRole, at]);
      return id;
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
