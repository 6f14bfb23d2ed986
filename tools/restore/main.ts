import 'reflect-metadata';
import path from 'node:path';
import { readConfig, type Config } from '@feusa/profiles/config';
import { drill } from '../backup/drill.js';
import { readManifest } from '../backup/format.js';
import { readRestoreArguments, type RestoreArguments } from '../backup/options.js';
import { restore, type Restored } from './restore.js';
import { liesIn } from './staging.js';
import { count } from '../backup/steps.js';
import { StartFault } from '@feusa/platform/start-fault';
import { openDatabase } from '@feusa/profiles/standalone-database';
import { run, userDirectory } from '../run.js';

const print = (line: string) => console.log(line);

run(async () => {
  const given = readRestoreArguments(process.argv.slice(2), userDirectory());
  const config = readConfig(process.env);
  const dataDir = path.resolve(given.into ?? config.FEUSA_DATA_DIR);
  if (!given.drill) refuseWithin(given.dir, dataDir);
  await readManifest(given.dir);
  const { manifest, lost, seconds } = given.drill
    ? await drill({ ...given, print })
    : await bring({ ...config, FEUSA_DATA_DIR: dataDir }, given);
  if (lost > 0) print(`${count(lost, 'event')} that were witnessed are lost.`);
  print(`Restored and proved, up to event ${manifest.head.position}. ${seconds} s`);
});

/** Otherwise the keys of the product would lie beside what they are kept apart from. */
function refuseWithin(backup: string, dataDir: string): void {
  if (liesIn(dataDir, backup))
    throw new StartFault(`${dataDir} lies in the backup, which stays as it is.`);
}

async function bring(config: Config, given: RestoreArguments): Promise<Restored> {
  const database = await openDatabase(config);
  const restored = restore(config, database.url, { ...given, print });
  return restored.finally(() => database.stop());
}
