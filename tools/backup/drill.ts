import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { openDatabase } from '@feusa/profiles/standalone-database';
import { readVerifier } from '../verify-log/trusted-checkpoint.js';
import { readManifest } from './format.js';
import { restore, type Restored, type RestoreOptions } from '../restore/restore.js';

/**
 * Restores a backup on this machine, whatever profile it is of, into a database and a directory of their own
 * that are thrown away. No setting and nothing that is there already changes what comes of it.
 * @throws StartFault that names what is wrong
 */
export async function drill(options: RestoreOptions, open = openDatabase): Promise<Restored> {
  const { manifest } = await readManifest(options.dir);
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-drill-'));
  // The built-in database may run as another user.
  await chmod(dir, 0o755);
  try {
    const { name } = readVerifier(manifest.key);
    const config = readConfig({ FEUSA_DATA_DIR: dir, FEUSA_CHECKPOINT_ORIGIN: name });
    const database = await open(config);
    return await restore(config, database.url, options).finally(() => database.stop());
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
