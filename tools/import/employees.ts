import { employeesIn, type EmployeeRows } from '@feusa/command/imports/employees';
import { orStartFault, readCsv } from './csv.js';

/** Reads people by the names in the header. @throws StartFault where the file as a whole is unusable */
export async function readEmployees(file: string): Promise<EmployeeRows> {
  const csv = await readCsv(file);
  return orStartFault(file, () => employeesIn(csv));
}
