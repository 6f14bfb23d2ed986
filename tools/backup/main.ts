import 'reflect-metadata';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { hasSigningKey, openBackup } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { encryptFor, newIdentity } from './age.js';
import type { Known } from './check-events.js';
import { drill } from './drill.js';
import { readManifest, type Manifest } from './format.js';
import { readBackupArguments, type BackupArguments } from './options.js';
import { count, Steps } from './steps.js';
import { verifyBackup } from './verify-backup.js';
import { writeBackup } from './write-backup.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { run, userDirectory } from '../run.js';

type To<Does> = BackupArguments & { readonly does: Does };

const print = (line: string) => console.log(line);

run(async () => {
  const given = readBackupArguments(process.argv.slice(2), userDirectory());
  switch (given.does) {
    case 'make-identity':
      return print(
        `Keep ${given.file} where no backup is. Its recipient: ${await newIdentity(given.file)}`,
      );
    case 'verify':
      return verify(given);
    case 'write':
      return back(given);
  }
});

async function verify({ keys, ...given }: To<'verify'>): Promise<void> {
  if (keys === false) return verifyParts(given);
  const options = { ...given, keys, erasures: false, older: true, withoutFiles: true } as const;
  const { manifest, witnessed, seconds } = await drill({ ...options, print });
  tellAge(manifest, witnessed);
  print(
    `The backup is whole, and was restored up to event ${manifest.head.position}. ${seconds} s`,
  );
}

/** What can be said without the keys. */
async function verifyParts(given: Omit<To<'verify'>, 'keys'>): Promise<void> {
  const steps = new Steps(print);
  const { manifest, witnessed } = await verifyBackup({ ...given, keys: false }, steps);
  tellAge(manifest, witnessed);
  print(
    `Every part is what was written, up to event ${manifest.head.position}. ${steps.seconds} s\n` +
      'Whether it can be restored was not tried: that needs its keys.',
  );
}

function tellAge({ head }: Manifest, witnessed: Known | undefined): void {
  const lost = (witnessed?.size ?? 0) - head.position;
  if (lost > 0) print(`It is older than ${witnessed!.name} by ${count(lost, 'event')}.`);
}

async function back(given: To<'write'>): Promise<void> {
  if (given.base) await readManifest(given.base);
  const config = readConfig(process.env);
  const recipients = recipientsOf(given, config.FEUSA_BACKUP_RECIPIENTS);
  encryptFor(recipients);
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  if (!(await hasSigningKey(dataDir)))
    throw new StartFault(`There is no checkpoint.key in ${dataDir}: is FEUSA_DATA_DIR right?`);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stopped.abort(new StartFault('Stopped; nothing was left behind.')));
  await withDatabase(config, async (url) => {
    const ports = await openBackup(config, url);
    const options = { ...given, recipients, signal: stopped.signal, print };
    const { head, seconds } = await writeBackup(ports, options).finally(() => ports.close());
    print(`Written, up to event ${head.position}. ${seconds} s. Try it: --verify ${given.dir}`);
  });
}

function recipientsOf(given: To<'write'>, set: readonly string[]): readonly string[] {
  if (given.plainKeys) return [];
  const recipients = given.recipients.length > 0 ? given.recipients : set;
  if (recipients.length > 0) return recipients;
  throw new StartFault(
    'Nobody is named who may read the keys: --recipient age1…, or FEUSA_BACKUP_RECIPIENTS. ' +
      '--new-identity FILE makes an identity and says its recipient; --plain-keys leaves them in clear.',
  );
}
