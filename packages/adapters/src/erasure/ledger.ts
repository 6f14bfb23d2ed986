import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ledger } from './port.js';

/** The file in the data directory. */
const LEDGER = 'erasures.ndjson';

/** A line for each erasure, `{"stream":…,"at":…}`: nothing of the person. */
export function openLedger(dataDir: string): Ledger {
  const file = path.join(dataDir, LEDGER);
  return {
    async streams() {
      const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') return '';
        throw fault;
      });
      const lines = text.split('\n').filter(Boolean);
      return [...new Set(lines.map((line) => (JSON.parse(line) as { stream: string }).stream))];
    },
    async add(stream, at) {
      const line = `${JSON.stringify({ stream, at })}\n`;
      await appendFile(file, line, { mode: 0o600, flush: true });
    },
  };
}
