import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { entriesIn, LEDGER } from '@feusa/privacy/erasure/ledger-text';
import type { Entry, Ledger } from '@feusa/privacy/erasure/port';
import { StartFault } from '@feusa/platform/start-fault';
import { unreadable } from '../verify-log/trusted-checkpoint.js';
import { decryptWith } from './age.js';
import type { KeyDirectory } from './key-directory.js';
import { count } from './steps.js';

interface Known {
  /** With the ledger as it was when the backup was made. */
  readonly keys: KeyDirectory;
  /** A file with the ledger as it is now; `false` where it is said that nobody was erased since. */
  readonly newer: string | false | undefined;
  /** A file with who may read that, where it is encrypted. */
  readonly identity: string | undefined;
}

/**
 * Brings the ledger of a backup and a newer one to where the product will start. Answers with the streams of
 * all that were ever erased.
 * @throws StartFault where nothing says who was erased since the backup, and for a text that is no ledger
 */
export async function bringErasures(
  ledger: Ledger,
  { keys, newer, identity }: Known,
): Promise<ReadonlySet<string>> {
  const own = entriesIn(await keys.text(LEDGER));
  const there = await ledger.entries();
  const brought = typeof newer === 'string' ? entriesIn(await ledgerTextIn(newer, identity)) : [];
  if (newer === undefined && without(there, own).length === 0) refuseWithout();
  const lacking = typeof newer === 'string' ? without(own, brought) : [];
  if (lacking.length > 0) refuseOlder(newer as string, lacking.length);
  await ledger.add([...own, ...brought]);
  return new Set((await ledger.entries()).map(({ stream }) => stream));
}

const AGE = 'age-encryption.org/v1';

/** A backup takes its ledger along as it does its keys: encrypted for whoever may restore. */
async function ledgerTextIn(file: string, identity: string | undefined): Promise<string> {
  const bytes = await readFile(file).catch(withoutLedger(file));
  if (!bytes.subarray(0, AGE.length).equals(Buffer.from(AGE))) return bytes.toString('utf8');
  if (identity === undefined)
    throw new StartFault(`${file} is encrypted: --identity FILE names who may read it.`);
  const decrypt = await decryptWith(identity, `${file} is`);
  return text(decrypt(Readable.from([bytes]))).catch((fault: unknown) => {
    throw fault instanceof StartFault ? fault : new StartFault(`${file} cannot be read.`);
  });
}

const withoutLedger = (file: string) => (fault: NodeJS.ErrnoException) => {
  if (fault.code !== 'ENOENT') return unreadable(file)();
  throw new StartFault(
    `There is no ${file}. Where nobody was ever erased there is no such file: say --no-erasures then.`,
  );
};

const without = (all: readonly Entry[], known: readonly Entry[]): Entry[] => {
  const streams = new Set(known.map(({ stream }) => stream));
  return all.filter(({ stream }) => !streams.has(stream));
};

function refuseWithout(): never {
  throw new StartFault(
    'Nothing says who was erased since the backup: a restore would make them readable again. Give the ' +
      `newest ${LEDGER} with --erasures FILE, or say --no-erasures where nobody was.`,
  );
}

function refuseOlder(file: string, lacking: number): never {
  throw new StartFault(
    `${file} is not the newest ledger: it lacks ${count(lacking, 'erasure')} that the backup knows of.`,
  );
}
