import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.js';
import { openPostgresEventStore } from './event-store/postgres.js';
import { openGuardedTree } from './open-ports.js';
import { openPool } from './postgres/pool.js';
import { prepareDatabase } from './postgres/prepare.js';
import { openMasterKey } from './subject-keys/master-key.js';
import { openSubjectKeys } from './subject-keys/subject-keys.js';
import { acceptLog, type Signing } from './transparency/guard/accept.js';
import { openSigner } from './transparency/signer.js';

/** What an operator signs with for a log that is not the one that is known. */
export async function openAcceptance(config: Config, url: string) {
  const log = pino({ level: 'silent' });
  await prepareDatabase(url);
  // As the owner of the tables: the tree is made anew, which no service may do.
  const pool = openPool({ url, max: 3, name: 'accept-log' });
  const keys = openSubjectKeys(pool, await openMasterKey(config, pool));
  const store = openPostgresEventStore(pool, keys);
  const signer = await openSigner(
    path.resolve(config.FEUSA_DATA_DIR),
    config.FEUSA_CHECKPOINT_ORIGIN,
  );
  const { tree, guard, last } = openGuardedTree({ config, pool, store, log }, signer);
  return {
    contradictions: () => guard.contradictions(),
    /** Answers with the signed statement, which is in the database and beside the key. */
    async accept(signing: Signing): Promise<string> {
      const { statement, epoch } = await acceptLog({ pool, store, tree, signer, last }, signing);
      const file = path.join(signer.directory, `accepted-${epoch}.note`);
      await writeFile(file, statement, { flush: true });
      return statement;
    },
    close: () => pool.end(),
  };
}
