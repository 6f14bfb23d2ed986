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

interface Given {
  /** With the ledger as it was when the backup was made. */
  readonly keys: KeyDirectory;
  /** A file with the ledger as it is now; `false` where it is said that nobody was erased since. */
  readonly newer: string | false | undefined;
  /** A file with who may read that, where it is encrypted. */
  readonly identity: string | undefined;
}

/** Who is known to have been erased. */
export interface KnownErasures {
  /** By the backup. */
  readonly own: readonly Entry[];
  /** By a newer ledger; `false` where it is said that nobody was erased since. */
  readonly newer: readonly Entry[] | false | undefined;
}

/**
 * Reads the ledger of a backup and a newer one, which may be a pipe and is read once.
 * @throws StartFault for a text that is no ledger, and for a newer one that lacks what the backup has
 */
export async function readErasures({ keys, newer: file, identity }: Given): Promise<KnownErasures> {
  const own = entriesIn(await keys.text(LEDGER));
  if (typeof file !== 'string') return { own, newer: file };
  const newer = entriesIn(await ledgerTextIn(file, identity));
  const lacking = without(own, newer).length;
  if (lacking > 0) refuseOlder(file, lacking);
  return { own, newer };
}

/** @throws StartFault where neither says who was erased since the backup, nor the ledger where the product will start */
export async function refuseUnknownErasures(
  ledger: Ledger,
  { own, newer }: KnownErasures,
): Promise<void> {
  if (newer === undefined && without(await ledger.entries(), own).length === 0) refuseWithout();
}

/**
 * Brings them to where the product will start. Answers with the streams of all that were ever erased.
 * @throws StartFault where nothing says who was erased since the backup
 */
export async function bringErasures(
  ledger: Ledger,
  known: KnownErasures,
): Promise<ReadonlySet<string>> {
  await refuseUnknownErasures(ledger, known);
  await ledger.add([...known.own, ...(known.newer || [])]);
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
