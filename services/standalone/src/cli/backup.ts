import 'reflect-metadata';
import path from 'node:path';
import { readConfig } from '@feusa/adapters/config';
import { hasSigningKey, openBackup } from '@feusa/adapters/open/backup';
import { StartFault } from '@feusa/adapters/start-fault';
import { readManifest } from '../backup/format.js';
import { BACKUP_USAGE, readBackupArguments, type BackupArguments } from '../backup/options.js';
import { count, Steps } from '../backup/steps.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { writeBackup } from '../backup/write-backup.js';
import { withDatabase } from '../database.js';
import { run, userDirectory } from './run.js';

const print = (line: string) => console.log(line);

run(async () => {
  const given = readBackupArguments(process.argv.slice(2), userDirectory());
  if (!given) return print(BACKUP_USAGE);
  await (given.verify ? verify(given) : back(given));
});

async function verify({ withKeys, ...given }: BackupArguments): Promise<void> {
  const steps = new Steps(print);
  const { manifest, witnessed } = await verifyBackup(
    { ...given, keys: withKeys ? given.keys : false },
    steps,
  );
  const lost = (witnessed?.size ?? 0) - manifest.head.position;
  if (lost > 0) print(`It is older than ${witnessed!.name} by ${count(lost, 'event')}.`);
  print(`The backup is whole, up to event ${manifest.head.position}. ${steps.seconds} s`);
}

async function back(given: BackupArguments): Promise<void> {
  if (given.base) await readManifest(given.base);
  const config = readConfig(process.env);
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  if (!(await hasSigningKey(dataDir)))
    throw new StartFault(`There is no checkpoint.key in ${dataDir}: is FEUSA_DATA_DIR right?`);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stopped.abort(new StartFault('Stopped; nothing was left behind.')));
  await withDatabase(config, async (url) => {
    const ports = await openBackup(config, url);
    const options = { ...given, signal: stopped.signal, print };
    const { head, seconds } = await writeBackup(ports, options).finally(() => ports.close());
    print(`The backup is whole, up to event ${head.position}. ${seconds} s`);
  });
}
