import { access, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.js';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openGuardedTree } from './transparency.js';
import { openAsOwner } from './access.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { openMasterKeys } from '@feusa/privacy/subject-keys/master-key';
import { openSubjectKeys } from '@feusa/privacy/subject-keys/subject-keys';
import { acceptLog, type Signing } from '@feusa/transparency/guard/accept';
import { CHECKPOINT } from '@feusa/transparency/guard/known';
import { openSigner } from '@feusa/transparency/signer';

/** What an operator signs with for a log that is not the one that is known. */
export async function openAcceptance(config: Config, given: string) {
  const log = pino({ level: 'silent' });
  // As the owner of the tables: the tree is made anew, which no service may do.
  const url = await openAsOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });
  const pool = openPool({ url, max: 3, name: 'accept-log' });
  const keys = openSubjectKeys(pool, await openMasterKeys(config, pool));
  const store = openPostgresEventStore(pool, keys);
  const signer = await openSigner(
    path.resolve(config.FEUSA_DATA_DIR),
    config.FEUSA_CHECKPOINT_ORIGIN,
  );
  const { tree, guard, last } = openGuardedTree({ config, pool, store, log }, signer);
  return {
    /** What contradicts the log, and which witnesses could not be asked. */
    examine: () => guard.examine(),
    /**
     * Answers with the signed statement and the files that it was written to, beside the key and where
     * checkpoints go; it is in the database too.
     */
    async accept(signing: Signing) {
      const { statement, epoch } = await acceptLog({ pool, store, tree, signer, last }, signing);
      const name = `accepted-${epoch}.note`;
      const files = [path.join(signer.directory, name)];
      const { FEUSA_CHECKPOINT_DIR: directory } = config;
      if (directory && (await setAside(directory, epoch))) files.push(path.join(directory, name));
      for (const file of files) await writeFile(file, statement, { flush: true });
      return { statement, files };
    },
    close: () => pool.end(),
  };
}

/** The newest checkpoint of what was given up gets another name. Answers whether there is a directory. */
async function setAside(directory: string, epoch: number): Promise<boolean> {
  const file = path.join(directory, CHECKPOINT);
  try {
    await access(directory);
    await rename(file, path.join(directory, `${CHECKPOINT}-abandoned-${epoch}`));
  } catch (fault) {
    const { code, path: at } = fault as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw fault;
    return at === file;
  }
  return true;
}
