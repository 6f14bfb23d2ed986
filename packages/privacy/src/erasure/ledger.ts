import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_DIRECTORY } from '@feusa/platform/own-files';
import { textIfThere } from '@feusa/platform/text-file';
import { eachOnce, entriesIn, LEDGER, ledgerText } from './ledger-text.js';
import type { Ledger } from './port.js';

const OWN = { mode: 0o600, flush: true };

/** A file in this directory. */
export function openLedger(dir: string): Ledger {
  const file = path.join(dir, LEDGER);
  const read = async () => {
    const text = (await textIfThere(file)) ?? '';
    // What a full disk or a crash has cut off is added anew.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return { text, whole };
  };
  return {
    entries: async () => entriesIn((await read()).whole),
    async add(entries) {
      const { text, whole } = await read();
      const known = new Set(entriesIn(whole).map(({ stream }) => stream));
      const added = ledgerText(eachOnce(entries).filter(({ stream }) => !known.has(stream)));
      if (added === '') return;
      await mkdir(dir, OWN_DIRECTORY);
      if (text === whole) await appendFile(file, added, OWN);
      else await writeFile(file, whole + added, OWN);
    },
  };
}
