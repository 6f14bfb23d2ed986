import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { entriesIn, LEDGER } from '@feusa/adapters/erasure/ledger-text';
import type { Entry } from '@feusa/adapters/erasure/port';

/** What the ledger in a backup says, nothing where there is none. @throws StartFault for another text */
export async function ledgerIn(dir: string): Promise<Entry[]> {
  const text = await readFile(path.join(dir, LEDGER), 'utf8').catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return '';
      throw fault;
    },
  );
  return entriesIn(text);
}
