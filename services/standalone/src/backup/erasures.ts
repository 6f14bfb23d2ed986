import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '@feusa/adapters/start-fault';

/** The file in the data directory that names whoever was erased; the product erases them again at its start. */
export const LEDGER = 'erasures.ndjson';

/** What the ledger in a directory says, nothing where there is none. */
export async function ledgerIn(dir: string): Promise<string> {
  return readFile(path.join(dir, LEDGER), 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return '';
    throw fault;
  });
}

/**
 * Adds the lines of ledgers to the one in a data directory. Answers with how many people it names then.
 * @throws StartFault for a text that is no ledger
 */
export async function addErasures(dataDir: string, ledgers: readonly string[]): Promise<number> {
  const there = new Set(linesOf(await ledgerIn(dataDir)));
  const added = [...new Set(ledgers.flatMap(linesOf))].filter((line) => !there.has(line));
  const streams = new Set([...there, ...added].map(streamOf));
  if (added.length > 0) {
    const text = added.map((line) => `${line}\n`).join('');
    await appendFile(path.join(dataDir, LEDGER), text, { mode: 0o600, flush: true });
  }
  return streams.size;
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

function streamOf(line: string): string {
  try {
    const { stream } = JSON.parse(line) as { readonly stream?: unknown };
    if (typeof stream === 'string') return stream;
  } catch {
    // Falls through to the fault.
  }
  throw new StartFault(`This is no line of a ledger of erasures: ${line.slice(0, 80)}`);
}
