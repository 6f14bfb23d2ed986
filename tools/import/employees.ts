import { peopleIn, type People } from '@feusa/command/imports/employees';
import { orStartFault, readCsv } from './csv.js';

/** Reads people by the names in the header. @throws StartFault where the file as a whole is unusable */
export async function readPeople(file: string): Promise<People> {
  const csv = await readCsv(file);
  return orStartFault(file, () => peopleIn(csv));
}
