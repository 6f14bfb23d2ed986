import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_FILE } from '@feusa/platform/own-files';
import { csvLine } from '@feusa/contracts/guarded-cell';
import type { RefusedRow } from '@feusa/command/imports/employees';
import { unreadable } from './scan.js';

/**
 * Writes rows that were not taken beside the file that they come from, each with its line and the reason;
 * once they are mended this file can be imported.
 * @returns a line that says where, or why not
 */
export async function writeRefused(
  source: string,
  header: readonly string[],
  rows: readonly Omit<RefusedRow, 'faults'>[],
): Promise<string> {
  const { dir, name } = path.parse(source);
  const file = path.join(dir, `${name}.refused.csv`);
  const own = header.map((column) => !['line', 'reason'].includes(column.toLowerCase()));
  const kept = (cells: readonly string[]) => cells.filter((_, at) => own[at] ?? true);
  const text = [
    csvLine([...kept(header), 'line', 'reason']),
    ...rows.map(({ cells, line: number, reason }) => {
      const padded = header.map((_, at) => cells[at] ?? '');
      return csvLine([...kept([...padded, ...cells.slice(header.length)]), String(number), reason]);
    }),
  ];
  try {
    await writeFile(file, `\ufeff${text.join('')}`, OWN_FILE);
    return `The rows that were not taken are in ${file}`;
  } catch (fault) {
    const why = unreadable(fault as NodeJS.ErrnoException);
    return `${file} cannot be written (${why}), so the rows that were not taken are only listed here.`;
  }
}
