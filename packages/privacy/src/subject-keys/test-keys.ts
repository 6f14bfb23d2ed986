import type { Pool } from 'pg';
import type { SubjectKeys } from './port.js';
import { openSubjectKeys } from './subject-keys.js';

/** As the product would have it, of tests and measurements that share a database with no product. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

export const testKeys = (pool: Pick<Pool, 'query'>): SubjectKeys =>
  openSubjectKeys(pool, TEST_MASTER_KEY);
