import 'reflect-metadata';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '@feusa/adapters/config';
import { readManifest } from '../backup/format.js';
import { readRestoreArguments, RESTORE_USAGE, type RestoreArguments } from '../backup/options.js';
import { restore } from '../backup/restore.js';
import { count } from '../backup/steps.js';
import { openDatabase } from '../database.js';
import { run, userDirectory } from './run.js';

const print = (line: string) => console.log(line);

run(async () => {
  const given = readRestoreArguments(process.argv.slice(2), userDirectory());
  if (!given) return print(RESTORE_USAGE);
  const config = readConfig(process.env);
  await readManifest(given.dir);
  if (given.drill) await drill(config, given);
  else await bring({ ...config, FEUSA_DATA_DIR: given.into ?? config.FEUSA_DATA_DIR }, given);
});

async function bring(config: Config, given: RestoreArguments): Promise<void> {
  const database = await openDatabase(config);
  try {
    const { manifest, lost, seconds } = await restore(config, database.url, { ...given, print });
    if (lost > 0) print(`${count(lost, 'event')} that were witnessed are lost.`);
    print(`Restored and proved, up to event ${manifest.head.position}. ${seconds} s`);
  } finally {
    await database.stop();
  }
}

/** On this machine, whatever profile the backup is of; what is there is not touched. */
async function drill(config: Config, given: RestoreArguments): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-drill-'));
  await chmod(dir, 0o755);
  try {
    const own = {
      FEUSA_PROFILE: 'standalone',
      FEUSA_DATA_DIR: dir,
      DATABASE_URL: undefined,
    } as const;
    await bring({ ...config, ...own }, given);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
