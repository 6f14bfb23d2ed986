import { csvIn, CsvFault, type Csv } from '@feusa/command/imports/csv';
import { importBounds } from '@feusa/contracts/bounds';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import { unreadable } from './scan.js';

const MOST_BYTES = importBounds.people.value;

/** Reads a CSV file. @throws StartFault with what is wrong and where */
export async function readCsv(file: string): Promise<Csv> {
  const fail = (fault: string): never => {
    throw new StartFault(`${path.basename(file)}: ${fault}`);
  };
  const unread = (fault: NodeJS.ErrnoException) => fail(unreadable(fault));
  const { size } = await stat(file).catch(unread);
  if (size > MOST_BYTES) return fail('the file is larger than 200 MB; split it');
  const bytes = await readFile(file).catch(unread);
  return orStartFault(file, () => csvIn(bytes));
}

/** What is read of a file. @throws StartFault that names it, where it is no CSV */
export async function orStartFault<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (fault) {
    if (!(fault instanceof CsvFault)) throw fault;
    throw new StartFault(`${path.basename(file)}: ${fault.message}`);
  }
}
