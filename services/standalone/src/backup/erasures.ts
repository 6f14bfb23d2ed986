import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { entriesIn, LEDGER } from '@feusa/adapters/erasure/ledger-text';
import type { Ledger } from '@feusa/adapters/erasure/port';
import { textIfThere } from '@feusa/adapters/text-file';
import { unreadable } from '../verify/trusted-checkpoint.js';

interface Ledgers {
  /** The keys of the backup; their ledger stands beside them. */
  readonly keysDir: string;
  /** A file with one that is newer than the backup. */
  readonly newer: string | undefined;
}

/**
 * Brings the ledger of a backup, where it has one, and a newer one. Answers with how many are in the ledger
 * then. @throws StartFault for a text that is no ledger
 */
export async function bringErasures(ledger: Ledger, { keysDir, newer }: Ledgers): Promise<number> {
  const texts = await Promise.all([
    textIfThere(path.join(keysDir, LEDGER)),
    newer === undefined ? '' : readFile(newer, 'utf8').catch(unreadable(newer)),
  ]);
  await ledger.add(texts.flatMap((text) => entriesIn(text ?? '')));
  return (await ledger.entries()).length;
}
