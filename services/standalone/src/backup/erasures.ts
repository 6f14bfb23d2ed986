import path from 'node:path';
import { entriesIn, LEDGER } from '@feusa/adapters/erasure/ledger-text';
import type { Entry } from '@feusa/adapters/erasure/port';
import { textIfThere } from '@feusa/adapters/text-file';

/** What the ledger in a backup says, nothing where there is none. @throws StartFault for another text */
export async function ledgerIn(dir: string): Promise<Entry[]> {
  return entriesIn((await textIfThere(path.join(dir, LEDGER))) ?? '');
}
