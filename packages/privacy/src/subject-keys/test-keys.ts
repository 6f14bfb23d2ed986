import type { Pool } from 'pg';
import type { KeptSecret } from './kept-secrets.js';
import { MasterKeys } from './master-keys.js';
import type { SubjectKeys } from './port.js';
import { openSubjectKeys } from './subject-keys.js';

/** As the product would have it, of tests and measurements that share a database with no product. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

export const testKeys = (pool: Pick<Pool, 'query'>, master = TEST_MASTER_KEY): SubjectKeys =>
  openSubjectKeys(pool, new MasterKeys(pool, master));

/** As the product makes them that begins with this key. */
export const testSecrets: KeptSecret = (_name, make) => Promise.resolve(make(TEST_MASTER_KEY));
