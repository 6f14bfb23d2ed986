import { randomUUID } from 'node:crypto';
import { normalEmail } from '@feusa/contracts/text';
import type { Role } from '@feusa/contracts/users';
import { freshDatabase } from '@feusa/testing/database';
import { keysTables } from '@feusa/privacy/subject-keys/schema';
import { logTables } from '@feusa/event-log/store/schema';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import { migrate } from '@feusa/platform/postgres/migrate';
import { openPool } from '@feusa/platform/postgres/pool';
import { openSource, type Connections } from '@feusa/platform/postgres/source';
import { authEntities } from './entities.js';
import { personalTables } from '../personal/schema.js';
import { authTables } from './schema.js';

export interface TestDatabase extends Connections {
  /** Writes an account as the event store does; answers with its id. */
  addAccount(email: string, role?: Role): Promise<string>;
  close(): Promise<void>;
}

/** A fresh database with accounts and sign-in, used as the role that services act as. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  const [role] = await migrate(database.url, [logTables, keysTables, authTables, personalTables]);
  const pool = openPool({ url: database.url, max: 8, name: 'test', ...(role && { role }) });
  return {
    pool,
    source: await openSource(pool, { entities: authEntities }),
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
