import { EmployeeFields, type EmployeeView } from './employees.js';
import { csvLine } from './guarded-cell.js';

const FIELDS = Object.keys(EmployeeFields.shape) as (keyof EmployeeFields)[];

/** People as CSV that no spreadsheet runs; by the mark at its start spreadsheets know that it is UTF-8. */
export const peopleCsv = {
  head: `\ufeff${csvLine(FIELDS)}`,
  line: (person: EmployeeView): string => csvLine(FIELDS.map((field) => person[field] ?? '')),
};
